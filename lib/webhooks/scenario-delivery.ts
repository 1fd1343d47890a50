import { MINUTE_MS } from "@/lib/duration";
import { type Scenario, toScenarioMs } from "@/lib/sandbox/scenario";
import type { AttemptResult } from "@/lib/webhooks/attempt";

const LATE_MS = 5 * MINUTE_MS;
/** In scenario time. Limits the wait for the next event, which may never come. */
const OVERTAKEN_WITHIN_MS = 60 * MINUTE_MS;
const LOOK_EVERY_MS = 250;

export interface SimulatedDelivery {
  readonly scenario: Scenario | null;
  readonly speed: number | null;
  readonly attempts: number;
  readonly createdAt: Date;
}

export interface EventSource {
  readonly place: number;
  readonly isOvertaken: boolean;
}

export function isAwaitingEarlierDelivery({ scenario, attempts }: SimulatedDelivery): boolean {
  return scenario === "webhook_out_of_order" && attempts === 0;
}

/** Returns the delay of the first attempt. In `webhook_out_of_order`, every second event overtakes the previous one. */
export function scenarioDelayMs(
  delivery: SimulatedDelivery,
  turn: EventSource | null,
  now: Date,
): number | null {
  const left = (lifeMs: number) =>
    delivery.createdAt.getTime() + toScenarioMs(lifeMs, delivery) - now.getTime();
  if (delivery.attempts > 0) return null;
  if (delivery.scenario === "webhook_late") return left(LATE_MS) > 0 ? left(LATE_MS) : null;
  const isFirstOfTwo = turn !== null && turn.place % 2 === 0 && !turn.isOvertaken;
  return isFirstOfTwo && left(OVERTAKEN_WITHIN_MS) > 0 ? LOOK_EVERY_MS : null;
}

export function applyScenario(
  { scenario, attempts }: SimulatedDelivery,
  result: AttemptResult,
): { result: AttemptResult; isRepeated: boolean } {
  const isFirst = attempts === 0 && result.failure === null;
  if (isFirst && scenario === "webhook_500") {
    return { result: { ...result, failure: "rehearsal" }, isRepeated: false };
  }
  return { result, isRepeated: isFirst && scenario === "webhook_duplicate" };
}
