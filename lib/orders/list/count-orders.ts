import type { AccountScope, Mode } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import { int4, int8 } from "@/lib/db/row";
import { join, query, sql } from "@/lib/db/sql";
import { buildConditions, type FilterClock } from "@/lib/orders/list/conditions";
import { readFilter, type TabView } from "@/lib/orders/list/order-filter";
import { MAX_COUNTED } from "@/lib/orders/list/order-list-item";
import { buildQueryParts } from "@/lib/orders/list/store";
import { inScope } from "@/lib/orders/load-order";

export type ActiveBadge = Readonly<Record<Mode, number>>;

/** Counts open orders, up to `MAX_COUNTED`. */
export function countOpenOrders(db: Queryable, { accountId, mode }: AccountScope): Promise<number> {
  return db.models.order.count({
    where: { accountId, mode, status: { in: ["new", "assigned", "in_progress"] } },
    take: MAX_COUNTED,
  });
}

export function countEstimatedOrders(db: Queryable, mode: Mode, since: Date): Promise<number> {
  return db.models.order.count({ where: { routing: "estimate", mode, createdAt: { gt: since } } });
}

export async function hasOrders(db: Queryable, { accountId, mode }: AccountScope): Promise<boolean> {
  // ORDER BY an index: otherwise PostgreSQL may scan the whole table to find no order.
  const newest = await query(db, { id: int8 })`
    SELECT id FROM orders WHERE account_id = ${accountId}::uuid AND mode = ${mode}::mode
    ORDER BY created_at DESC, id DESC LIMIT 1`;
  return newest.length > 0;
}

/** Each count is capped at `MAX_COUNTED`. */
export type ViewCounts = Readonly<Record<TabView, number>>;

const VIEW_COUNTS = {
  today: int4,
  moving: int4,
  searching: int4,
  scheduled: int4,
  late: int4,
  finished: int4,
};

export async function countViews(
  db: Queryable,
  scope: AccountScope,
  clock: FilterClock,
): Promise<ViewCounts> {
  const unfiltered = readFilter(() => "");
  const conditions = buildConditions(unfiltered, clock);
  const buildCount = (view: TabView) => {
    const parts = buildQueryParts({ ...conditions, view });
    const found = parts.map((wanted) => sql`SELECT 1 FROM orders o WHERE ${inScope(scope)} AND ${wanted}`);
    return sql`(SELECT count(*)::int FROM (${join(found, " UNION ALL ")} LIMIT ${MAX_COUNTED}) AS counted)`;
  };
  const [counts] = await query(db, VIEW_COUNTS)`
    SELECT ${buildCount("today")} AS today, ${buildCount("moving")} AS moving, ${buildCount("searching")} AS searching,
           ${buildCount("scheduled")} AS scheduled, ${buildCount("late")} AS late, ${buildCount("finished")} AS finished`;
  if (counts === undefined) throw new Error("SELECT without a table returned no row.");
  return counts;
}
