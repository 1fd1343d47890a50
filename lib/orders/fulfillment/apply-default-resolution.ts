import { getAccount } from "@/lib/accounts/get-account";
import type { Context } from "@/lib/context";
import { DONE, type JobOutcome } from "@/lib/jobs/job";
import { resolveUndeliverableStop } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { selectStopStates } from "@/lib/orders/fulfillment/store";
import { lockOrder } from "@/lib/orders/load-order";

/** Position and attempt count from 1. */
export const resolutionJobKey = (orderId: bigint, position: number, attempt: number): string =>
  `${orderId}:${position}:${attempt}`;

/** Applies the account's default to an unanswered question; else does nothing. */
export function applyDefaultResolution(context: Context, key: string): Promise<JobOutcome> {
  const [orderId = "", place, attempt] = key.split(":");
  const position = Number(place);
  return context.db.transaction(async (tx): Promise<JobOutcome> => {
    const order = await lockOrder(tx, { orderId: BigInt(orderId) }, ["progress"]);
    if (order === null || order.status !== "in_progress") return DONE;
    const { dropoffs } = order.progress;
    const stop = dropoffs[position - 1];
    if (stop?.resolution !== "ask" || stop.attempts !== Number(attempt)) return DONE;
    const until = (await selectStopStates(tx, order))[position]?.answerUntil ?? null;
    const leftMs = (until?.getTime() ?? 0) - context.clock.now().getTime();
    if (leftMs > 0) return { type: "again", afterMs: leftMs };
    const { unansweredAction } = await getAccount(tx, order.scope.accountId);
    // A database constraint excludes other values.
    const action = unansweredAction === "leave" ? "leave" : "return";
    await resolveUndeliverableStop(context, tx, order, { position, action, dropoffs });
    return DONE;
  });
}
