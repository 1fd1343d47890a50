import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { type OrderEvent, selectEventsOfOrder } from "@/lib/events/store";

const MOST = 100;

/** The latest events of an order that the journal still has, oldest first; at most 100. */
export async function listOrderEvents(
  db: Queryable,
  scope: AccountScope,
  orderId: bigint,
): Promise<OrderEvent[]> {
  const events = await selectEventsOfOrder(db, scope, orderId, MOST);
  return events.reverse();
}
