import { setImmediate } from "node:timers/promises";
import type { Context } from "@/lib/context";
import { type CourierStop, listRoutes } from "@/lib/couriers/list-routes";
import { CAPACITY_UNITS, CARGO_UNITS, TRANSPORT_TYPES, transportsFor } from "@/lib/couriers/vehicle";
import type { Database } from "@/lib/db/client";
import { type HandoverTerms, toDoorHandover, toPickupHandover } from "@/lib/dispatch/handover";
import type {
  CommittedOrder,
  PlanCourier,
  PlanOrder,
  PlanStop,
  StopRef,
  TravelSeconds,
} from "@/lib/dispatch/plan-snapshot";
import {
  type AssignedOrder,
  type CourierOnDuty,
  listAssignedOrders,
  type WaitingOrder,
} from "@/lib/dispatch/plan-store";
import type { PlanRequest } from "@/lib/dispatch/planner";
import type { RoadTable, RoadTimes } from "@/lib/dispatch/road-times";
import {
  areRoutesShared,
  getStackingSettings,
  type StackingSettings,
} from "@/lib/dispatch/stacking-settings";
import { timeStops } from "@/lib/dispatch/time-stops";
import { PointIndex, toProfile, toRoadKey, toTravelSeconds } from "@/lib/dispatch/travel-times";
import type { Point } from "@/lib/point";
import { getTravelFactors } from "@/lib/routing/current-travel-factors";
import { getTravelFactor } from "@/lib/routing/travel-factors";
import { toPeriod } from "@/lib/tracking/arrivals/duration-groups";
import { PARKING_SECONDS } from "@/lib/tracking/arrivals/duration-model";
import { getDurationModel } from "@/lib/tracking/arrivals/get-duration-model";

/** An order that is not scheduled is late this long after its search began and its own trip. */
const LATE_AFTER_SECONDS = 30 * 60;
/** Shops estimate when their goods are ready. */
const READY_DEVIATION_SECONDS = 120;
/** Couriers whose driving time to a pickup is requested from the road engine: those who can be there first by estimates. */
const MAX_BY_ROAD = 6;

const ORDERS_PER_TURN = 20;

const toSeconds = (at: Date): number => at.getTime() / 1000;

export interface PlanInput {
  readonly orders: readonly WaitingOrder[];
  readonly couriers: readonly CourierOnDuty[];
  /** The next orders are expected from there. */
  readonly recentPickups: readonly Point[];
  readonly areMovesWanted?: boolean;
  /** Operators add orders to pinned routes too. */
  readonly areAllRoutesOpen?: boolean;
}

/** Also requests times by road for the couriers nearest to each pickup. */
export async function buildPlanRequest(
  context: Pick<Context, "db" | "clock" | "router">,
  roadTimes: RoadTimes,
  input: PlanInput,
): Promise<PlanRequest> {
  const { orders, couriers, recentPickups, areMovesWanted = false, areAllRoutesOpen = false } = input;
  const now = context.clock.now();
  const index = new PointIndex();
  const first = findFirstPickup(orders, recentPickups);
  // The time zone of one pickup serves all.
  const period = first === undefined ? "" : toPeriod(now, first);
  const handovers = { durations: await getDurationModel(context.db), period };
  const stacking = await getStackingSettings(context.db);
  const known = await listCourierRoutes(context.db, stacking, couriers);
  const routes = new Map(
    [...known].filter(([, route]) => isOpenRoute(route) && (areAllRoutesOpen || !isPinned(route))),
  );
  const terms: PlanTerms = { index, handovers, stacking };
  const planCouriers = couriers.map((courier) => {
    const route = routes.get(courier.id);
    return route === undefined
      ? toPlanCourier(terms, courier, toSeconds(now))
      : withRoute(terms, toPlanCourier(terms, { ...courier, ...NO_STOPS }, toSeconds(now)), route);
  });
  const planOrders = orders.map((order) => toPlanOrder(terms, order));
  const expectedPickups = recentPickups.map((point) => ({ point: index.add(point), weight: 1 }));
  const drivingFactor = first === undefined ? 1 : await getDrivingFactor(context, first);
  const estimates = index.toTravelTimes(new Map(), drivingFactor);
  const nearest = await listNearest(planOrders, planCouriers, toTravelSeconds(estimates));
  await roadTimes.load(
    context.router,
    planOrders.map((order, place) => toRoadTable(index, order, nearest[place] ?? [])),
  );
  const byRoad = new Map<number, number>();
  for (const [place, { pickup }] of planOrders.entries()) {
    for (const { point, vehicle } of nearest[place] ?? []) {
      const seconds = roadTimes.find(toPoint(index, point), toPoint(index, pickup.point), vehicle);
      const factor = toProfile(vehicle) === "driving" ? drivingFactor : 1;
      if (seconds !== undefined) byRoad.set(toRoadKey(point, pickup.point, vehicle), seconds * factor);
    }
  }
  return {
    snapshot: { now: toSeconds(now), couriers: planCouriers, orders: planOrders, expectedPickups },
    travelTimes: { ...estimates, byRoad },
    areMovesWanted,
    stacking,
  };
}

