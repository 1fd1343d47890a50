/** (spec, Sandbox) */
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

/** Only for orders of a simulated evening; most are troubles that last until an operator handles them. */
export const DRILL_SCENARIOS = [
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
export type EveningScenario = (typeof DRILL_SCENARIOS)[number];

export const REHEARSED_SCENARIOS = [...SCENARIOS, ...DRILL_SCENARIOS] as const;
export type TestScenario = (typeof REHEARSED_SCENARIOS)[number];

export const isOfEvening = (scenario: TestScenario | null): scenario is EveningScenario =>
  DRILL_SCENARIOS.some((one) => one === scenario);

export interface ScenarioRun {
  readonly scenario: TestScenario;
  readonly speed: number | null;
}

export const SPEED_LIMITS = { min: 1, max: 600 } as const;

export const USUAL_SPEED = 8;

export function toScenarioMs(lifeMs: number, { speed }: Pick<ScenarioRun, "speed">): number {
  return lifeMs / (speed ?? USUAL_SPEED);
}
