import { draftFromDetails, type OrderDraft } from "@/lib/orders/form/draft";
import type { DetailedOrder } from "@/lib/orders/form/find-order-details";
import { toRubles } from "@/lib/pricing/money";

/** An order as a form has opened it for an edit. */
export interface OpenedOrder {
  readonly code: string;
  readonly version: string;
  readonly draft: OrderDraft;
  /** In RUB; null while it has none. */
  readonly price: number | null;
}

/** What a form opens of an order. */
export function openedOrder({ order, details, version }: DetailedOrder): OpenedOrder {
  return {
    code: order.orderCode,
    version,
    draft: draftFromDetails(details, order.externalOrderId),
    price: order.price === null ? null : toRubles(order.price),
  };
}
