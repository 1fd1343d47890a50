import type { Queryable } from "@/lib/db/client";
import type { Cancellation } from "@/lib/orders/event";
import type { RecordedChange } from "@/lib/orders/file/history";
import type { OrderRow } from "@/lib/orders/order-row";

/** The history of an order with the names of those who made it, oldest first. */
export function selectHistory(db: Queryable, { id: orderId, scope }: OrderRow): Promise<RecordedChange[]> {
  return db.$queryRaw<RecordedChange[]>`
    SELECT h.status::text AS status, h.changed_at AS "changedAt", h.actor_type AS "actorType",
           coalesce(k.name, u.email, c.name) AS "actorName"
    FROM order_status_changes h
    LEFT JOIN api_keys k ON h.actor_type = 'key' AND k.id::text = h.actor_id
    LEFT JOIN users u ON h.actor_type IN ('user', 'operator') AND u.id::text = h.actor_id
    LEFT JOIN couriers c ON h.actor_type = 'courier' AND c.id::text = h.actor_id
    WHERE h.order_id = ${orderId} AND h.account_id = ${scope.accountId}::uuid ORDER BY h.id`;
}

/** Why an order was cancelled; null unless it was. */
export async function selectCancellation(
  db: Queryable,
  { id: orderId, scope }: OrderRow,
): Promise<Cancellation | null> {
  const row = await db.order.findFirst({
    where: { id: orderId, accountId: scope.accountId, mode: scope.mode },
    select: { cancelReason: true, cancelComment: true },
  });
  if (row === null || row.cancelReason === null) return null;
  return { reason: row.cancelReason, comment: row.cancelComment };
}
