import type { DeliveryWindow } from "@/lib/orders/delivery-window";
import type { OrderStatus } from "@/lib/orders/order";

interface WindowedStop {
  readonly status: OrderStatus;
  readonly courierId: string | null;
  /** When the search for a courier begins; null if the account does not let recipients choose. */
  readonly windowOpenUntil: Date | null;
  readonly deliveryWindow: DeliveryWindow | null;
}

/** Whether the recipient may choose another window: until a courier is searched for. */
export function canChooseWindow(
  { status, courierId, windowOpenUntil, deliveryWindow }: WindowedStop,
  now: Date,
): boolean {
  const isWaiting = status === "new" && courierId === null;
  return isWaiting && deliveryWindow !== null && windowOpenUntil !== null && windowOpenUntil > now;
}
