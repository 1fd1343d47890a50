import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { findLinkedOrderId, findOwnStop } from "@/lib/orders/feedback/store";
import { lockOrder, type Order } from "@/lib/orders/load-order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { isWellFormedToken } from "@/lib/orders/tracking-token";

type OwnStop = NonNullable<Awaited<ReturnType<typeof findOwnStop>>>;

/** @throws DomainError LINK_NOT_FOUND; STEP_NOT_POSSIBLE for an order link with several dropoffs */
export async function lockRecipientStop(
  tx: Transaction,
  token: string,
): Promise<{ order: Order<"progress"> & LockedOrder; stop: OwnStop }> {
  const orderId = isWellFormedToken(token) ? await findLinkedOrderId(tx, token) : null;
  const order = orderId === null ? null : await lockOrder(tx, { orderId }, ["progress"]);
  if (order === null) throw new DomainError("LINK_NOT_FOUND");
  const stop = await findOwnStop(tx, order, token);
  if (stop === null) throw new DomainError("STEP_NOT_POSSIBLE");
  return { order, stop };
}
