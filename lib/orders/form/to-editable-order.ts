import { draftFromDetails } from "@/lib/orders/form/draft";
import type { Order } from "@/lib/orders/load-order";
import { requestHash } from "@/lib/orders/request-hash";
import { toRubles } from "@/lib/pricing/money";

export type EditableDraft = ReturnType<typeof toEditableOrder>;

export function toEditableOrder(order: Order<"request">) {
  return {
    code: order.orderCode,
    version: requestHash(order.details),
    draft: draftFromDetails(order.details, order.externalOrderId),
    /** In RUB; null without a price. */
    price: order.price === null ? null : toRubles(order.price),
  };
}
