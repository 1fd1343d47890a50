import type { CourierCash } from "@/lib/cash/cash";
import type { Queryable } from "@/lib/db/client";
import { fromRubles, type Kopecks } from "@/lib/pricing/money";

const MAX_ENTRIES = 50;

export async function loadCash(db: Queryable, courierId: string): Promise<CourierCash> {
  const [balance, entries] = await Promise.all([
    cashBalance(db, courierId),
    db.models.courierCash.findMany({
      where: { courierId },
      include: { order: { select: { orderCode: true } } },
      orderBy: { id: "desc" },
      take: MAX_ENTRIES,
    }),
  ]);
  return {
    balance,
    entries: entries.map(({ kind, amount, at, order }) => ({
      kind,
      amount: fromRubles(amount),
      at,
      orderCode: order?.orderCode ?? null,
    })),
  };
}

/** Negative if the courier paid with their own money. */
export async function cashBalance(db: Queryable, courierId: string): Promise<Kopecks> {
  const { _sum } = await db.models.courierCash.aggregate({ where: { courierId }, _sum: { amount: true } });
  return fromRubles(_sum.amount ?? 0);
}

export async function listCashHolders(db: Queryable): Promise<ReadonlyMap<string, Kopecks>> {
  const sums = await db.models.courierCash.groupBy({
    by: ["courierId"],
    _sum: { amount: true },
    having: { amount: { _sum: { not: 0 } } },
  });
  return new Map(sums.map(({ courierId, _sum }) => [courierId, fromRubles(_sum.amount ?? 0)]));
}
