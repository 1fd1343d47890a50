import type { Queryable } from "@/lib/db/client";
import { timestamptz } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { OrderKey } from "@/lib/events/insert-event";

/** When the latest of an order's events of some types was recorded; null when there has been none. */
export async function findLatestEvent(
  db: Queryable,
  { id: orderId, scope }: OrderKey,
  types: readonly string[],
): Promise<Date | null> {
  const [row] = await query(db, { at: timestamptz.orNull })`
    SELECT max(created_at) AS at FROM events
    WHERE order_id = ${orderId} AND account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode
      AND type = ANY(${[...types]}::text[])`;
  return row?.at ?? null;
}
