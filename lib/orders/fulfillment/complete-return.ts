import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { completeReturnAtPickup } from "@/lib/orders/fulfillment/give-back";
import { lockOrder, type Order } from "@/lib/orders/load-order";

/** An operator's report; idempotent. @throws DomainError ORDER_NOT_FOUND, STEP_NOT_POSSIBLE without a return */
export function completeReturn(
  context: Context,
  scope: AccountScope,
  externalOrderId: string,
): Promise<Order> {
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, { scope, externalOrderId }, ["progress"]);
    if (order === null) throw new DomainError("ORDER_NOT_FOUND");
    if (order.returnState === "returned") return order;
    if (order.returnState !== "on_the_way") throw new DomainError("STEP_NOT_POSSIBLE");
    return completeReturnAtPickup(context, tx, order, { progress: order.progress, at: context.clock.now() });
  });
}
