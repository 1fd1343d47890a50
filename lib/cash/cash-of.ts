import { CASH_KINDS, type CourierCash } from "@/lib/cash/cash";
import type { Queryable } from "@/lib/db/client";
import { numeric, oneOf, text, timestamptz, uuid } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { fromRubles, type Kopecks, kopecks } from "@/lib/pricing/money";

const MOST_ENTRIES = 50;

/** What a courier holds, with its 50 newest changes. */
export async function cashOf(db: Queryable, courierId: string): Promise<CourierCash> {
  const [balance, entries] = await Promise.all([
    cashBalance(db, courierId),
    query(db, { kind: oneOf(CASH_KINDS), amount: numeric, at: timestamptz, orderCode: text.orNull })`
      SELECT cash.kind, cash.amount, cash.at, o.order_code
      FROM courier_cash cash LEFT JOIN orders o ON o.id = cash.order_id
      WHERE cash.courier_id = ${courierId}::uuid ORDER BY cash.id DESC LIMIT ${MOST_ENTRIES}`,
  ]);
  return { balance, entries: entries.map((entry) => ({ ...entry, amount: fromRubles(entry.amount) })) };
}

/** What a courier holds; negative when they have paid with their own money. */
export async function cashBalance(db: Queryable, courierId: string): Promise<Kopecks> {
  const [row] = await query(db, { balance: numeric })`
    SELECT coalesce(sum(amount), 0)::numeric AS balance FROM courier_cash WHERE courier_id = ${courierId}::uuid`;
  return fromRubles(row?.balance ?? "0");
}

/** What each courier holds whose cash does not come to nothing, by courier. */
export async function listCashHolders(db: Queryable): Promise<ReadonlyMap<string, Kopecks>> {
  const rows = await query(db, { courierId: uuid, balance: numeric })`
    SELECT courier_id, sum(amount)::numeric AS balance FROM courier_cash
    GROUP BY courier_id HAVING sum(amount) <> 0`;
  return new Map(rows.map(({ courierId, balance }) => [courierId, kopecks(fromRubles(balance))]));
}
