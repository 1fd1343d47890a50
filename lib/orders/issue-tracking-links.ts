import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { withLockedOrder } from "@/lib/orders/apply-change";
import type { Order } from "@/lib/orders/load-order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import type { StopTokens } from "@/lib/orders/rows";
import { writeTokens } from "@/lib/orders/store";
import { generateTrackingToken } from "@/lib/orders/tracking-token";
import { notifyOrderChanged } from "@/lib/streams/announce";

/** Returns the order's tracking links, creating missing ones (spec, LINK-1). @throws DomainError ORDER_NOT_FOUND */
export function issueTrackingLink(
  context: Context,
  scope: AccountScope,
  externalOrderId: string,
): Promise<Order> {
  return withLockedOrder(context, { scope, externalOrderId }, [], async (tx, order) => {
    const isSingle = order.dropoffTokens.length === 1;
    const isComplete = order.trackingToken !== null && (isSingle || !order.dropoffTokens.includes(null));
    if (isComplete) return order;
    return changeTokens(tx, order, {
      order: order.trackingToken ?? generateTrackingToken(),
      dropoffs: order.dropoffTokens.map((token) => token ?? (isSingle ? null : generateTrackingToken())),
    });
  });
}

/** Idempotent; emits no event, since the delivery does not change. @throws DomainError ORDER_NOT_FOUND */
export function revokeTrackingLinks(
  context: Pick<Context, "db">,
  scope: AccountScope,
  externalOrderId: string,
): Promise<Order> {
  return withLockedOrder(context, { scope, externalOrderId }, [], async (tx, order) => {
    const hasLinks = [order.trackingToken, ...order.dropoffTokens].some((token) => token !== null);
    if (!hasLinks) return order;
    return changeTokens(tx, order, { order: null, dropoffs: order.dropoffTokens.map(() => null) });
  });
}

async function changeTokens(tx: Transaction, order: Order & LockedOrder, tokens: StopTokens): Promise<Order> {
  await writeTokens(tx, order, tokens);
  await notifyOrderChanged(tx, order, order.courierId);
  return { ...order, trackingToken: tokens.order, dropoffTokens: tokens.dropoffs };
}
