import type { Queryable } from "@/lib/db/client";
import { int4, type RowOf, text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { OrderRow } from "@/lib/orders/order-row";

const OVERRIDE = { position: int4, reason: text };

/** That an operator let a courier go on without a stop's code, and why. The pickup is stop 0. */
export type CodeOverride = RowOf<typeof OVERRIDE>;

/** The stops of an order at which no code was needed in the end. */
export function listCodeOverrides(db: Queryable, { id: orderId, scope }: OrderRow): Promise<CodeOverride[]> {
  return query(db, OVERRIDE)`
    SELECT position::int AS position, coalesce(code_override_reason, '') AS reason
    FROM order_stops
    WHERE order_id = ${orderId} AND account_id = ${scope.accountId}::uuid AND code_check = 'overridden'
    ORDER BY position`;
}
