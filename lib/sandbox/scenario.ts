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

/** How an order of test mode goes, and how fast. */
export interface Rehearsal {
  readonly scenario: Scenario;
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
