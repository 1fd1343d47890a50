import type { Queryable } from "@/lib/db/client";
import type { OrderKey } from "@/lib/events/insert-event";
import { type OrderEvent, selectEventsOfOrder } from "@/lib/events/store";

const MOST = 100;

/** An order's latest events, oldest first; at most 100. */
export async function listOrderEvents(db: Queryable, order: OrderKey): Promise<OrderEvent[]> {
  const events = await selectEventsOfOrder(db, order, MOST);
  return events.reverse();
}
