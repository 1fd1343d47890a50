import type { Queryable } from "@/lib/db/client";
import { events } from "@/lib/db/generated/columns";
import { int4, pick, text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { EventSubject } from "@/lib/events/build-event-insert";

const MAX_EVENTS = 100;

const ORDER_EVENT = {
  ...pick(events, "sequence type createdAt actorType"),
  driverName: text.orNull,
  /** Index of the event's stop in the API's `stops`; null if the event concerns no stop. */
  stopIndex: int4.orNull,
  failureCode: text.orNull,
  heldReason: text.orNull,
  actorName: text.orNull,
};

/** The latest 100, oldest first. */
export async function listOrderEvents(db: Queryable, { id: orderId, scope }: EventSubject) {
  const latest = await query(db, ORDER_EVENT)`
    SELECT v.sequence, v.type, v.created_at, v.actor_type, coalesce(k.name, u.name, u.email) AS actor_name,
           CASE WHEN v.type IN ('order.assigned', 'order.driver_changed')
                THEN body::jsonb #>> '{order,driver,name}' END AS driver_name,
           (body::jsonb #>> '{stop,index}')::int AS stop_index,
           body::jsonb #>> '{stop,failure,code}' AS failure_code,
           body::jsonb #>> '{order,held_reason}' AS held_reason
    FROM events v
    LEFT JOIN api_keys k ON v.actor_type = 'key' AND k.id::text = v.actor_id
    LEFT JOIN users u ON v.actor_type IN ('user', 'operator') AND u.id::text = v.actor_id
    WHERE v.order_id = ${orderId} AND v.account_id = ${scope.accountId}::uuid AND v.mode = ${scope.mode}::mode
    ORDER BY v.sequence DESC LIMIT ${MAX_EVENTS}`;
  return latest.reverse();
}
