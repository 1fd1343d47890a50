import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";

/** Whether the account has ever ordered in this mode. */
export async function hasOrders(db: Queryable, { accountId, mode }: AccountScope): Promise<boolean> {
  return (await db.order.findFirst({ where: { accountId, mode }, select: { id: true } })) !== null;
}
