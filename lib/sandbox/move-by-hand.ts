import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import type { OrderRow } from "@/lib/orders/order-row";

/** Has an order of test mode move by hand alone from now on. */
export async function moveByHand(db: Queryable, { id, scope }: OrderRow, at: Date): Promise<void> {
  await execute(db)`
    INSERT INTO rehearsals (order_id, account_id, scenario, is_manual, created_at)
    VALUES (${id}, ${scope.accountId}::uuid, 'happy', true, ${at}::timestamptz)
    ON CONFLICT (order_id) DO UPDATE SET is_manual = true`;
}
