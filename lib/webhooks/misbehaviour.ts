import { type RehearsedScenario, rehearsedMs } from "@/lib/sandbox/scenario";
import type { AttemptResult } from "@/lib/webhooks/attempt";

const MINUTE_MS = 60_000;

/** How long a late webhook is held, in life. */
const LATE_MS = 5 * MINUTE_MS;
/** How long an event waits to be overtaken by the order's next one, in life; there may be none. */
const OVERTAKEN_WITHIN_MS = 60 * MINUTE_MS;
/** How often a webhook that waits to be overtaken looks whether it has been. */
const LOOK_EVERY_MS = 250;

/** A delivery of an event of an order in test mode, which may go wrong on purpose. */
export interface Rehearsed {
  /** Null for what nobody rehearses, all of live mode included. */
  readonly scenario: RehearsedScenario | null;
  readonly speed: number | null;
  /** All attempts so far: only the first one goes wrong. */
  readonly attempts: number;
  readonly createdAt: Date;
}

/** An event's place among those of its order that go to the same endpoint. */
export interface Turn {
  /** Counted from 0. */
  readonly place: number;
  /** Whether the endpoint has been sent a later one. */
  readonly isOvertaken: boolean;
}

/** Whether what is to be done depends on the event's turn. */
export function awaitsTurn({ scenario, attempts }: Rehearsed): boolean {
  return scenario === "webhook_out_of_order" && attempts === 0;
}

/**
 * For how long to hold a delivery before its first attempt; null to send it now. Out of order, each second event comes
 * before the one that it follows.
 *
 * @param turn null where it plays no part
 */
export function heldMs(delivery: Rehearsed, turn: Turn | null, now: Date): number | null {
  const left = (lifeMs: number) =>
    delivery.createdAt.getTime() + rehearsedMs(lifeMs, delivery) - now.getTime();
  if (delivery.attempts > 0) return null;
  if (delivery.scenario === "webhook_late") return left(LATE_MS) > 0 ? left(LATE_MS) : null;
  const isFirstOfTwo = turn !== null && turn.place % 2 === 0 && !turn.isOvertaken;
  return isFirstOfTwo && left(OVERTAKEN_WITHIN_MS) > 0 ? LOOK_EVERY_MS : null;
}

/** What a success counts as: itself, one that is sent once more, or a failure. */
export function asRehearsed(
  { scenario, attempts }: Rehearsed,
  result: AttemptResult,
): { result: AttemptResult; isRepeated: boolean } {
  const isFirst = attempts === 0 && result.failure === null;
  if (isFirst && scenario === "webhook_500") {
    return { result: { ...result, failure: "rehearsal" }, isRepeated: false };
  }
  return { result, isRepeated: isFirst && scenario === "webhook_duplicate" };
}
