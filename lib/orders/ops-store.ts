import { type Mode, mintScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { asRead, type OrderRow } from "@/lib/orders/order-row";

// Operators act on the orders of every account and know them by their codes. The scope that an account's rows are
// written under is made from the order's own row.

/** The order with this code, in whichever account and world; null when there is none. */
export async function findByCode(db: Queryable, orderCode: string): Promise<OrderRow | null> {
  const row = await db.order.findUnique({
    where: { orderCode },
    select: { id: true, accountId: true, mode: true, externalOrderId: true },
  });
  if (row === null) return null;
  const { id, externalOrderId } = row;
  return asRead({ id, scope: mintScope(row.accountId, row.mode), externalOrderId });
}

/** What an order's page shows the operators besides what its account sees of it. */
export interface OrderFile {
  readonly accountName: string;
  readonly mode: Mode;
  readonly cancelReason: string | null;
  readonly cancelComment: string | null;
  readonly acceptedAt: Date | null;
}

export async function selectOrderFile(db: Queryable, { id }: OrderRow): Promise<OrderFile> {
  const { account, ...row } = await db.order.findUniqueOrThrow({
    where: { id },
    select: {
      mode: true,
      cancelReason: true,
      cancelComment: true,
      acceptedAt: true,
      account: { select: { name: true } },
    },
  });
  return { ...row, accountName: account.name };
}
