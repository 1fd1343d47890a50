/** The ways in which an order of test mode can go (spec, Sandbox). */
export const SCENARIOS = [
  "happy",
  "no_courier",
  "refused_twice",
  "reassigned",
  "gps_lost",
  "gps_stale",
  "late_30",
  "absent_then_return",
  "one_of_three_refused",
  "cancelled_after_pickup",
  "wrong_code",
  "webhook_duplicate",
  "webhook_out_of_order",
  "webhook_late",
  "webhook_500",
] as const;
export type Scenario = (typeof SCENARIOS)[number];

/**
 * The ways in which the orders of a simulated evening go, which nobody else may ask for: as usual, or with a trouble
 * that lasts until an operator deals with it.
 */
export const EVENING_SCENARIOS = [
  "evening",
  "evening_refused",
  "evening_not_accepted",
  "evening_silent",
  "evening_broken_down",
  "evening_at_door",
  "evening_question",
  "evening_late",
  "evening_going_back",
] as const;
export type EveningScenario = (typeof EVENING_SCENARIOS)[number];

/** All that a rehearsal may be. */
export const REHEARSED_SCENARIOS = [...SCENARIOS, ...EVENING_SCENARIOS] as const;
export type RehearsedScenario = (typeof REHEARSED_SCENARIOS)[number];

/** Whether an order is one of a simulated evening. */
export const isOfEvening = (scenario: RehearsedScenario | null): scenario is EveningScenario =>
  EVENING_SCENARIOS.some((one) => one === scenario);

/** How an order of test mode goes, and how fast. */
export interface Rehearsal {
  readonly scenario: RehearsedScenario;
  /** How many times faster than in life; null for the usual pace of the sandbox. */
  readonly speed: number | null;
}

export const SPEED_LIMITS = { min: 1, max: 600 } as const;

/** How many times faster than in life an order goes that names no speed; long trips go faster still. */
export const USUAL_SPEED = 8;

/** How long something takes in a rehearsal that takes this long in life. */
export function rehearsedMs(lifeMs: number, { speed }: Pick<Rehearsal, "speed">): number {
  return lifeMs / (speed ?? USUAL_SPEED);
}
