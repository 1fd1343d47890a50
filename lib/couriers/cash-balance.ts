import type { Queryable } from "@/lib/db/client";
import { fromRubles, type Kopecks } from "@/lib/pricing/money";

/** Negative if the courier paid with their own money. */
export async function cashBalance(db: Queryable, courierId: string): Promise<Kopecks> {
  const { _sum } = await db.models.courierCash.aggregate({ where: { courierId }, _sum: { amount: true } });
  return fromRubles(_sum.amount ?? 0);
}

/** The balance of each courier whose balance is not 0. */
export async function listCashHolders(db: Queryable): Promise<ReadonlyMap<string, Kopecks>> {
  const sums = await db.models.courierCash.groupBy({
    by: ["courierId"],
    _sum: { amount: true },
    having: { amount: { _sum: { not: 0 } } },
  });
  return new Map(sums.map(({ courierId, _sum }) => [courierId, fromRubles(_sum.amount ?? 0)]));
}
