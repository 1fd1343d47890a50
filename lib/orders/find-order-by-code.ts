import { mintScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { asRead, type OrderRow } from "@/lib/orders/order-row";

/**
 * The order with this code, of any account: the entry point for operators, who act on all of them.
 *
 * @returns null when there is none
 */
export async function findOrderByCode(db: Queryable, orderCode: string): Promise<OrderRow | null> {
  const row = await db.models.order.findFirst({
    where: { orderCode: orderCode.toUpperCase() },
    select: { id: true, accountId: true, mode: true, externalOrderId: true },
  });
  if (row === null) return null;
  const { id, externalOrderId } = row;
  return asRead({ id, scope: mintScope(row.accountId, row.mode), externalOrderId });
}
