import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { applyTransition } from "@/lib/orders/apply-transition";
import { submitProof } from "@/lib/orders/fulfillment/bring-proof";
import type { StepInput } from "@/lib/orders/fulfillment/carried-order";
import { writeProgress } from "@/lib/orders/fulfillment/store";
import { type Order, reloadLockedOrder } from "@/lib/orders/load-order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import type { Progress } from "@/lib/orders/progress";
import { waitingCharge } from "@/lib/orders/waiting-charge";

/**
 * Runs in the caller's transaction on a locked, assigned order.
 * @returns false after a wrong code. @throws DomainError INVALID_PAYLOAD for missing proof
 */
export async function pickUp(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  { report, progress, at }: { report: StepInput; progress: Progress; at: Date },
): Promise<boolean> {
  if (!(await submitProof(context, tx, order, { position: 0, report }))) return false;
  const { arrivedAt } = progress;
  const waiting = await waitingCharge(context, tx, order, { position: 0, arrivedAt, completedAt: at });
  await writeProgress(tx, order, "acceptedAt", at);
  await writeProgress(tx, order, "arrivedAt", at);
  await applyTransition(context, tx, await reloadLockedOrder(tx, order), {
    transition: "start",
    charges: waiting === null ? [] : [waiting],
    at,
  });
  return true;
}
