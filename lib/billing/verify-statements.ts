import type { Database } from "@/lib/db/client";
import { int4, timestamptz, uuid } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { DAY_MS } from "@/lib/duration";

/** Days that one transaction verifies. */
const VERIFIED_DAYS = 7;

interface Difference {
  readonly wrongHours: number;
  readonly missingCorrections: number;
}

/**
 * Recomputes what triggers keep for statements, and counts what differs: hours whose sum is wrong, and orders of closed
 * months whose missing correction no statement would find. `isRepaired` adds both.
 */
export async function verifyStatements(
  db: Database,
  accountId: string | null,
  { isRepaired }: { isRepaired: boolean },
): Promise<Difference & { accounts: number }> {
  const accounts = await query(db, { id: uuid })`
    SELECT id FROM accounts WHERE ${accountId}::uuid IS NULL OR id = ${accountId}::uuid ORDER BY id`;
  const result = { accounts: accounts.length, wrongHours: 0, missingCorrections: 0 };
  for (const { id } of accounts) {
    const { wrongHours, missingCorrections } = await verifyAccount(db, id, isRepaired);
    result.wrongHours += wrongHours;
    result.missingCorrections += missingCorrections;
  }
  return result;
}

async function verifyAccount(db: Database, accountId: string, isRepaired: boolean): Promise<Difference> {
  const result = { wrongHours: 0, missingCorrections: 0 };
  const [range] = await query(db, { first: timestamptz.orNull, last: timestamptz.orNull })`
    SELECT date_trunc('hour', least(min(h.changed_at), (SELECT min(hour) FROM ended_order_sums
             WHERE account_id = ${accountId}::uuid)), 'UTC') AS first,
           greatest(max(h.changed_at), (SELECT max(hour) FROM ended_order_sums
             WHERE account_id = ${accountId}::uuid)) AS last
    FROM order_status_changes h
    WHERE h.account_id = ${accountId}::uuid AND h.status IN ('delivered', 'cancelled')`;
  if (range === undefined || range.first === null || range.last === null) return result;
  for (let since = range.first; since <= range.last; ) {
    const until = new Date(since.getTime() + VERIFIED_DAYS * DAY_MS);
    const found = await verifyWeek(db, accountId, { since, until, isRepaired });
    result.wrongHours += found.wrongHours;
    result.missingCorrections += found.missingCorrections;
    since = until;
  }
  return result;
}

function verifyWeek(
  db: Database,
  accountId: string,
  { since, until, isRepaired }: { since: Date; until: Date; isRepaired: boolean },
): Promise<Difference> {
  return db.transaction(async (tx) => {
    // Two repairs at once would both add what is missing.
    await execute(tx)`SELECT pg_advisory_xact_lock(4915725, statement_lock_key(${accountId}::uuid))`;
    const hours = await query(tx, { count: int4 })`
      WITH wrong AS MATERIALIZED (
        SELECT * FROM ended_order_sum_errors(${accountId}::uuid, ${since}::timestamptz, ${until}::timestamptz)
      ), put AS (
        INSERT INTO ended_order_sums (account_id, mode, hour, orders, total)
        SELECT account_id, mode, hour, orders, total FROM wrong WHERE ${isRepaired}::boolean)
      SELECT count(*)::int AS count FROM wrong`;
    const corrections = await query(tx, { count: int4 })`
      WITH missing AS MATERIALIZED (
        SELECT * FROM missing_statement_corrections(${accountId}::uuid, ${since}::timestamptz, ${until}::timestamptz)
      ), put AS (
        INSERT INTO statement_corrections (account_id, ended_at, order_id)
        SELECT account_id, ended_at, order_id FROM missing WHERE ${isRepaired}::boolean ON CONFLICT DO NOTHING)
      SELECT count(*)::int AS count FROM missing`;
    return { wrongHours: hours[0]?.count ?? 0, missingCorrections: corrections[0]?.count ?? 0 };
  });
}
