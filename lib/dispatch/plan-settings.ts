/** Costs in minutes of a recipient's waiting (`lib/dispatch/route-cost.ts` has the formula). */
export interface PlanWeights {
  readonly waitingMinute: number;
  /** Makes a minute of a long wait dearer than one of a short wait, so that no recipient waits for many newer orders. */
  readonly longWaitSquareMinute: number;
  readonly lateMinute: number;
  /** For each broken promise. */
  readonly brokenPromise: number;
  readonly drivenMinute: number;
  /** Between readiness and collection, in addition to the recipient's waiting. */
  readonly readyMinute: number;
  /** From the end of a courier's route to the nearest expected pickups. */
  readonly distantMinute: number;
  /** Per order that no route takes. */
  readonly unplanned: number;
}

export interface PlanSettings {
  readonly seed: number;
  readonly weights: PlanWeights;
  /**
   * Whether a courier with an order in hand may drive to another pickup. Otherwise several orders are only collected
   * together, at one place.
   */
  readonly collectsOnTheWay: boolean;
  /**
   * Whether orders that are collected together are assigned with the first of them. Otherwise each is assigned when the
   * courier would leave, who may have left by then.
   */
  readonly offersTogether: boolean;
  /** Orders planned for a courier, beyond the committed ones. */
  readonly maxPlanned: number;
  /** Couriers compared for an order: those who can be at its pickup first. */
  readonly maxCandidates: number;
  /** Couriers whose shift begins within this time are planned. */
  readonly lookaheadSeconds: number;
  /** Until the next plan at the latest. */
  readonly tickSeconds: number;
  /** Expected time from the offer to its acceptance. */
  readonly acceptanceSeconds: number;
  /** Time before the end of the first delivery window for which a courier who can stack orders leaves at the latest. */
  readonly windowReserveSeconds: number;
  /** Share of the time until a handover by which its 90th percentile is later: it must still keep the promise. */
  readonly delayShare: number;
  /** The longest delay of a committed order by further ones. */
  readonly maxAddedSeconds: number;
  /** From the end of the shift to the last handover; nothing is collected after the end. */
  readonly maxOvertimeSeconds: number;
  /** Search iterations per plan, fewer if these times the orders exceed `maxSearchedOrders`. */
  readonly iterationsPerPlan: number;
  readonly maxSearchedOrders: number;
  /** Further ones per order that the previous plan did not know, and the maximum of all. */
  readonly iterationsPerNewOrder: number;
  readonly maxIterations: number;
}

export const DEFAULT_PLAN_SETTINGS: PlanSettings = {
  seed: 1,
  weights: {
    waitingMinute: 1,
    longWaitSquareMinute: 0.005,
    lateMinute: 0.5,
    brokenPromise: 0,
    drivenMinute: 0.4,
    readyMinute: 0.1,
    distantMinute: 0.5,
    unplanned: 5_000,
  },
  collectsOnTheWay: false,
  offersTogether: false,
  maxPlanned: 4,
  maxCandidates: 24,
  lookaheadSeconds: 1_800,
  tickSeconds: 1,
  acceptanceSeconds: 0,
  windowReserveSeconds: 720,
  delayShare: 0,
  maxAddedSeconds: Number.POSITIVE_INFINITY,
  maxOvertimeSeconds: 0,
  iterationsPerPlan: 200,
  maxSearchedOrders: 15_000,
  iterationsPerNewOrder: 2,
  maxIterations: 2_000,
};
