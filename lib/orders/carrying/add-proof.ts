import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { announceOrder } from "@/lib/live/announce";
import { lockOrderById } from "@/lib/orders/carrying/lock-order";
import type { ProofFile } from "@/lib/proofs/proof-file";
import { recordProofFile } from "@/lib/proofs/record-proof-file";

/**
 * A photo or a signature has come from a stop of an order that a courier carries or has carried. Repeated, it changes
 * nothing.
 *
 * @throws DomainError ORDER_NOT_FOUND when the order is not this courier's; STEP_NOT_POSSIBLE when the id is another
 *   file's, or the stop has as many as it may
 */
export function addProof(
  context: Context,
  courierId: string,
  { orderId, ...file }: Omit<ProofFile, "courierId" | "receivedAt">,
): Promise<void> {
  return context.db.transaction(async (tx) => {
    const order = await lockOrderById(tx, orderId);
    if (order === null || order.courierId !== courierId) throw new DomainError("ORDER_NOT_FOUND");
    const receivedAt = context.clock.now();
    const isNew = await recordProofFile(tx, order, { ...file, courierId, receivedAt });
    if (isNew) await announceOrder(tx, order, courierId);
  });
}
