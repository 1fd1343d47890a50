import type { Queryable } from "@/lib/db/client";
import { events } from "@/lib/db/generated/columns";
import { int4, pick, text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { EventSubject } from "@/lib/events/insert-event";

const MAX_EVENTS = 100;

const ORDER_EVENT = {
  ...pick(events, "sequence type createdAt"),
  driverName: text.orNull,
  /** Index of the event's stop in the API's `stops`; null if the event concerns no stop. */
  stopIndex: int4.orNull,
  failureCode: text.orNull,
};

/** The latest 100, oldest first. */
export async function listOrderEvents(db: Queryable, { id: orderId, scope }: EventSubject) {
  const latest = await query(db, ORDER_EVENT)`
    SELECT sequence, type, created_at,
           CASE WHEN type IN ('order.assigned', 'order.driver_changed')
                THEN body::jsonb #>> '{order,driver,name}' END AS driver_name,
           (body::jsonb #>> '{stop,index}')::int AS stop_index,
           body::jsonb #>> '{stop,failure,code}' AS failure_code
    FROM events
    WHERE order_id = ${orderId} AND account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode
    ORDER BY sequence DESC LIMIT ${MAX_EVENTS}`;
  return latest.reverse();
}
