import type { Queryable } from "@/lib/db/client";
import { int4, text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { OrderRef } from "@/lib/orders/order-ref";

const OVERRIDER = { position: int4, name: text };

export function listCodeOverrides(
  db: Queryable,
  { id: orderId, scope }: OrderRef,
): Promise<{ position: number; name: string }[]> {
  return query(db, OVERRIDER)`
    SELECT s.position::int AS position, u.email AS name
    FROM order_stops s JOIN users u ON u.id::text = s.code_overridden_by
    WHERE s.order_id = ${orderId} AND s.account_id = ${scope.accountId}::uuid ORDER BY s.position`;
}
