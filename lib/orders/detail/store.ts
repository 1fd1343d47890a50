import type { Queryable } from "@/lib/db/client";
import { orderStatusChanges } from "@/lib/db/generated/columns";
import { pick, text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { RecordedChange } from "@/lib/orders/detail/history";
import type { Cancellation } from "@/lib/orders/event";
import type { OrderRef } from "@/lib/orders/order-ref";

const CHANGE = {
  ...pick(orderStatusChanges, "status changedAt actorType"),
  actorName: text.orNull,
};

export function selectHistory(db: Queryable, { id: orderId, scope }: OrderRef): Promise<RecordedChange[]> {
  return query(db, CHANGE)`
    SELECT h.status, h.changed_at, h.actor_type, coalesce(k.name, u.email, c.name) AS actor_name
    FROM order_status_changes h
    LEFT JOIN api_keys k ON h.actor_type = 'key' AND k.id::text = h.actor_id
    LEFT JOIN users u ON h.actor_type IN ('user', 'operator') AND u.id::text = h.actor_id
    LEFT JOIN couriers c ON h.actor_type = 'courier' AND c.id::text = h.actor_id
    WHERE h.order_id = ${orderId} AND h.account_id = ${scope.accountId}::uuid ORDER BY h.id`;
}

export async function selectCancellation(
  db: Queryable,
  { id: orderId, scope }: OrderRef,
): Promise<Cancellation | null> {
  const order = await db.models.order.findFirst({
    where: { id: orderId, accountId: scope.accountId, mode: scope.mode, cancelReason: { not: null } },
    select: { cancelReason: true, cancelComment: true },
  });
  return order && { reason: order.cancelReason ?? "", comment: order.cancelComment };
}
