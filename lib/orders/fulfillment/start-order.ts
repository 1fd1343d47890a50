import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { withLockedOrder } from "@/lib/orders/apply-change";
import { applyTransition } from "@/lib/orders/apply-transition";
import type { Order } from "@/lib/orders/load-order";

/** Confirms the pickup: the order is in progress. @throws DomainError ORDER_NOT_FOUND, ORDER_NOT_STARTABLE */
export function startOrder(context: Context, scope: AccountScope, externalOrderId: string): Promise<Order> {
  return withLockedOrder(context, { scope, externalOrderId }, [], async (tx, order) => {
    // A released order stays assigned without a courier.
    if (order.status === "assigned" && order.courierId === null) throw new DomainError("ORDER_NOT_STARTABLE");
    return applyTransition(context, tx, order, { transition: "start", at: context.clock.now() });
  });
}
