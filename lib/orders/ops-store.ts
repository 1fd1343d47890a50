import { type AccountScope, type Mode, mintScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";

// Operators act on the orders of every account and know them by their codes. The scope that an account's rows are
// written under is made from the order's own row.

/** Whose order a code names, and by which name its account knows it. */
export interface NamedOrder {
  readonly id: bigint;
  readonly scope: AccountScope;
  readonly externalOrderId: string;
}

/** The order with this code, in whichever account and world; null when there is none. */
export async function findByCode(db: Queryable, orderCode: string): Promise<NamedOrder | null> {
  const row = await db.order.findUnique({
    where: { orderCode },
    select: { id: true, accountId: true, mode: true, externalOrderId: true },
  });
  if (row === null) return null;
  return {
    id: row.id,
    scope: mintScope(row.accountId, row.mode),
    externalOrderId: row.externalOrderId,
  };
}

/** What an order's page shows the operators besides what its account sees of it. */
export interface OrderFile {
  readonly accountName: string;
  readonly mode: Mode;
  readonly cancelReason: string | null;
  readonly cancelComment: string | null;
  readonly acceptedAt: Date | null;
}

export async function selectOrderFile(db: Queryable, orderId: bigint): Promise<OrderFile> {
  const { account, ...row } = await db.order.findUniqueOrThrow({
    where: { id: orderId },
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
