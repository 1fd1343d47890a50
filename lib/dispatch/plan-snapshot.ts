/**
 * The input of a plan. Instants and durations are seconds; all instants count from the same origin. Points are
 * numbers that only `travelSeconds` interprets, vehicles are indexes of vehicle types.
 */
export interface PlanSnapshot {
  readonly now: number;
  /** Couriers on shift, and those whose shift begins later. Identifiers are unique. */
  readonly couriers: readonly PlanCourier[];
  /** Orders without a courier. Identifiers are unique, also among the couriers' committed orders. */
  readonly orders: readonly PlanOrder[];
  readonly travelSeconds: TravelSeconds;
  /** Places of orders that are expected soon, for example of today's orders; may be empty. */
  readonly expectedPickups: readonly ExpectedPickup[];
}

export interface ExpectedPickup {
  readonly point: number;
  /** Relative to the others. */
  readonly weight: number;
}

/** Infinity if there is no way. A pure, fast function: a plan calls it up to a million times. */
export type TravelSeconds = (fromPoint: number, toPoint: number, vehicle: number) => number;

/** A place with the time that its handover takes. */
export interface PlanStop {
  readonly point: number;
  /** From the arrival to the handover: parking, finding the door. */
  readonly beforeSeconds: number;
  /** From the handover to the departure. */
  readonly afterSeconds: number;
}

export interface PlanDropoff extends PlanStop {
  /** Earliest handover: the start of a chosen delivery window. Null if the recipient wants it as soon as possible. */
  readonly opensAt: number | null;
  /** Latest handover that was promised. */
  readonly promisedAt: number | null;
  /** In the unit of the couriers' capacity. */
  readonly load: number;
}

export interface PlanOrder {
  readonly id: string;
  /** Only orders of one group may be in hand together; null for an order that a courier has by itself. */
  readonly group: string | null;
  readonly placedAt: number;
  /** Known or expected readiness of the goods. */
  readonly readyAt: number;
  /** Standard deviation of `readyAt`; 0 if it is known. */
  readonly readyDeviationSeconds: number;
  readonly pickup: PlanStop;
  /** One to ten. */
  readonly dropoffs: readonly PlanDropoff[];
  /** Whether the plan may choose the sequence of the dropoffs. */
  readonly isSequenceFree: boolean;
  /** The vehicle types that can carry it. */
  readonly vehicles: readonly number[];
  /** Identifiers of couriers who declined it or must not get it. */
  readonly excludedCouriers: readonly string[];
}

/** A stop of an order. */
export interface StopRef {
  readonly orderId: string;
  /** Index among the order's dropoffs, null for the pickup. */
  readonly dropoff: number | null;
}

/** An order that its courier keeps. */
export type CommittedOrder = Pick<
  PlanOrder,
  "id" | "group" | "placedAt" | "readyAt" | "readyDeviationSeconds" | "pickup" | "dropoffs"
>;

export interface PlanCourier {
  readonly id: string;
  readonly vehicle: number;
  readonly capacity: number;
  /** Place and time at which the courier can begin the first committed order, or without one the next planned order. */
  readonly point: number;
  readonly freeAt: number;
  /** Null if the shift has begun. */
  readonly shiftStartsAt: number | null;
  /** Null if unknown. */
  readonly shiftEndsAt: number | null;
  /** Orders that the courier may have in hand at once: collected and not yet delivered, or on the way to the pickup. */
  readonly maxInHand: number;
  /**
   * Orders in hand or assigned. If no order can be added to them, a caller may leave them out, and state in `point` and
   * `freeAt` where and when the last of them ends.
   */
  readonly committed: readonly CommittedOrder[];
  /** The remaining stops of the committed orders, in driving sequence. An order without a pickup is collected. */
  readonly stops: readonly StopRef[];
  /** Whether the courier is at the first of these stops: only there can an order be added to committed ones. */
  readonly isAtStop: boolean;
}

/** Orders and couriers in the sequence of the routes; the times are the planned ones. */
export interface Plan {
  /** Couriers with at least one planned order. */
  readonly routes: readonly PlannedRoute[];
  readonly unplanned: readonly UnplannedOrder[];
  /** Assignments to commit now: the next plan would delay them. */
  readonly due: readonly DueAssignment[];
  /** Cost of all routes in minutes, without unplanned orders (`lib/dispatch/route-cost.ts`). */
  readonly costMinutes: number;
  /** Search iterations that were made. */
  readonly iterations: number;
}

export interface PlannedRoute {
  readonly courierId: string;
  /** Planned orders by their collection. */
  readonly orders: readonly PlannedOrder[];
  /** All stops in driving sequence, those of committed orders too. */
  readonly stops: readonly PlannedStop[];
}

export interface PlannedOrder {
  readonly orderId: string;
  /** Latest offer to the courier that keeps the plan's times (`lib/dispatch/commitment.ts`). */
  readonly commitAt: number;
  readonly arrivesAt: number;
  readonly collectedAt: number;
  /** Handover at each dropoff, in the sequence of the order's dropoffs. */
  readonly handedOverAt: readonly number[];
}

export interface PlannedStop extends StopRef {
  readonly arrivesAt: number;
  /** Collection or handover. */
  readonly handledAt: number;
}

/**
 * `no_vehicle`: no courier's vehicle can carry it. `excluded`: all who could carry it declined it. `no_courier`: none of
 * the others is on shift or starts soon. `unreachable`: no way leads there. `shift_ends`: all shifts end too early.
 * `queue_full`: the couriers have as many planned orders as allowed, or other orders use their time better.
 */
export type UnplannedReason =
  | "no_vehicle"
  | "excluded"
  | "no_courier"
  | "unreachable"
  | "shift_ends"
  | "queue_full";

export interface UnplannedOrder {
  readonly orderId: string;
  readonly reason: UnplannedReason;
}

export interface DueAssignment {
  readonly orderId: string;
  readonly courierId: string;
}
