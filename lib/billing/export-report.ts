import type { AccountScope } from "@/lib/account-scope";
import type { Instants } from "@/lib/billing/ended-orders-sql";
import { getReport, LATE_DELIVERY, type ReportRange } from "@/lib/billing/get-report";
import { toInstants } from "@/lib/billing/report";
import { buildReportCsv, toLateLines } from "@/lib/billing/report-csv";
import type { Queryable } from "@/lib/db/client";
import { bool, int8, timestamptz } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { JUDGED_DUE_AT, JUDGED_JOIN } from "@/lib/orders/due-at-sql";
import type { CsvFormat } from "@/lib/orders/list/order-csv";
import { inScope } from "@/lib/orders/load-order";

const BATCH = 1_000;

/** Streams the report as CSV: one figure a line, then all late deliveries, oldest first. */
export async function* exportReport(
  db: Queryable,
  scope: AccountScope,
  range: ReportRange,
  format: CsvFormat,
): AsyncGenerator<string> {
  yield buildReportCsv(await getReport(db, scope, range), range, format);
  const instants = toInstants(range.days, range.timeZone);
  for (let after: Cursor | null = { endedAt: instants.from, id: 0n }; after !== null; ) {
    const ended = await selectEnded(db, scope, instants, after);
    yield toLateLines(
      ended.filter(({ isLate }) => isLate),
      range.timeZone,
      format,
    );
    const last = ended.at(-1);
    after = last === undefined || ended.length < BATCH ? null : last;
  }
}

interface Cursor {
  readonly endedAt: Date;
  readonly id: bigint;
}

const ENDED = { ...LATE_DELIVERY, id: int8, endedAt: timestamptz, isLate: bool };

/** The next batch of the account's ended orders, late or not, so that each statement reads the same number of rows. */
function selectEnded(db: Queryable, scope: AccountScope, { until }: Instants, { endedAt, id }: Cursor) {
  return query(db, ENDED)`
    WITH page AS MATERIALIZED (
      SELECT h.order_id, h.changed_at FROM order_status_changes h
      WHERE h.account_id = ${scope.accountId}::uuid AND h.status IN ('delivered', 'cancelled')
        AND h.changed_at >= ${endedAt}::timestamptz AND h.changed_at < ${until}::timestamptz
        AND (h.changed_at, h.order_id) > (${endedAt}::timestamptz, ${id}::bigint)
      ORDER BY h.changed_at, h.order_id LIMIT ${BATCH})
    SELECT o.id, o.order_code, o.external_order_id, page.changed_at AS ended_at, ${JUDGED_DUE_AT} AS due_at,
           coalesce(judged.delivered_at, page.changed_at) AS delivered_at,
           ${inScope(scope)} AND o.status = 'delivered'
             AND coalesce(judged.delivered_at, page.changed_at) > ${JUDGED_DUE_AT} AS is_late
    FROM page CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = page.order_id OFFSET 0) AS o
    ${JUDGED_JOIN}
    ORDER BY page.changed_at, o.id`;
}
