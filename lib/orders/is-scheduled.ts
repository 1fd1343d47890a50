import { isEditable, type OrderStatus } from "@/lib/orders/order";

interface ScheduledInput {
  readonly status: OrderStatus;
  readonly hasCourier: boolean;
  /** Start of the search for a courier, ISO 8601; null once it no longer matters. */
  readonly dispatchAt: string | null;
}

/** Whether an order without a courier waits for the start of its search. */
export function isScheduled({ status, hasCourier, dispatchAt }: ScheduledInput, now: number): boolean {
  return !hasCourier && isEditable(status) && dispatchAt !== null && Date.parse(dispatchAt) > now;
}
