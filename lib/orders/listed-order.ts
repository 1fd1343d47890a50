import type { OrderStatus } from "@/lib/orders/order";

/** An order as a list shows it. Instants are ISO 8601. */
export interface ListedOrder {
  readonly code: string;
  readonly externalOrderId: string;
  readonly status: OrderStatus;
  readonly createdAt: string;
  /** When it is to be delivered; null for as soon as possible. */
  readonly deliveryTime: string | null;
  /** In RUB. */
  readonly price: number | null;
  readonly courierName: string | null;
  /** When its courier was heard of last; null unless they carry it. */
  readonly heardAt: string | null;
  readonly dropoffs: number;
  readonly handedOver: number;
  /** Street and building of the first dropoff. */
  readonly destination: string;
}
