import { isCourierStale } from "@/lib/couriers/freshness";
import type { WindowText } from "@/lib/orders/delivery-window";
import type { OrderStatus } from "@/lib/orders/order";

export const PAGE_LENGTH = 50;

export const MAX_NEW_ORDERS = 100;

/** Counts are capped at 1,000. */
export const MAX_COUNTED = 1_000;

/** Instants are ISO 8601. */
export interface OrderListItem {
  readonly code: string;
  readonly externalOrderId: string;
  readonly status: OrderStatus;
  readonly createdAt: string;
  readonly deliveryTime: string | null;
  /** The first of its dropoffs' windows to end; null without any. */
  readonly deliveryWindow: WindowText | null;
  readonly dispatchAt: string;
  /** The last on-time instant; null once ended, and during a return. */
  readonly dueAt: string | null;
  readonly endedAt: string | null;
  /** The amount owed, in RUB. */
  readonly total: number;
  readonly courierName: string | null;
  /** The courier's last signal; null if they do not carry the order. */
  readonly heardAt: string | null;
  readonly dropoffs: number;
  readonly handedOver: number;
  /** Whether the shop or an operator must decide about undelivered goods. */
  readonly isAsked: boolean;
  /** Whether it gets no courier before an operator has confirmed it. */
  readonly isHeld: boolean;
  /** About when a courier is planned to pick it up; null unless it waits and one is planned. */
  readonly pickupAt: string | null;
  readonly destination: string;
  /** When the destination's personal data was erased. */
  readonly erasedAt: string | null;
  readonly recipient: string | null;
}

/** Whether the carrying courier has been silent for five minutes or has sent no position. */
export function hasStaleCourier(
  order: Pick<OrderListItem, "status" | "courierName" | "heardAt">,
  now: number,
): boolean {
  if (order.courierName === null || (order.status !== "assigned" && order.status !== "in_progress"))
    return false;
  return isCourierStale(order.heardAt, now);
}
