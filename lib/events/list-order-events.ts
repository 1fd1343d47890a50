import type { Queryable } from "@/lib/db/client";
import type { EventSubject } from "@/lib/events/insert-event";
import { type EventRecord, selectEventsOfOrder } from "@/lib/events/store";

const MOST = 100;

export async function listOrderEvents(db: Queryable, order: EventSubject): Promise<EventRecord[]> {
  const events = await selectEventsOfOrder(db, order, MOST);
  return events.reverse();
}
