import type { Queryable } from "@/lib/db/client";
import type { OrderRef } from "@/lib/orders/order-ref";
import type { WebhookDeliveries } from "@/lib/webhooks/delivery";
import { selectDeliveriesOfOrder } from "@/lib/webhooks/delivery-store";

const MOST = 50;

/** The deliveries of an order's events to endpoints, newest event first; at most 50. */
export async function listOrderDeliveries(db: Queryable, order: OrderRef): Promise<WebhookDeliveries> {
  const found = await selectDeliveriesOfOrder(db, order, MOST + 1);
  return { deliveries: found.slice(0, MOST), isCut: found.length > MOST };
}