interface PlanTerms {
  readonly index: PointIndex;
  readonly handovers: HandoverTerms;
  readonly stacking: StackingSettings;
}

interface CourierRoute {
  readonly orders: AssignedOrder[];
  readonly stops: CourierStop[];
}

const NO_STOPS = { latitudes: [], longitudes: [], windowStarts: [], hasOrder: false };

/** Lists the routes of couriers with orders; none while routes are not shared. */
async function listCourierRoutes(
  db: Database,
  stacking: StackingSettings,
  couriers: readonly CourierOnDuty[],
): Promise<Map<string, CourierRoute>> {
  const busy = couriers.flatMap(({ id, hasOrder }) => (hasOrder ? [id] : []));
  if (!areRoutesShared(stacking) || busy.length === 0) return new Map();
  const [orders, stops] = await Promise.all([listAssignedOrders(db, busy), listRoutes(db, busy)]);
  const routes = new Map(busy.map((id): [string, CourierRoute] => [id, { orders: [], stops: [] }]));
  for (const order of orders) routes.get(order.courierId)?.orders.push(order);
  for (const stop of stops) routes.get(stop.courierId)?.stops.push(stop);
  return routes;
}

const isPinned = ({ orders }: CourierRoute): boolean => orders.some((order) => order.isPinned);

/**
 * Whether orders can be added. Couriers who take goods over or back, who wait for an answer or have goods of a failed
 * dropoff first finish what they have.
 */
function isOpenRoute({ orders, stops }: CourierRoute): boolean {
  const inRoute = new Set(stops.map(({ orderId }) => orderId));
  const known = new Set(orders.map(({ id }) => id));
  return (
    orders.length > 0 &&
    // The two are read one after the other.
    orders.every(({ id, hasFailedDropoff }) => inRoute.has(id) && !hasFailedDropoff) &&
    stops.every(({ orderId, kind }) => known.has(orderId) && (kind === "collect" || kind === "deliver"))
  );
}

function findFirstPickup([order]: readonly WaitingOrder[], [recent]: readonly Point[]): Point | undefined {
  return order === undefined ? recent : toPoints(order.latitudes, order.longitudes)[0];
}

/** The factor of the present hour, by the time zone of a pickup. */
export async function getDrivingFactor(
  { db, clock }: Pick<Context, "db" | "clock">,
  pickup: Point,
): Promise<number> {
  return getTravelFactor(await getTravelFactors(db), clock.now(), pickup);
}

