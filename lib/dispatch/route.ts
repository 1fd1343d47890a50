import type { CommittedOrder, PlanOrder, PlanStop } from "@/lib/dispatch/plan-snapshot";

/** A stop of a route with its planned times, and the route's cost up to it in minutes. */
export interface Visit {
  readonly stop: StopState;
  readonly arrivesAt: number;
  readonly handledAt: number;
  readonly leavesAt: number;
  readonly cost: number;
}

export interface Route {
  readonly visits: readonly Visit[];
  readonly cost: number;
  /** Orders in it, without the committed ones. */
  readonly planned: number;
}

/** The start of a route. */
export interface RouteStart {
  readonly vehicle: number;
  readonly point: number;
  readonly startsAt: number;
  readonly shiftEndsAt: number;
}

/** A pickup or dropoff, with what its cost depends on. */
export interface StopState extends PlanStop {
  readonly order: OrderState;
  /** Index among the order's dropoffs, null for the pickup. */
  readonly dropoff: number | null;
  /** Readiness of the goods, or start of the delivery window. */
  readonly earliestAt: number;
  /** Infinity without a promise. */
  readonly promisedAt: number;
  /**
   * Latest handover of a committed order that another order may cause. Infinity for planned orders.
   */
  latestAt: number;
  /** Whether a recipient waits from the placement on, without a window of their choice. */
  readonly isAwaited: boolean;
  /** Added to what the courier carries. */
  readonly load: number;
}

export class OrderState {
  readonly id: string;
  readonly group: string | null;
  readonly placedAt: number;
  readonly readyAt: number;
  readonly readyDeviationSeconds: number;
  readonly load: number;
  readonly pickup: StopState;
  readonly dropoffs: readonly StopState[];
  /** The courier whose route has it; null while unplanned. */
  courier: CourierState | null = null;
  /** Filled when the order is first inserted. */
  candidates: readonly Candidate[] | null = null;

  constructor(
    order: PlanOrder | CommittedOrder,
    /** Null for a committed order. */
    readonly request: PlanOrder | null,
  ) {
    this.id = order.id;
    this.group = order.group;
    this.placedAt = order.placedAt;
    this.readyAt = order.readyAt;
    this.readyDeviationSeconds = order.readyDeviationSeconds;
    this.load = order.dropoffs.reduce((sum, { load }) => sum + load, 0);
    this.pickup = this.#toStop(order.pickup, null, this.readyAt, null, this.load);
    this.dropoffs = order.dropoffs.map((dropoff, index) =>
      this.#toStop(dropoff, index, dropoff.opensAt, dropoff.promisedAt, -dropoff.load),
    );
  }

  /** The one place that makes stops: the search is fast while all have the same shape. */
  #toStop(
    { point, beforeSeconds, afterSeconds }: PlanStop,
    dropoff: number | null,
    earliestAt: number | null,
    promisedAt: number | null,
    load: number,
  ): StopState {
    return {
      order: this,
      dropoff,
      point,
      beforeSeconds,
      afterSeconds,
      earliestAt: earliestAt ?? Number.NEGATIVE_INFINITY,
      promisedAt: promisedAt ?? Number.POSITIVE_INFINITY,
      latestAt: Number.POSITIVE_INFINITY,
      isAwaited: earliestAt === null,
      load,
    };
  }
}

export interface CourierState {
  readonly id: string;
  readonly vehicle: number;
  readonly capacity: number;
  readonly maxInHand: number;
  readonly point: number;
  readonly startsAt: number;
  /** Infinity if unknown. */
  readonly shiftEndsAt: number;
  /** Whether the courier has no order and can begin one now. */
  readonly canStartNow: boolean;
  readonly committed: readonly OrderState[];
  readonly isAtStop: boolean;
  /** Dropoffs whose goods are already collected when the route begins. */
  readonly collected: readonly StopState[];
  /** The committed orders alone. */
  readonly base: Route;
  route: Route;
  /** Differs between any two routes of the same courier. */
  version: number;
}

/** Whether both are pickups at one place: their goods are collected together. */
export const areCollectedTogether = (before: StopState | undefined, stop: StopState): boolean =>
  before !== undefined && before.dropoff === null && stop.dropoff === null && before.point === stop.point;

/** A courier's earliest arrival at a pickup. */
export interface Arrival {
  readonly courier: CourierState;
  readonly arrivesAt: number;
}

export interface PickupArrivals {
  readonly all: readonly Arrival[];
  /** Sorted, and nearly always enough. */
  readonly first: readonly Arrival[];
}

/** The cheapest place for an order in a courier's route, as of a version of the route. */
export interface Candidate {
  readonly courier: CourierState;
  version: number;
  /** Infinity if the courier cannot take the order. */
  extraCost: number;
  /** For each stop of the order, the index of the stop of the route before which it is. */
  places: readonly number[];
}
