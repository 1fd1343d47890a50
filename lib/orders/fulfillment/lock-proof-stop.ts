import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { lockOrder, type Order } from "@/lib/orders/load-order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import type { StopState } from "@/lib/orders/stop-state";
import type { ProofFile } from "@/lib/proof-of-delivery/proof-file";

/** @throws DomainError ORDER_NOT_FOUND for another courier's order; STEP_NOT_POSSIBLE for an unknown stop */
export async function lockProofStop(
  tx: Transaction,
  courierId: string,
  { orderId, position }: Pick<ProofFile, "orderId" | "position">,
): Promise<{ order: Order & LockedOrder; stop: StopState }> {
  const order = await lockOrder(tx, { orderId }, ["stops"]);
  if (order === null || order.courierId !== courierId) throw new DomainError("ORDER_NOT_FOUND");
  const stop = order.stops[position];
  if (stop === undefined || stop.kind === "return") throw new DomainError("STEP_NOT_POSSIBLE");
  return { order, stop };
}
