import type { Context } from "@/lib/context";
import { reloadStop } from "@/lib/orders/fulfillment/go-on";
import { lockProofStop } from "@/lib/orders/fulfillment/lock-proof-stop";
import { applyLockedChange } from "@/lib/orders/record-change";
import type { ProofFile } from "@/lib/proof-of-delivery/proof-file";
import { recordProofFile } from "@/lib/proof-of-delivery/record-proof-file";
import { notifyOrderChanged } from "@/lib/streams/announce";

/**
 * Adds a file to a stop of a current or former order; idempotent. Late files emit order.proof_added.
 * @throws DomainError ORDER_NOT_FOUND; STEP_NOT_POSSIBLE for an unknown stop or a reused id
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
