import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { applyLockedChange } from "@/lib/orders/apply-change";
import { ERASED_TEXT } from "@/lib/orders/erased";
import { reloadStop } from "@/lib/orders/fulfillment/advance-order";
import { lockOrder, type Order } from "@/lib/orders/load-order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import type { ProofFile } from "@/lib/orders/proof/proof-file";
import { recordProofFile } from "@/lib/orders/proof/record-proof-file";
import type { StopState } from "@/lib/orders/stop-state";
import { notifyOrderChanged } from "@/lib/streams/announce";

/**
 * Adds a file to a stop of a current or former order; idempotent. Late files emit order.proof_added.
 * @throws DomainError ORDER_NOT_FOUND; STEP_NOT_POSSIBLE for an unknown or erased stop or a reused id
 */
export async function addProof(
  context: Context,
  courierId: string,
  file: Omit<ProofFile, "courierId" | "receivedAt">,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { order, stop: before } = await lockProofStop(tx, courierId, file);
    const at = context.clock.now();
    const { orderId: _, ...kept } = file;
    const isNew = await recordProofFile(tx, order, { ...kept, courierId, receivedAt: at });
    if (!isNew) return;
    if (before.outcome === "pending") return notifyOrderChanged(tx, order, courierId);
    const stop = await reloadStop(tx, order, file.position);
    await applyLockedChange(context, tx, order, { type: "order.proof_added", stop, at });
  });
}

/** @throws DomainError ORDER_NOT_FOUND for another courier's order; STEP_NOT_POSSIBLE for an unknown or erased stop */
export async function lockProofStop(
  tx: Transaction,
  courierId: string,
  { orderId, position }: Pick<ProofFile, "orderId" | "position">,
): Promise<{ order: Order & LockedOrder; stop: StopState }> {
  const order = await lockOrder(tx, { orderId }, ["stops"]);
  if (order === null || order.courierId !== courierId) throw new DomainError("ORDER_NOT_FOUND");
  const stop = order.stops[position];
  if (stop === undefined || stop.kind === "return" || (await isStopErased(tx, order, position))) {
    throw new DomainError("STEP_NOT_POSSIBLE");
  }
  return { order, stop };
}

/** The files of a pickup are erased with any dropoff. */
async function isStopErased(
  tx: Transaction,
  { id: orderId, status }: Order & LockedOrder,
  position: number,
): Promise<boolean> {
  if (status !== "delivered" && status !== "cancelled") return false;
  const stops = position === 0 ? { gte: 0 } : position;
  const where = { orderId, position: stops, contactValue: ERASED_TEXT };
  return (await tx.models.orderStop.count({ where })) > 0;
}
