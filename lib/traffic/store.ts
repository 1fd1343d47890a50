import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";

export async function selectPlaced(
  db: Queryable,
  { accountId, mode }: AccountScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const orders = await db.models.order.findMany({
    where: { accountId, mode, externalOrderId: { in: [...ids] } },
    select: { externalOrderId: true },
  });
  return new Set(orders.map(({ externalOrderId }) => externalOrderId));
}
