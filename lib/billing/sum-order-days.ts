import { type AccountScope, mintScope } from "@/lib/account-scope";
import { ENDED_COUNTS, endedOrders } from "@/lib/billing/ended-orders-sql";
import { MAX_LATE_LISTED } from "@/lib/billing/get-report";
import type { Context } from "@/lib/context";
import type { Queryable, Transaction } from "@/lib/db/client";
import { Mode } from "@/lib/db/generated/enums";
import { enumColumn, text, uuid } from "@/lib/db/row";
import { execute, query, sql } from "@/lib/db/sql";
import { DONE, type JobHandler } from "@/lib/jobs/job";

const DAYS_PER_QUERY = 100;

/** Well below the lease of a job, since a day of a large account takes seconds. */
const MAX_RUN_MS = 4_000;

/** Enqueues the job that sums changed days, unless it is still running. */
export const findChangedDays: JobHandler = async ({ db }) => {
  const changed = await listChangedDays(db);
  return { type: "split", kind: "sum_order_days", keys: changed.length > 0 ? [ALL] : [] };
};

const ALL = "all";

/**
 * Sums the past UTC days that have changed, the latest first. Repeatable at any time: a day is read from its orders until
 * its sums are written, and sums are written together with the removal of the changes that they contain.
 */
export const sumOrderDays: JobHandler = async ({ db }) => {
  const startedAt = performance.now();
  const failures: unknown[] = [];
  for (const { day, accountId, mode } of await listChangedDays(db)) {
    // The other days do not wait for one that fails.
    await sumOrderDay({ db }, mintScope(accountId, mode), day).catch((error: unknown) =>
      failures.push(error),
    );
    if (failures.length === 0 && performance.now() - startedAt > MAX_RUN_MS) {
      return { type: "again", afterMs: 0 };
    }
  }
  if (failures.length > 0) throw failures[0];
  return (await listChangedDays(db)).length > 0 ? { type: "again", afterMs: 0 } : DONE;
};

/** The present day changes with every order that ends, so it is always read from its orders. */
function listChangedDays(db: Queryable) {
  return query(db, { day: text, accountId: uuid, mode: enumColumn(Object.values(Mode)) })`
    SELECT DISTINCT day::text, account_id, mode FROM order_day_changes
    WHERE day < (now() AT TIME ZONE 'UTC')::date
    ORDER BY day DESC, account_id, mode LIMIT ${DAYS_PER_QUERY}`;
}

/** Sums one UTC day, such as 2026-11-28. */
export async function sumOrderDay(
  { db }: Pick<Context, "db">,
  scope: AccountScope,
  day: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Of two processes, the second must not write older sums, so it reads only once the first has committed.
    const name = `order_day ${scope.accountId} ${scope.mode} ${day}`;
    await execute(tx)`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
    await writeSums(tx, scope, day);
  });
}

/** One statement, so that it deletes exactly the changes whose orders it sees. */
async function writeSums(tx: Transaction, scope: AccountScope, day: string): Promise<void> {
  const start = sql`${day}::date::timestamp AT TIME ZONE 'UTC'`;
  const end = sql`(${day}::date + 1)::timestamp AT TIME ZONE 'UTC'`;
  await execute(tx)`
    WITH seen AS (
      DELETE FROM order_day_changes
      WHERE day = ${day}::date AND account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode
    ), ended AS MATERIALIZED (${endedOrders(scope, start, end)}
    ), counted AS (${ENDED_COUNTS}
    ), kinds AS (SELECT kind, jsonb_object_agg(key, count) AS counts FROM counted GROUP BY kind
    ), late AS (
      SELECT id, (extract(epoch FROM judged_at - due_at) * 1000)::bigint AS ms
      FROM ended WHERE status = 'delivered' AND judged_at > due_at ORDER BY 2 DESC, id LIMIT ${MAX_LATE_LISTED}
    )
    INSERT INTO order_day_sums (account_id, mode, day, counts, late_order_ids, late_ms)
    SELECT ${scope.accountId}::uuid, ${scope.mode}::mode, ${day}::date,
           (SELECT coalesce(jsonb_object_agg(kind, counts), '{}') FROM kinds),
           ARRAY(SELECT id FROM late ORDER BY ms DESC, id), ARRAY(SELECT ms FROM late ORDER BY ms DESC, id)
    ON CONFLICT (account_id, mode, day) DO UPDATE SET
      counts = EXCLUDED.counts, late_order_ids = EXCLUDED.late_order_ids, late_ms = EXCLUDED.late_ms`;
}
