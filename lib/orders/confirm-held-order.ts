import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { applyLockedChange, withLockedOrder } from "@/lib/orders/apply-change";
import type { Order } from "@/lib/orders/load-order";
import { isEditable } from "@/lib/orders/order";
import { requestHash } from "@/lib/orders/request-hash";

/**
 * Lets dispatch assign a held order (spec, HELD-3); a confirmed order is returned unchanged.
 * @param input `seenVersion` is the `requestHash` of the trip that the operator has seen
 * @throws DomainError ORDER_NOT_FOUND, ORDER_NOT_ASSIGNABLE once it has ended, ORDER_CHANGED after an edit
 */
export function confirmHeldOrder(
  context: Context,
  scope: AccountScope,
  { externalOrderId, seenVersion }: { readonly externalOrderId: string; readonly seenVersion: string },
): Promise<Order> {
  return withLockedOrder(context, { scope, externalOrderId }, ["request"], async (tx, order) => {
    if (!isEditable(order.status)) throw new DomainError("ORDER_NOT_ASSIGNABLE");
    if (order.heldReason === null) return order;
    if (requestHash(order.details) !== seenVersion) throw new DomainError("ORDER_CHANGED");
    const at = context.clock.now();
    const shown = { heldReason: null };
    return applyLockedChange(context, tx, order, { type: "order.updated", at, shown, wakesDispatch: true });
  });
}
