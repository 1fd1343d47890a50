import type { Database, Queryable } from "@/lib/db/client";
import { type ErasedStops, erasePeople } from "@/lib/privacy/erase-people";
import type { ErasureTargets } from "@/lib/privacy/erasure";

const ORDERS_PER_TRANSACTION = 100;

/** Erases in transactions of 100 orders; repeatable. @returns the codes of orders that are active or on hold */
export async function applyErasure(db: Database, { orders, rows }: ErasureTargets): Promise<string[]> {
  const left: string[] = [];
  for (let from = 0; from === 0 || from < orders.length; from += ORDERS_PER_TRANSACTION) {
    const some = orders.slice(from, from + ORDERS_PER_TRANSACTION);
    const found = await findByCode(db, some);
    const people = { orders: [...found.keys()], rows: from === 0 ? rows : [] };
    const spared = await db.transaction((tx) => erasePeople(tx, people));
    left.push(...[...found].filter(([{ id }]) => spared.has(id)).map(([, code]) => code));
  }
  return left;
}

async function findByCode(
  db: Queryable,
  orders: ErasureTargets["orders"],
): Promise<ReadonlyMap<ErasedStops, string>> {
  const positions = new Map(orders.map((order) => [order.code, order.positions]));
  const found = await db.models.order.findMany({
    where: { orderCode: { in: [...positions.keys()] } },
    select: { id: true, orderCode: true },
  });
  return new Map(
    found.map(({ id, orderCode }) => [{ id, positions: positions.get(orderCode) ?? null }, orderCode]),
  );
}
