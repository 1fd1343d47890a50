import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";

/** Returns those of the identifiers that orders already have. */
export async function listExistingIds(
  db: Queryable,
  { accountId, mode }: AccountScope,
  ids: readonly string[],
): Promise<Set<string>> {
  const orders = await db.models.order.findMany({
    where: { accountId, mode, externalOrderId: { in: [...ids] } },
    select: { externalOrderId: true },
  });
  return new Set(orders.map(({ externalOrderId }) => externalOrderId));
}