/** Lists the nearest couriers of each order. */
async function listNearest(
  orders: readonly PlanOrder[],
  couriers: readonly PlanCourier[],
  travelSeconds: TravelSeconds,
): Promise<PlanCourier[][]> {
  const ranked = couriers
    .map((courier, rank) => ({ courier, rank }))
    .sort((a, b) => a.courier.freeAt - b.courier.freeAt);
  const nearest: PlanCourier[][] = [];
  for (const [place, order] of orders.entries()) {
    // Orders times couriers can be millions, so other work of the process gets its turn in between.
    if (place % ORDERS_PER_TURN === ORDERS_PER_TURN - 1) await setImmediate();
    nearest.push(findNearest(order, ranked, travelSeconds));
  }
  return nearest;
}

function toPoint(index: PointIndex, point: number): Point {
  const found = index.points[point];
  if (found === undefined) throw new Error("The plan has no such point.");
  return found;
}

function toPlanOrder(terms: PlanTerms, order: WaitingOrder): PlanOrder {
  const { index, handovers, stacking } = terms;
  const { latitudes, longitudes, cargoSizes, windowStarts, windowEnds } = order;
  const [pickup, ...dropoffs] = toPoints(latitudes, longitudes);
  if (pickup === undefined) throw new Error(`Order ${order.id} has no pickup.`);
  const searchedSince = toSeconds(order.searchedSince);
  const lateAt = searchedSince + order.durationSeconds + LATE_AFTER_SECONDS;
  const promisedAt = order.deliveryTime === null ? lateAt : toSeconds(order.deliveryTime);
  return {
    id: String(order.id),
    group: toGroup(stacking, order),
    placedAt: searchedSince,
    readyAt: order.readyAt === null ? searchedSince : Math.max(searchedSince, toSeconds(order.readyAt)),
    readyDeviationSeconds: order.readyAt === null ? 0 : READY_DEVIATION_SECONDS,
    pickup: { ...toPickupHandover(handovers, pickup, order.accountId), point: index.addPickup(pickup) },
    dropoffs: dropoffs.map((point, place) => ({
      ...toDoorHandover(handovers, point),
      point: index.add(point),
      opensAt: windowStarts[place] ?? null,
      promisedAt: windowEnds[place] ?? promisedAt,
      load: CARGO_UNITS[cargoSizes[place] ?? "S"],
    })),
    isSequenceFree: false,
    vehicles: transportsFor(cargoSizes).map((type) => TRANSPORT_TYPES.indexOf(type)),
    excludedCouriers: order.refusedBy,
  };
}

function toGroup(stacking: StackingSettings, { accountId, isDirect }: WaitingOrder): string | null {
  if (!areRoutesShared(stacking) || isDirect) return null;
  return stacking.scope === "own_account" ? accountId : "all";
}

/** A courier at the end of their route, to which no order can be added. */
function toPlanCourier(
  { index, handovers, stacking }: PlanTerms,
  courier: CourierOnDuty,
  now: number,
): PlanCourier {
  const { id, transportType, latitude, longitude } = courier;
  const left = toPoints(courier.latitudes, courier.longitudes);
  const at = left.at(-1) ?? { latitude, longitude };
  const doors = left.map((stop, place) => {
    const opensAt = courier.windowStarts[place] ?? null;
    const windowFrom = opensAt === null ? null : new Date(opensAt * 1_000);
    return { ...stop, kind: "deliver", isReached: false, readyAt: null, windowFrom } as const;
  });
  const start = { latitude, longitude, at: now, transport: transportType, drivingFactor: 1 };
  let freeAt = timeStops(handovers, start, doors).at(-1)?.leavesAt ?? now;
  // An order without open stops ends when its courier says so.
  if (courier.hasOrder) freeAt = Math.max(freeAt, now + toDoorHandover(handovers, at).beforeSeconds);
  return {
    id,
    vehicle: TRANSPORT_TYPES.indexOf(transportType),
    capacity: CAPACITY_UNITS[transportType],
    point: index.add(at),
    freeAt,
    shiftStartsAt: null,
    shiftEndsAt: null,
    maxInHand: areRoutesShared(stacking) && !courier.hasOrder ? stacking.maxOrders[transportType] : 1,
    committed: [],
    stops: [],
    isAtStop: false,
  };
}

