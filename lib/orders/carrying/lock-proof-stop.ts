import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { lockOrderById } from "@/lib/orders/carrying/lock-order";
import type { LockedOrder } from "@/lib/orders/order-row";
import type { StopState } from "@/lib/orders/stop-state";
import { listStops } from "@/lib/orders/stored-order";
import type { ProofFile } from "@/lib/proofs/proof-file";

/**
 * Locks the order that a courier sends a photo or a signature for.
 *
 * @throws DomainError ORDER_NOT_FOUND when the order is not this courier's; STEP_NOT_POSSIBLE when it has no such stop
 */
export async function lockProofStop(
  tx: Transaction,
  courierId: string,
  { orderId, position }: Pick<ProofFile, "orderId" | "position">,
): Promise<{ order: LockedOrder; stop: StopState }> {
  const order = await lockOrderById(tx, orderId);
  if (order === null || order.courierId !== courierId) throw new DomainError("ORDER_NOT_FOUND");
  const stop = (await listStops(tx, order))[position];
  if (stop === undefined || stop.kind === "return") throw new DomainError("STEP_NOT_POSSIBLE");
  return { order, stop };
}
