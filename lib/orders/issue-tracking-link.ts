import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import type { Order } from "@/lib/orders/load-order";
import { lockOrder } from "@/lib/orders/load-order";
import { writeTokens } from "@/lib/orders/store";
import { generateTrackingToken } from "@/lib/orders/tracking-token";
import { notifyOrderChanged } from "@/lib/streams/announce";

/** Returns the order's tracking links, creating missing ones (spec, LINK-1). @throws DomainError ORDER_NOT_FOUND */
export function issueTrackingLink(
  context: Context,
  scope: AccountScope,
  externalOrderId: string,
): Promise<Order> {
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, { scope, externalOrderId });
    if (order === null) throw new DomainError("ORDER_NOT_FOUND");
    const isSingle = order.dropoffTokens.length === 1;
    const tokens = {
      order: order.trackingToken ?? generateTrackingToken(),
      dropoffs: order.dropoffTokens.map((token) => token ?? (isSingle ? null : generateTrackingToken())),
    };
    const isComplete = order.trackingToken !== null && (isSingle || !order.dropoffTokens.includes(null));
    if (isComplete) return order;
    await writeTokens(tx, order, tokens);
    await notifyOrderChanged(tx, order, order.courierId);
    return { ...order, trackingToken: tokens.order, dropoffTokens: tokens.dropoffs };
  });
}