/** With the orders that a courier has, who begins where they are now. */
function withRoute(terms: PlanTerms, courier: PlanCourier, { orders, stops }: CourierRoute): PlanCourier {
  const planned = orders.map((order) => toCommittedOrder(terms, order));
  const route = stops.map(({ orderId, kind, stopPosition }) => ({
    orderId: String(orderId),
    dropoff: kind === "collect" ? null : stopPosition - 1,
  }));
  const [next] = route;
  if (next === undefined || stops[0]?.isReached !== true)
    return { ...courier, committed: planned, stops: route };
  const committed = planned.map((order) => (order.id === next.orderId ? withReached(order, next) : order));
  const point = findPlanStop(committed, next)?.point ?? courier.point;
  return { ...courier, committed, stops: route, point, isAtStop: true };
}

/** The courier has parked there. */
function withReached(order: CommittedOrder, { dropoff }: StopRef): CommittedOrder {
  const reach = <Stop extends PlanStop>(stop: Stop): Stop => ({
    ...stop,
    beforeSeconds: Math.max(0, stop.beforeSeconds - PARKING_SECONDS),
  });
  if (dropoff === null) return { ...order, pickup: reach(order.pickup) };
  return {
    ...order,
    dropoffs: order.dropoffs.map((stop, index) => (index === dropoff ? reach(stop) : stop)),
  };
}

function findPlanStop(
  orders: readonly CommittedOrder[],
  { orderId, dropoff }: StopRef,
): PlanStop | undefined {
  const order = orders.find(({ id }) => id === orderId);
  return dropoff === null ? order?.pickup : order?.dropoffs[dropoff];
}

function toCommittedOrder(terms: PlanTerms, order: AssignedOrder): CommittedOrder {
  const planned = toPlanOrder(terms, order);
  const dropoffs = planned.dropoffs.map((dropoff, index) => {
    const promise = order.promises[index] ?? Number.POSITIVE_INFINITY;
    return promise === Number.POSITIVE_INFINITY ? dropoff : { ...dropoff, promisedAt: promise };
  });
  return { ...planned, dropoffs };
}

const toPoints = (latitudes: readonly number[], longitudes: readonly number[]): Point[] =>
  latitudes.map((latitude, place) => ({ latitude, longitude: longitudes[place] ?? Number.NaN }));

interface RankedCourier {
  readonly courier: PlanCourier;
  /** Decides between equal arrivals. */
  readonly rank: number;
}

/** @param couriers by `freeAt`: later ones cannot arrive before they are free */
function findNearest(
  order: PlanOrder,
  couriers: readonly RankedCourier[],
  travelSeconds: TravelSeconds,
): PlanCourier[] {
  const nearest: (RankedCourier & { arrivesAt: number })[] = [];
  for (const { courier, rank } of couriers) {
    const last = nearest.length === MAX_BY_ROAD ? nearest.at(-1) : undefined;
    if (last !== undefined && courier.freeAt > last.arrivesAt) break;
    if (!order.vehicles.includes(courier.vehicle) || order.excludedCouriers.includes(courier.id)) continue;
    const arrivesAt = courier.freeAt + travelSeconds(courier.point, order.pickup.point, courier.vehicle);
    if (arrivesAt === Number.POSITIVE_INFINITY) continue;
    if (last !== undefined && (arrivesAt - last.arrivesAt || rank - last.rank) > 0) continue;
    nearest.push({ courier, rank, arrivesAt });
    nearest.sort((a, b) => a.arrivesAt - b.arrivesAt || a.rank - b.rank);
    if (nearest.length > MAX_BY_ROAD) nearest.pop();
  }
  return nearest.map(({ courier }) => courier);
}

function toRoadTable(index: PointIndex, { pickup }: PlanOrder, nearest: readonly PlanCourier[]): RoadTable {
  const from = nearest.map(({ point, vehicle }) => ({ ...toPoint(index, point), vehicle }));
  return { to: toPoint(index, pickup.point), from };
}
