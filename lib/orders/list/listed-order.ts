import type { OrderStatus } from "@/lib/orders/order";

export const PAGE_LENGTH = 50;

/** The most new orders counted beside it. */
export const MAX_NEW_ORDERS = 100;

/** As far as orders are counted; nobody reads more of a number in a menu. */
export const MAX_COUNTED = 1_000;

/** An order as a list shows it. Instants are ISO 8601. */
export interface OrderListItem {
  readonly code: string;
  readonly externalOrderId: string;
  readonly status: OrderStatus;
  readonly createdAt: string;
  readonly deliveryTime: string | null;
  /** When the search for a courier begins. */
  readonly dispatchAt: string;
  /** The last instant at which it is on time; null once it has ended, and while its goods go back. */
  readonly dueAt: string | null;
  readonly endedAt: string | null;
  /** What is owed, in RUB. */
  readonly total: number;
  readonly courierName: string | null;
  /** When its courier last sent a signal; null unless they carry it. */
  readonly heardAt: string | null;
  readonly dropoffs: number;
  readonly handedOver: number;
  /** Whether somebody has to say what becomes of goods that could not be handed over. */
  readonly isAsked: boolean;
  /** Street and building of the first dropoff. */
  readonly destination: string;
  readonly recipient: string | null;
}

const SILENT_AFTER_MS = 5 * 60_000;

/** Whether the courier who carries it has sent nothing for five minutes, or ever. */
export function isCourierStale(
  order: Pick<OrderListItem, "status" | "courierName" | "heardAt">,
  now: number,
): boolean {
  if (order.courierName === null || (order.status !== "assigned" && order.status !== "in_progress"))
    return false;
  return order.heardAt === null || now - Date.parse(order.heardAt) >= SILENT_AFTER_MS;
}
