import { MODES, mintScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { int8, oneOf, text, uuid } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { asRead, type OrderRow } from "@/lib/orders/order-row";

const ORDER_NAMES = { id: int8, accountId: uuid, mode: oneOf(MODES), externalOrderId: text };

/**
 * The order with this code, of any account: the entry point for operators, who act on all of them.
 *
 * @returns null when there is none
 */
export async function findOrderByCode(db: Queryable, orderCode: string): Promise<OrderRow | null> {
  const [row] = await query(db, ORDER_NAMES)`
    SELECT id, account_id, mode, external_order_id FROM orders WHERE order_code = ${orderCode.toUpperCase()}`;
  if (row === undefined) return null;
  const { id, externalOrderId } = row;
  return asRead({ id, scope: mintScope(row.accountId, row.mode), externalOrderId });
}
