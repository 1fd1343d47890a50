/**
 * A city of deliveries whose habits no estimator knows. Times are in minutes since the first midnight, a Monday, and
 * places in kilometers.
 */
export interface World {
  readonly shops: readonly Shop[];
  readonly deliveries: readonly Delivery[];
}

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Shop extends Place {
  readonly name: string;
  /** Hidden: median minutes to hand over the goods, and how much that varies. */
  readonly pace: number;
  readonly moodiness: number;
  readonly isPunctual: boolean;
}

export const VEHICLES = ["bike", "car"] as const;

interface Door extends Place {
  readonly floor: number | null;
  readonly handover: "plain" | "code" | "proof" | "outside";
  readonly size: "S" | "M" | "L";
  readonly recipient: string;
  /** Hidden: of this house alone. */
  readonly oddity: number;
}

interface Leg {
  /** As the road engine plans it. */
  readonly plannedMinutes: number;
  readonly to: Place;
}

/** One courier's work from `startsAt`: the rest of an earlier order, if any, and then this one. */
export interface Delivery {
  readonly id: number;
  readonly startsAt: number;
  readonly vehicle: (typeof VEHICLES)[number];
  readonly shop: Shop;
  readonly readyAt: number | null;
  /** Stops of the order in hand when this one was planned. The courier drives to the first of them. */
  readonly earlier: readonly { readonly leg: Leg; readonly door: Door }[];
  readonly approach: Leg;
  readonly dropoffs: readonly { readonly leg: Leg; readonly door: Door }[];
}

/** How long everything takes in one course of events, in minutes. */
export interface Course {
  readonly earlier: readonly { readonly drive: number; readonly parking: number; readonly door: number }[];
  /** From the last earlier handover to the acceptance; 0 without an earlier order. */
  readonly offer: number;
  readonly approach: { readonly drive: number; readonly parking: number };
  /** From the moment at which the courier is there and the goods are ready. */
  readonly wait: number;
  readonly dropoffs: readonly { readonly drive: number; readonly parking: number; readonly door: number }[];
}

export type Draw = () => number;

/** Each value depends only on the seed and those before it. */
export function createDraw(seed: number): Draw {
  let state = (seed * 2_246_822_519 + 374_761_393) >>> 0 || 1;
  const draw = () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
  for (let index = 0; index < 20; index += 1) draw();
  return draw;
}

/** By Box and Muller. */
function drawNormal(draw: Draw): number {
  return Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
}

const drawAround = (draw: Draw, middle: number, deviation: number): number =>
  middle * Math.exp(deviation * drawNormal(draw));

const choose = <Item>(draw: Draw, items: readonly Item[]): Item => {
  const item = items[Math.floor(draw() * items.length)];
  if (item === undefined) throw new Error("There is nothing to choose from.");
  return item;
};

const DAY = 24 * 60;
export const WORLD_DAYS = 21;
const SHOPS = 40;
const CITY_KM = 11;
/** Speeds of the road engine, in km per hour; it knows no traffic. */
const PLANNED_KMH = { bike: 14, car: 27 } as const;

export function drawWorld(seed: number, count: number): World {
  const draw = createDraw(seed);
  const shops = Array.from(
    { length: SHOPS },
    (_, index): Shop => ({
      name: `shop ${index}`,
      x: (draw() - 0.5) * CITY_KM * 0.7,
      y: (draw() - 0.5) * CITY_KM * 0.7,
      pace: drawAround(draw, 4.6, 0.55),
      moodiness: 0.35 + 0.4 * draw(),
      isPunctual: draw() < 0.3,
    }),
  );
  const starts = Array.from({ length: count }, () => drawStart(draw)).toSorted((a, b) => a - b);
  return { shops, deliveries: starts.map((startsAt, id) => drawDelivery(draw, shops, id, startsAt)) };
}

/** From 9 to 22 h, with most orders at noon and in the evening. */
function drawStart(draw: Draw): number {
  const day = Math.floor(draw() * WORLD_DAYS);
  for (;;) {
    const minute = 9 * 60 + draw() * 13 * 60;
    if (draw() < getDemand(minute)) return day * DAY + minute;
  }
}

const getDemand = (minute: number): number =>
  0.35 + 0.6 * Math.exp(-(((minute - 770) / 60) ** 2)) + 0.65 * Math.exp(-(((minute - 1_150) / 75) ** 2));

