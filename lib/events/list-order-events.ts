import type { Queryable } from "@/lib/db/client";
import { events } from "@/lib/db/generated/columns";
import { pick, text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { EventSubject } from "@/lib/events/build-event-insert";
import { readBody } from "@/lib/events/event-body";

const MAX_EVENTS = 100;

const ORDER_EVENT = {
  ...pick(events, "sequence type createdAt actorType body packed"),
  actorName: text.orNull,
};

/** Events of former releases lack later fields. */
interface StoredEvent {
  readonly order?: {
    readonly driver?: { readonly name: string } | null;
    readonly held_reason?: string | null;
  };
  readonly stop?: { readonly index: number; readonly failure?: { readonly code: string } | null } | null;
}

const DRIVER_EVENTS = ["order.assigned", "order.driver_changed"];

/** @returns `stopIndex`: of the event's stop in the API's `stops`; null if the event concerns no stop */
function readDetails(type: string, body: string) {
  const { order, stop } = JSON.parse(body) as StoredEvent;
  return {
    driverName: DRIVER_EVENTS.includes(type) ? (order?.driver?.name ?? null) : null,
    stopIndex: stop?.index ?? null,
    failureCode: stop?.failure?.code ?? null,
    heldReason: order?.held_reason ?? null,
  };
}

/** The latest 100, oldest first. */
export async function listOrderEvents(db: Queryable, { id: orderId, scope }: EventSubject) {
  const latest = await query(db, ORDER_EVENT)`
    SELECT v.sequence, v.type, v.created_at, v.actor_type, coalesce(k.name, u.name, u.email) AS actor_name,
           v.body, v.packed
    FROM events v
    LEFT JOIN api_keys k ON v.actor_type = 'key' AND k.id::text = v.actor_id
    LEFT JOIN users u ON v.actor_type IN ('user', 'operator') AND u.id::text = v.actor_id
    WHERE v.order_id = ${orderId} AND v.account_id = ${scope.accountId}::uuid AND v.mode = ${scope.mode}::mode
    ORDER BY v.sequence DESC LIMIT ${MAX_EVENTS}`;
  return latest.reverse().map(({ body, packed, ...event }) => ({
    ...event,
    ...readDetails(event.type, readBody({ body, packed })),
  }));
}
