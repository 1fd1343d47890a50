import type { AccountScope } from "@/lib/account-scope";
import type { LinePosition, OpenPeriod, StatementIssuer, StatementPeriod } from "@/lib/billing/statement";
import { LINE_COLUMNS, openLines } from "@/lib/billing/store";
import type { Transaction } from "@/lib/db/client";
import { statementClosings } from "@/lib/db/generated/columns";
import { pick } from "@/lib/db/row";
import { execute, query, sql } from "@/lib/db/sql";

const CLOSING = pick(statementClosings, "month timeZone startsAt endsAt lastEndedAt lastOrderId");

export interface Closing extends StatementPeriod {
  /** The last order that has been considered. */
  readonly position: LinePosition | null;
}

/** Waits for transactions that are ending an order; those that follow see what this one writes. */
export async function lockOrderEnds(tx: Transaction, accountId: string): Promise<void> {
  await execute(tx)`SELECT pg_advisory_xact_lock(4915724, statement_lock_key(${accountId}::uuid))`;
}

/** Begins the closing of a month, unless the account has one already, or the month is closed. */
export async function insertClosing(
  tx: Transaction,
  accountId: string,
  { month, timeZone, startsAt, endsAt }: StatementPeriod,
): Promise<void> {
  await lockOrderEnds(tx, accountId);
  await execute(tx)`
    INSERT INTO statement_closings (account_id, month, time_zone, starts_at, ends_at)
    SELECT ${accountId}::uuid, ${month}, ${timeZone}, ${startsAt}::timestamptz, ${endsAt}::timestamptz
    WHERE NOT EXISTS (SELECT FROM statements WHERE account_id = ${accountId}::uuid AND month = ${month})
    ON CONFLICT DO NOTHING`;
}

/** The account's closing, whose row is locked: one process at a time writes lines. */
export async function lockClosing(tx: Transaction, accountId: string): Promise<Closing | null> {
  const [row] = await query(tx, CLOSING)`
    SELECT month, time_zone, starts_at, ends_at, last_ended_at, last_order_id
    FROM statement_closings WHERE account_id = ${accountId}::uuid FOR UPDATE`;
  if (row === undefined) return null;
  const { lastEndedAt, lastOrderId, ...period } = row;
  return {
    ...period,
    position: lastEndedAt === null ? null : { endedAt: lastEndedAt, orderId: lastOrderId },
  };
}

/** Whoever changes one of these orders waits, or has committed, so that its trigger adds a correction after the line. */
export async function lockEndedOrders(tx: Transaction, ids: readonly bigint[]): Promise<void> {
  await execute(tx)`
    SELECT FROM orders WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR SHARE`;
}

/** Inserts the lines of these locked orders, removes their corrections, and moves the closing on. */
export async function insertLines(
  tx: Transaction,
  { accountId }: AccountScope,
  period: OpenPeriod,
  positions: readonly LinePosition[],
): Promise<void> {
  const last = positions.at(-1);
  if (last === undefined) return;
  const ids = positions.map(({ orderId }) => orderId);
  const given = sql`SELECT * FROM unnest(${ids}::bigint[], ${positions.map(({ endedAt }) => endedAt)}::timestamptz[])
      AS given(order_id, ended_at)`;
  await execute(tx)`
    WITH line AS MATERIALIZED (SELECT * FROM (${openLines(period, given)}) AS open WHERE is_owed), put AS (
      INSERT INTO statement_lines (account_id, month, ${LINE_COLUMNS})
      SELECT ${accountId}::uuid, ${period.month}, ${LINE_COLUMNS} FROM line
    ), corrected AS (
      DELETE FROM statement_corrections WHERE account_id = ${accountId}::uuid AND order_id = ANY(${ids}::bigint[]))
    UPDATE statement_closings SET last_ended_at = ${last.endedAt}::timestamptz, last_order_id = ${last.orderId},
      line_count = line_count + (SELECT count(*) FROM line), total = total + (SELECT coalesce(sum(total), 0) FROM line)
    WHERE account_id = ${accountId}::uuid`;
}

/** Inserts the statement of the account's closing, which is over. */
export async function insertStatement(
  tx: Transaction,
  accountId: string,
  { vatPercent, legalName, legalDetails }: StatementIssuer,
  now: Date,
): Promise<void> {
  await execute(tx)`
    WITH closing AS (DELETE FROM statement_closings WHERE account_id = ${accountId}::uuid RETURNING *)
    INSERT INTO statements (account_id, month, time_zone, starts_at, ends_at, closed_at, vat_percent, legal_name,
                            legal_details, line_count, total)
    SELECT account_id, month, time_zone, starts_at, ends_at, ${now}::timestamptz, ${vatPercent}::float8::numeric,
           ${legalName}::text, ${legalDetails}::text, line_count, total
    FROM closing`;
}
