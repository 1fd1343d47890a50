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

/** Returns null for a scenario of another release, whose orders go like those without one. */
export const readScenario = (stored: string | null): Scenario | null =>
  SCENARIOS.find((one) => one === stored) ?? null;

export interface ScenarioRun {
  readonly scenario: Scenario;
  readonly speed: number | null;
}

export const SPEED_LIMITS = { min: 1, max: 600 } as const;

export const USUAL_SPEED = 8;

export function toScenarioMs(lifeMs: number, { speed }: Pick<ScenarioRun, "speed">): number {
  return lifeMs / (speed ?? USUAL_SPEED);
}
