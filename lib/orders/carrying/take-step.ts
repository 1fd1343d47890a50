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
    await write(context, tx, order, step, progress.dropoffs.length, at);
    await announceOrder(tx, order, courierId);
  });
}

async function write(
  context: Context,
  tx: Transaction,
  order: LockedOrder,
  step: Step,
  dropoffCount: number,
  at: Date,
): Promise<void> {
  if (step.type === "arrive") {
    await writeStopProgress(tx, order, step.dropoff + 1, "arrivedAt", at);
  } else if (step.type === "hand_over") {
    await writeStopProgress(tx, order, step.dropoff + 1, "arrivedAt", at);
    await writeStopProgress(tx, order, step.dropoff + 1, "deliveredAt", at);
    if (step.dropoff + 1 < dropoffCount) return;
    await applyTransition(context, tx, order, { transition: "deliver", columns: { deliveredAt: at }, at });
  } else {
    await writeProgress(tx, order, "acceptedAt", at);
    if (step.type === "accept") return;
    await writeProgress(tx, order, "arrivedAt", at);
    if (step.type === "pick_up") await applyTransition(context, tx, order, { transition: "start", at });
  }
}

/**
 * A courier hands an assignment back before picking it up; the search for another starts at once.
 *
 * @throws DomainError ORDER_NOT_FOUND when the order is not this courier's, STEP_NOT_POSSIBLE once picked up
 */
export function handBackOrder(context: Context, courierId: string, orderId: bigint): Promise<void> {
  return context.db.transaction(async (tx) => {
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
