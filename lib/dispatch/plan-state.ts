import type { PlanSettings } from "@/lib/dispatch/plan-settings";
import type {
  CommittedOrder,
  PlanCourier,
  PlanOrder,
  PlanSnapshot,
  PlanStop,
} from "@/lib/dispatch/plan-snapshot";
import { appendVisits, type Route, RouteWalk } from "@/lib/dispatch/route-cost";

/** A pickup or dropoff, with what its cost depends on. */
export interface StopState extends PlanStop {
  readonly order: OrderState;
  /** Index among the order's dropoffs, null for the pickup. */
  readonly dropoff: number | null;
  /** When the goods are ready, or the delivery window opens. */
  readonly earliestAt: number;
  /** Infinity without a promise. */
  readonly promisedAt: number;
  /** Whether a recipient waits from the placement on, without a window of their choice. */
  readonly isAwaited: boolean;
  /** Added to what the courier carries. */
  readonly load: number;
}

export class OrderState {
  readonly id: string;
  readonly placedAt: number;
  readonly readyAt: number;
  readonly load: number;
  readonly pickup: StopState;
  readonly dropoffs: readonly StopState[];
  /** Whose route has it; null while unplanned. */
  courier: CourierState | null = null;
  /** Filled when the order is first inserted. */
  candidates: ReadonlyMap<CourierState, Candidate> | null = null;

  constructor(
    order: PlanOrder | CommittedOrder,
    /** Null for a committed order. */
    readonly request: PlanOrder | null,
  ) {
    this.id = order.id;
    this.placedAt = order.placedAt;
    this.readyAt = order.readyAt;
    this.load = order.dropoffs.reduce((sum, { load }) => sum + load, 0);
    this.pickup = {
      ...pickStop(order.pickup),
      order: this,
      dropoff: null,
      earliestAt: order.readyAt,
      promisedAt: Number.POSITIVE_INFINITY,
      isAwaited: false,
      load: this.load,
    };
    this.dropoffs = order.dropoffs.map((dropoff, index) => ({
      ...pickStop(dropoff),
      order: this,
      dropoff: index,
      earliestAt: dropoff.opensAt ?? Number.NEGATIVE_INFINITY,
      promisedAt: dropoff.promisedAt ?? Number.POSITIVE_INFINITY,
      isAwaited: dropoff.opensAt === null,
      load: -dropoff.load,
    }));
  }
}

export interface CourierState {
  readonly id: string;
  readonly vehicle: number;
  readonly capacity: number;
  readonly point: number;
  readonly startsAt: number;
  /** Infinity if unknown. */
  readonly shiftEndsAt: number;
  /** Whether an assignment made now begins now. */
  readonly canStartNow: boolean;
  /** Orders that are already collected when the route begins. */
  readonly collected: readonly OrderState[];
  /** The committed orders alone. */
  readonly base: Route;
  route: Route;
  /** Differs between any two routes of the same courier. */
  version: number;
}

/** The cheapest place for an order in a courier's route, as of a version of the route. */
export interface Candidate {
  readonly courier: CourierState;
  version: number;
  /** Infinity if the courier cannot take the order. */
  extraCost: number;
  /** Where the order's stops begin, if they stay together. */
  position: number;
  /** The whole route, if the order's stops may be apart. */
  stops: readonly StopState[] | null;
}

/** Couriers, orders and routes while a plan is made. Its routes change; what it says of the snapshot does not. */
export interface PlanState {
  readonly snapshot: PlanSnapshot;
  readonly settings: PlanSettings;
  readonly walk: RouteWalk;
  /** Those on shift or whose shift begins soon. */
  readonly couriers: readonly CourierState[];
  readonly orders: readonly OrderState[];
  /** Travel times of all couriers to a pickup, by its point. */
  readonly reach: Map<number, Float64Array>;
  lastVersion: number;
}

export function buildPlanState(snapshot: PlanSnapshot, settings: PlanSettings): PlanState {
  const walk = new RouteWalk(snapshot, settings);
  const couriers = snapshot.couriers
    .filter((courier) => isPlannable(courier, snapshot.now, settings))
    .map((courier) => toCourierState(courier, walk, snapshot.now, settings));
  const orders = snapshot.orders.map((order) => new OrderState(order, order));
  return { snapshot, settings, walk, couriers, orders, reach: new Map(), lastVersion: 0 };
}

export function isPlannable(courier: PlanCourier, now: number, settings: PlanSettings): boolean {
  const { shiftStartsAt, shiftEndsAt, committed } = courier;
  if (committed.length > 0) return true;
  const startsSoon = shiftStartsAt === null || shiftStartsAt <= now + settings.lookaheadSeconds;
  return startsSoon && (shiftEndsAt === null || shiftEndsAt > now);
}

function toCourierState(
  courier: PlanCourier,
  walk: RouteWalk,
  now: number,
  settings: PlanSettings,
): CourierState {
  const { id, vehicle, capacity, point, freeAt, shiftStartsAt, shiftEndsAt } = courier;
  const committed = courier.committed.map((order) => ({ order, state: new OrderState(order, null) }));
  const availableAt = Math.max(freeAt, shiftStartsAt ?? freeAt);
  const start = {
    vehicle,
    point,
    // A committed order needs no acceptance.
    startsAt: Math.max(now, availableAt) + (committed.length === 0 ? settings.acceptanceSeconds : 0),
    // What is committed is kept, even if it ends after the shift.
    shiftEndsAt: Number.POSITIVE_INFINITY,
  };
  const stops = committed.flatMap(({ order, state }) =>
    order.isCollected ? state.dropoffs : [state.pickup, ...state.dropoffs],
  );
  const base = appendVisits(walk, start, [], stops);
  if (base === null) throw new Error(`The committed orders of courier ${id} have an endless way.`);
  return {
    ...start,
    id,
    capacity,
    shiftEndsAt: shiftEndsAt ?? Number.POSITIVE_INFINITY,
    canStartNow: availableAt <= now && committed.length < settings.maxInHand,
    collected: committed.filter(({ order }) => order.isCollected).map(({ state }) => state),
    base,
    route: base,
    version: 0,
  };
}

const pickStop = ({ point, beforeSeconds, afterSeconds }: PlanStop): PlanStop => ({
  point,
  beforeSeconds,
  afterSeconds,
});

export function setRoute(state: PlanState, courier: CourierState, route: Route): void {
  courier.route = route;
  courier.version = ++state.lastVersion;
}
