import { requestHash } from "@/lib/orders/details-version";
import { draftFromDetails, type OrderDraft } from "@/lib/orders/form/draft";
import type { Order } from "@/lib/orders/load-order";
import { toRubles } from "@/lib/pricing/money";

export interface EditableDraft {
  readonly code: string;
  readonly version: string;
  readonly draft: OrderDraft;
  /** In RUB; null without a price. */
  readonly price: number | null;
}

export function toEditableOrder(order: Order<"request">): EditableDraft {
  return {
    code: order.orderCode,
    version: requestHash(order.details),
    draft: draftFromDetails(order.details, order.externalOrderId),
    price: order.price === null ? null : toRubles(order.price),
  };
}
