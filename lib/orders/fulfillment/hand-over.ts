import { recordBuyout } from "@/lib/cash/record-buyout";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { submitProof } from "@/lib/orders/fulfillment/bring-proof";
import type { StepInput } from "@/lib/orders/fulfillment/carried-order";
import { advanceOrder } from "@/lib/orders/fulfillment/go-on";
import { writeHandover } from "@/lib/orders/fulfillment/store";
import type { Order } from "@/lib/orders/load-order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import type { Progress } from "@/lib/orders/progress";
import { waitingCharge } from "@/lib/orders/waiting-charge";

/**
 * Runs in the caller's transaction on a locked order. Dropoffs count from 0.
 * @returns false after a wrong code. @throws DomainError INVALID_PAYLOAD for missing proof
 */
export async function submitHandover(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  {
    dropoff,
    report,
    tapId,
    progress,
    at,
  }: { dropoff: number; report: StepInput; tapId?: string | undefined; progress: Progress; at: Date },
): Promise<boolean> {
  if (!(await submitProof(context, tx, order, { position: dropoff + 1, report, tapId }))) return false;
  await completeDropoff(context, tx, order, { dropoff, progress, at });
  return true;
}

export async function completeDropoff(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  { dropoff, progress, at }: { dropoff: number; progress: Progress; at: Date },
): Promise<Order> {
  const position = dropoff + 1;
  const arrivedAt = progress.dropoffs[dropoff]?.arrivedAt ?? null;
  const waiting = await waitingCharge(context, tx, order, { position, arrivedAt, completedAt: at });
  await writeHandover(tx, order, position, at);
  if (order.courierId !== null) await recordBuyout(tx, order, order.courierId, position, at);
  const dropoffs = progress.dropoffs.map((one, index) =>
    index === dropoff ? { ...one, arrivedAt: one.arrivedAt ?? at, deliveredAt: at } : one,
  );
  return advanceOrder(context, tx, order, {
    position,
    type: "order.stop_completed",
    dropoffs,
    at,
    charges: waiting === null ? [] : [waiting],
  });
}
