import { createRandom, type Random } from "@/lib/random";

/**
 * A day of a parcel service in a city: 40 shops, orders of 1 to 10 dropoffs, 40 % as soon as possible and 60 % in
 * two-hour windows. Instants are minutes since 9:00, lengths kilometers. Straight lines count 1.3 times.
 */
export interface ParcelDay {
  readonly places: readonly { readonly x: number; readonly y: number }[];
  readonly orders: readonly ParcelOrder[];
  readonly couriers: readonly ParcelCourier[];
}

export interface ParcelOrder {
  readonly id: string;
  readonly placedAt: number;
  readonly isScheduled: boolean;
  /** From when the shop hands it over. */
  readonly readyAt: number;
  /** From when a rule without a plan looks for a courier. */
  readonly dispatchAt: number;
  readonly shop: number;
  readonly doors: readonly number[];
  /** Start of the window, or the placement. */
  readonly opensAt: number;
  readonly promisedAt: number;
  readonly load: number;
}

export interface ParcelCourier {
  readonly id: string;
  /** Index of `VEHICLES`. */
  readonly vehicle: number;
  readonly place: number;
  readonly onAt: number;
  readonly offAt: number;
}

export const VEHICLES = [
  { kmh: 5, capacity: 3, maxInHand: 2, share: 0.1 },
  { kmh: 14, capacity: 10, maxInHand: 3, share: 0.3 },
  { kmh: 22, capacity: 36, maxInHand: 6, share: 0.5 },
  { kmh: 20, capacity: 400, maxInHand: 12, share: 0.1 },
] as const;

export const PICKUP_MINUTES = 4;
export const DROPOFF_MINUTES = 3;
const DETOUR = 1.3;
const SHOPS = 40;
const PARCELS = [
  { load: 1, share: 0.45 },
  { load: 4, share: 0.35 },
  { load: 12, share: 0.15 },
  { load: 40, share: 0.05 },
] as const;
/** Of a second, third and further dropoff. */
const MORE_DROPOFFS = [0.28, 0.14, 0.06] as const;
const LAST_ORDER_AT = 660;
const LAST_WINDOW_AT = 600;
const WINDOW_MINUTES = 120;
/** Added to the trip's duration for the promise of an order without a window. */
const PROMISE_MINUTES = 40;
const TRIP_KMH = 20;

export function getVehicle({ vehicle }: ParcelCourier): (typeof VEHICLES)[number] {
  const found = VEHICLES[vehicle];
  if (found === undefined) throw new Error(`There is no vehicle ${vehicle}.`);
  return found;
}

export function getKilometers({ places }: ParcelDay, from: number, to: number): number {
  const [a, b] = [places[from], places[to]];
  if (a === undefined || b === undefined) throw new Error("The day has no such place.");
  return DETOUR * Math.hypot(a.x - b.x, a.y - b.y);
}

export function drawParcelDay(seed: number, orderCount: number, courierCount: number): ParcelDay {
  const random = createRandom(seed);
  const places: { x: number; y: number }[] = [];
  const day = { places, orders: [] as ParcelOrder[], couriers: [] as ParcelCourier[] };
  const shops = Array.from({ length: SHOPS }, () => places.push(drawPlace(random, 2.2)) - 1);
  for (let index = 0; index < orderCount; index++) day.orders.push(drawOrder(random, day, shops, index));
  for (let index = 0; index < courierCount; index++) {
    // One in three begins at 11:30, one in three ends at 18:00.
    day.couriers.push({
      id: `courier ${index}`,
      vehicle: index === 0 ? VEHICLES.length - 1 : drawIndex(random, VEHICLES),
      place: places.push(drawPlace(random, 2.5)) - 1,
      onAt: index % 3 === 2 ? 150 : 0,
      offAt: index % 3 === 1 ? 540 : 760,
    });
  }
  return day;
}

function drawOrder(
  random: Random,
  day: ParcelDay & { readonly places: { x: number; y: number }[] },
  shops: readonly number[],
  index: number,
): ParcelOrder {
  // The first shops have the most orders.
  const shopIndex = drawIndex(
    random,
    shops.map((_, rank) => ({ share: 1 / (rank + 1.5) })),
  );
  const shop = shops[shopIndex] ?? 0;
  const isScheduled = random() < 0.6;
  const at = drawOrderMinute(random);
  const windowAt = Math.min(LAST_WINDOW_AT, Math.floor(at / 60) * 60 + 60);
  const placedAt = isScheduled ? Math.max(-600, windowAt - 90 - Math.floor(random() * 400)) : at;
  const doors = drawDoors(random, day, shop);
  const load = doors.reduce((sum) => sum + (PARCELS[drawIndex(random, PARCELS)]?.load ?? 1), 0);
  const tripMinutes = doors.reduce((sum, door, stop) => {
    const from = doors[stop - 1] ?? shop;
    return sum + (getKilometers(day, from, door) / TRIP_KMH) * 60 + DROPOFF_MINUTES;
  }, 0);
  return {
    id: `order ${index}`,
    placedAt,
    isScheduled,
    readyAt: isScheduled ? Math.max(placedAt, windowAt - 60) : placedAt,
    dispatchAt: isScheduled ? Math.max(placedAt, windowAt - tripMinutes - 15) : placedAt,
    shop,
    doors,
    opensAt: isScheduled ? windowAt : placedAt,
    promisedAt: isScheduled ? windowAt + WINDOW_MINUTES : placedAt + tripMinutes + PROMISE_MINUTES,
    load,
  };
}

/** In the sequence of their direction from the shop: shops usually send a sensible one. */
function drawDoors(
  random: Random,
  { places }: { readonly places: { x: number; y: number }[] },
  shop: number,
): number[] {
  const { x, y } = places[shop] ?? { x: 0, y: 0 };
  let count = 1;
  for (const share of MORE_DROPOFFS) {
    if (random() >= share) break;
    count++;
  }
  if (count > MORE_DROPOFFS.length) count += Math.floor(random() * 7);
  const doors = Array.from({ length: count }, () =>
    count === 1 ? drawPlace(random, 3) : { x: x + drawNormal(random) * 2.5, y: y + drawNormal(random) * 2.5 },
  );
  doors.sort((a, b) => Math.atan2(a.y - y, a.x - x) - Math.atan2(b.y - y, b.x - x));
  return doors.map((door) => places.push(door) - 1);
}

/** Peaks at noon and in the evening. */
function drawOrderMinute(random: Random): number {
  for (;;) {
    const minute = random() * LAST_ORDER_AT;
    const rate = 0.35 + Math.exp(-(((minute - 210) / 80) ** 2)) + Math.exp(-(((minute - 560) / 80) ** 2));
    if (random() * 1.4 < rate) return Math.floor(minute);
  }
}

/** Around the center of the city, at most 8 km from it. */
function drawPlace(random: Random, spreadKm: number): { x: number; y: number } {
  for (;;) {
    const place = { x: drawNormal(random) * spreadKm, y: drawNormal(random) * spreadKm };
    if (Math.hypot(place.x, place.y) < 8) return place;
  }
}

function drawIndex(random: Random, rows: readonly { readonly share: number }[]): number {
  let left = random() * rows.reduce((sum, { share }) => sum + share, 0);
  const index = rows.findIndex(({ share }) => {
    left -= share;
    return left < 0;
  });
  return index === -1 ? rows.length - 1 : index;
}

export const drawNormal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
