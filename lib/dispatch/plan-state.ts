import type { PlanSettings } from "@/lib/dispatch/plan-settings";
import type { PlanCourier, PlanSnapshot, StopRef } from "@/lib/dispatch/plan-snapshot";
import {
  type CourierState,
  OrderState,
  type PickupArrivals,
  type Route,
  type StopState,
} from "@/lib/dispatch/route";
import { appendVisits, RouteWalk } from "@/lib/dispatch/route-cost";

/** Couriers, orders and routes while a plan is made. Its routes change; what it says of the snapshot does not. */
export interface PlanState {
  readonly snapshot: PlanSnapshot;
  readonly settings: PlanSettings;
  readonly walk: RouteWalk;
  /** Those on shift or whose shift begins soon. */
  readonly couriers: readonly CourierState[];
  readonly orders: readonly OrderState[];
  /** Each courier's arrival at a pickup, by the pickup's point; filled on demand. */
  readonly arrivals: Map<number, PickupArrivals>;
  lastVersion: number;
}

export function buildPlanState(snapshot: PlanSnapshot, settings: PlanSettings): PlanState {
  const walk = new RouteWalk(snapshot, settings);
  const couriers = snapshot.couriers
    .filter((courier) => canBePlanned(courier, snapshot.now, settings))
    .flatMap((courier) => toCourierState(courier, walk, snapshot.now, settings) ?? []);
  const orders = snapshot.orders.map((order) => new OrderState(order, order));
  return { snapshot, settings, walk, couriers, orders, arrivals: new Map(), lastVersion: 0 };
}

function canBePlanned(courier: PlanCourier, now: number, settings: PlanSettings): boolean {
  const { shiftStartsAt, shiftEndsAt, committed } = courier;
  if (committed.length > 0) return true;
  const startsSoon = shiftStartsAt === null || shiftStartsAt <= now + settings.lookaheadSeconds;
  return startsSoon && (shiftEndsAt === null || shiftEndsAt > now);
}

/** Null if there is no way along the committed orders. @throws Error if a stop belongs to none of them */
function toCourierState(
  courier: PlanCourier,
  walk: RouteWalk,
  now: number,
  settings: PlanSettings,
): CourierState | null {
  const { id, vehicle, capacity, maxInHand, isAtStop, point, freeAt, shiftStartsAt, shiftEndsAt } = courier;
  const committed = new Map(courier.committed.map((order) => [order.id, new OrderState(order, null)]));
  const availableAt = Math.max(freeAt, shiftStartsAt ?? freeAt);
  // A committed order needs no acceptance.
  const acceptanceSeconds = committed.size === 0 ? settings.acceptanceSeconds : 0;
  const startsAt = Math.max(now, availableAt) + acceptanceSeconds;
  const stops = courier.stops.map((stop) => {
    const state = findStop(committed, stop);
    if (state === undefined) throw new Error(`Courier ${id} has no committed order ${stop.orderId}.`);
    return state;
  });
  const start = { vehicle, point, startsAt, shiftEndsAt: shiftEndsAt ?? Number.POSITIVE_INFINITY };
  const base = appendVisits(walk, start, [], stops);
  if (base === null) return null;
  for (const { stop, handledAt } of base.visits)
    stop.latestAt = getLatestHandover(settings, now, stop.promisedAt, handledAt);
  return {
    id,
    vehicle,
    capacity,
    maxInHand,
    point,
    startsAt,
    shiftEndsAt: start.shiftEndsAt,
    canStartNow: availableAt <= now && committed.size === 0,
    committed: [...committed.values()],
    isAtStop,
    collected: stops.filter(({ order, dropoff }) => dropoff !== null && !stops.includes(order.pickup)),
    base,
    route: base,
    version: 0,
  };
}

/** Never before the time without further orders. */
function getLatestHandover(
  { delayShare, maxAddedSeconds }: PlanSettings,
  now: number,
  promisedAt: number,
  handledAt: number,
): number {
  const keepsPromiseAt = (promisedAt + delayShare * now) / (1 + delayShare);
  return Math.max(handledAt, Math.min(keepsPromiseAt, handledAt + maxAddedSeconds));
}

export function findStop(
  orders: ReadonlyMap<string, OrderState>,
  { orderId, dropoff }: StopRef,
): StopState | undefined {
  const order = orders.get(orderId);
  return dropoff === null ? order?.pickup : order?.dropoffs[dropoff];
}

export function setRoute(state: PlanState, courier: CourierState, route: Route): void {
  courier.route = route;
  courier.version = ++state.lastVersion;
}
