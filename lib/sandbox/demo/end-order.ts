import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { completeReturn } from "@/lib/orders/fulfillment/complete-return";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import type { ActiveOrder } from "@/lib/orders/list/list-active-orders";

/** Ends an order in any status. @throws DomainError if its courier changes it concurrently */
export async function endOrder(
  context: Context,
  scope: AccountScope,
  { externalOrderId, status, returnState }: ActiveOrder,
  reason: string,
): Promise<void> {
  if (returnState === "on_the_way") await completeReturn(context, scope, externalOrderId);
  else if (status === "in_progress") await deliverOrder(context, scope, externalOrderId);
  else await cancelOrder(context, scope, { externalOrderId, reason });
}
