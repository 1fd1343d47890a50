import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import type { Order } from "@/lib/orders/load-order";
import { lockOrder } from "@/lib/orders/load-order";
import { writeTokens } from "@/lib/orders/store";
import { notifyOrderChanged } from "@/lib/streams/announce";

/** Idempotent; emits no event, since the delivery does not change. @throws DomainError ORDER_NOT_FOUND */
export function revokeTrackingLinks(
  context: Pick<Context, "db">,
  scope: AccountScope,
  externalOrderId: string,
): Promise<Order> {
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, { scope, externalOrderId });
    if (order === null) throw new DomainError("ORDER_NOT_FOUND");
    const hasLinks = [order.trackingToken, ...order.dropoffTokens].some((token) => token !== null);
    if (!hasLinks) return order;
    const dropoffs = order.dropoffTokens.map(() => null);
    await writeTokens(tx, order, { order: null, dropoffs });
    await notifyOrderChanged(tx, order, order.courierId);
    return { ...order, trackingToken: null, dropoffTokens: dropoffs };
  });
}