function drawDelivery(draw: Draw, shops: readonly Shop[], id: number, startsAt: number): Delivery {
  const shop = choose(draw, shops);
  const vehicle = draw() < 0.35 ? "bike" : "car";
  const count = draw() < 0.5 ? 1 : 2 + Math.floor(draw() * 7);
  let at: Place = { x: shop.x + drawNormal(draw) * 1.6, y: shop.y + drawNormal(draw) * 1.6 };
  const visit = (door: Door) => {
    const leg = { plannedMinutes: plan(at, door, vehicle), to: door };
    at = door;
    return { leg, door };
  };
  const isChained = draw() < 0.25;
  const earlier = isChained
    ? Array.from({ length: 1 + Math.floor(draw() * 2) }, () => visit(drawDoor(draw, at, 1.3)))
    : [];
  const approach = { plannedMinutes: plan(at, shop, vehicle), to: shop };
  at = shop;
  const spread = count === 1 ? 2.4 : 1.3;
  const dropoffs = Array.from({ length: count }, () => visit(drawDoor(draw, at, spread)));
  const readyAt = shop.isPunctual ? startsAt + 4 + draw() * 25 : null;
  return { id, startsAt, vehicle, shop, readyAt, earlier, approach, dropoffs };
}

function drawDoor(draw: Draw, near: Place, spread: number): Door {
  return {
    x: near.x + drawNormal(draw) * spread,
    y: near.y + drawNormal(draw) * spread,
    floor: draw() < 0.3 ? null : 1 + Math.floor(draw() * 12),
    handover: choose(draw, ["plain", "plain", "plain", "code", "proof", "outside"]),
    size: choose(draw, ["S", "S", "M", "L"]),
    recipient: `recipient ${Math.floor(draw() * 4_000)}`,
    oddity: drawAround(draw, 1, 0.22),
  };
}

/** Roads are a third longer than straight lines. */
const plan = (from: Place, to: Place, vehicle: Delivery["vehicle"]): number =>
  ((Math.hypot(from.x - to.x, from.y - to.y) * 1.33 + 0.15) / PLANNED_KMH[vehicle]) * 60;

/** Rush hours on working days, milder ones at the weekend. */
function getTraffic(minute: number, vehicle: Delivery["vehicle"]): number {
  const ofDay = minute % DAY;
  const isWeekend = Math.floor(minute / DAY) % 7 >= 5;
  const peak = (at: number, width: number) => Math.exp(-(((ofDay - at) / width) ** 2));
  const jam = isWeekend ? 0.2 * peak(900, 120) : 0.35 * peak(560, 60) + 0.55 * peak(1_120, 80);
  return vehicle === "bike" ? 1.02 + jam * 0.15 : 1.08 + jam;
}

/** The old town is slow. */
const getTerrain = ({ x, y }: Place): number => (Math.hypot(x - 1, y) < 2 ? 1.14 : 0.99);

/** One course of events, with fresh luck. */
export function drawCourse(draw: Draw, delivery: Delivery): Course {
  const { startsAt, vehicle, shop } = delivery;
  const luck = drawAround(draw, 1, 0.12);
  const courier = drawAround(draw, 1, 0.1);
  const travel = ({ plannedMinutes, to }: Leg) => ({
    drive: plannedMinutes * getTraffic(startsAt, vehicle) * getTerrain(to) * luck * drawAround(draw, 1, 0.17),
    parking: (vehicle === "bike" ? 0.4 : 0.6) + draw() * 1.1,
  });
  const serve = ({ leg, door }: { leg: Leg; door: Door }) => ({
    ...travel(leg),
    door: getDoorMinutes(door) * courier * drawAround(draw, 1, 0.45),
  });
  const ofDay = startsAt % DAY;
  const rush =
    1 + 0.7 * Math.exp(-(((ofDay - 780) / 50) ** 2)) + 0.6 * Math.exp(-(((ofDay - 1_160) / 60) ** 2));
  return {
    earlier: delivery.earlier.map(serve),
    offer: delivery.earlier.length === 0 ? 0 : drawAround(draw, 0.35, 0.8),
    approach: travel(delivery.approach),
    wait: (shop.isPunctual ? 0.5 : 1) * shop.pace * rush * drawAround(draw, 1, shop.moodiness),
    dropoffs: delivery.dropoffs.map(serve),
  };
}

function getDoorMinutes({ floor, handover, size, oddity }: Door): number {
  const climb = floor === null ? 1.1 : 0.85 + 0.04 * floor;
  const handing = { plain: 1, code: 1.2, proof: 1.45, outside: 0.55 }[handover];
  return 2.7 * climb * handing * (size === "L" ? 1.35 : 1) * oddity;
}
