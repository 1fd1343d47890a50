import type { Remaining } from "@/bench/arrivals/remaining";

const WAIT_MINUTES = 4;
const DOOR_MINUTES = 2.5;
const STEP = 5;

/** The rule before durations were learned: constants, and a window of a sixth before to a quarter after the estimate. */
export function toFormerWindow(
  now: number,
  remaining: readonly Remaining[],
  dropoff: number,
): { from: number; to: number } {
  let [before, after, untilReady] = [0, 0, 0];
  for (const step of remaining) {
    if (step.kind === "drive") after += step.plannedMinutes;
    if (step.kind === "drive" && step.part === "dropoff" && step.index === dropoff) break;
    if (step.kind === "door") after += DOOR_MINUTES;
    if (step.kind !== "wait") continue;
    untilReady = Math.max(0, (step.readyAt ?? 0) - now);
    [before, after] = [after + WAIT_MINUTES, 0];
  }
  const earliest = Math.max((before + after) * (1 - 1 / 6), untilReady + after * (1 - 1 / 6));
  const latest = Math.max((before + after) * 1.25, untilReady + after * 1.25);
  const from = Math.floor((now + earliest) / STEP) * STEP;
  return {
    from: Math.max(from, Math.floor(now)),
    to: Math.max(Math.ceil((now + latest) / STEP) * STEP, from + 2 * STEP),
  };
}
