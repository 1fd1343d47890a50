import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { announceOrder } from "@/lib/live/announce";
import { applyTransition } from "@/lib/orders/apply-transition";
import { getProgress } from "@/lib/orders/carrying/get-progress";
import { lockOrderById } from "@/lib/orders/carrying/lock-order";
import { isBehind, isPossible, nextStep, type Step } from "@/lib/orders/carrying/progress";
import { releaseOrder } from "@/lib/orders/carrying/release-order";
import { writeProgress, writeStopProgress } from "@/lib/orders/carrying/store";
import type { LockedOrder } from "@/lib/orders/order-row";
import { readLocked } from "@/lib/orders/stored-order";

/**
 * A courier takes a step of their carried order. Picking up makes the order in_progress; the last handover makes it
 * delivered. Repeating a step changes nothing, so a phone without a network can resend as often as it likes.
 *
 * @param happenedAt when the courier tapped; counts if it is between the previous step and now
 * @throws DomainError ORDER_NOT_FOUND when the order is not this courier's, STEP_NOT_POSSIBLE out of order or
 *   once the order is cancelled
 */
export function takeStep(
  context: Context,
  courierId: string,
  { orderId, step, happenedAt }: { orderId: bigint; step: Step; happenedAt?: Date | undefined },
): Promise<void> {
  return context.db.transaction(async (tx) => {
    const order = await lockOrderById(tx, orderId);
    if (order === null || order.courierId !== courierId) throw new DomainError("ORDER_NOT_FOUND");
    if (order.status === "cancelled") throw new DomainError("STEP_NOT_POSSIBLE");
    const progress = await getProgress(tx, order);
    const next = nextStep(order.status, progress);
    if (next === null || isBehind(step, next)) return;
    if (!isPossible(step, next)) throw new DomainError("STEP_NOT_POSSIBLE");
    const now = context.clock.now();
    const wanted = happenedAt?.getTime() ?? now.getTime();
    const at = new Date(Math.min(now.getTime(), Math.max(wanted, progress.latest.getTime())));
    const transition = await write(tx, order, step, progress.dropoffs.length, at);
    if (transition === null) return announceOrder(tx, order, courierId);
    const shown = transition === "deliver" ? { deliveredAt: at } : {};
    await applyTransition(context, tx, await readLocked(tx, order), { transition, shown, at });
  });
}

/** Writes how far the courier has come. @returns the transition that follows from it, if any */
async function write(
  tx: Transaction,
  order: LockedOrder,
  step: Step,
  dropoffCount: number,
  at: Date,
): Promise<"start" | "deliver" | null> {
  if (step.type === "arrive") {
    await writeStopProgress(tx, order, step.dropoff + 1, "arrivedAt", at);
    return null;
  }
  if (step.type === "hand_over") {
    await writeStopProgress(tx, order, step.dropoff + 1, "arrivedAt", at);
    await writeStopProgress(tx, order, step.dropoff + 1, "deliveredAt", at);
    return step.dropoff + 1 < dropoffCount ? null : "deliver";
  }
  await writeProgress(tx, order, "acceptedAt", at);
  if (step.type === "accept") return null;
  await writeProgress(tx, order, "arrivedAt", at);
  return step.type === "pick_up" ? "start" : null;
}

/**
 * A courier hands an assignment back before picking it up; the search for another starts at once.
 *
 * @throws DomainError ORDER_NOT_FOUND when the order is not this courier's, STEP_NOT_POSSIBLE once picked up
 */
export async function handBackOrder(context: Context, courierId: string, orderId: bigint): Promise<void> {
  await context.db.transaction(async (tx) => {
    const order = await lockOrderById(tx, orderId);
    if (order === null || order.courierId !== courierId) throw new DomainError("ORDER_NOT_FOUND");
    if (order.status !== "assigned") throw new DomainError("STEP_NOT_POSSIBLE");
    await releaseOrder(
      context,
      tx,
      { ...order, courierId },
      {
        reason: "handed_back",
        at: context.clock.now(),
      },
    );
  });
}
