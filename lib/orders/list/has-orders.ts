import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";

/** Whether the account has ever ordered in this mode. */
export async function hasOrders(db: Queryable, { accountId, mode }: AccountScope): Promise<boolean> {
  // In the order of an index: without one, PostgreSQL may read the whole table to find that there is none.
  const newest = await db.models.order.findFirst({
    where: { accountId, mode },
    select: { id: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return newest !== null;
}
