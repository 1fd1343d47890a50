import { type AccountScope, type Mode, mintScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import type { OrderStatus } from "@/lib/orders/order";

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

/** Who made a change of status, by kind and by name where they have one. */
export interface RecordedChange {
  readonly status: OrderStatus;
  readonly changedAt: Date;
  readonly actorType: string;
  readonly actorName: string | null;
}

/** What an order's page shows besides what its account sees of it. */
export interface OrderFile {
  readonly accountName: string;
  readonly mode: Mode;
  readonly cancelReason: string | null;
  readonly cancelComment: string | null;
  readonly acceptedAt: Date | null;
  readonly history: readonly RecordedChange[];
}

export async function selectOrderFile(db: Queryable, orderId: bigint): Promise<OrderFile> {
  const order = await db.order.findUniqueOrThrow({
    where: { id: orderId },
    select: {
      mode: true,
      cancelReason: true,
      cancelComment: true,
      acceptedAt: true,
      account: { select: { name: true } },
    },
  });
  const history = await db.$queryRaw<RecordedChange[]>`
    SELECT h.status::text AS status, h.changed_at AS "changedAt", h.actor_type AS "actorType",
           coalesce(k.name, u.email, c.name) AS "actorName"
    FROM order_status_changes h
    LEFT JOIN api_keys k ON h.actor_type = 'key' AND k.id::text = h.actor_id
    LEFT JOIN users u ON h.actor_type IN ('user', 'operator') AND u.id::text = h.actor_id
    LEFT JOIN couriers c ON h.actor_type = 'courier' AND c.id::text = h.actor_id
    WHERE h.order_id = ${orderId} ORDER BY h.id`;
  const { account, ...row } = order;
  return { ...row, accountName: account.name, history };
}
