import type { AccountScope } from "@/lib/account-scope";
import { ENDED_COUNTS, withEndedOrders } from "@/lib/billing/ended-orders-sql";
import { type ReportDays, toInstants } from "@/lib/billing/report";
import { COUNT_KINDS, type Report, toReport } from "@/lib/billing/report-counts";
import type { Queryable } from "@/lib/db/client";
import { orders } from "@/lib/db/generated/columns";
import { enumSubsetColumn, int8, pick, text, timestamptz } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { JUDGED_DUE_AT, JUDGED_JOIN } from "@/lib/orders/due-at-sql";

export interface ReportRange {
  readonly days: ReportDays;
  readonly timeZone: string;
}

const COUNT = { kind: enumSubsetColumn(COUNT_KINDS), key: text, count: int8 };

/** Reads one row per summed day, and the orders of the other days. */
export async function getReport(
  db: Queryable,
  scope: AccountScope,
  { days, timeZone }: ReportRange,
): Promise<Report> {
  const counts = await query(db, COUNT)`
    ${withEndedOrders(scope, toInstants(days, timeZone))}, counted AS (
      ${ENDED_COUNTS}
      UNION ALL
      SELECT s.day, kind.key, entry.key, entry.value::bigint
      FROM summed s CROSS JOIN LATERAL jsonb_each(s.counts) AS kind
      CROSS JOIN LATERAL jsonb_each_text(kind.value) AS entry)
    SELECT kind, CASE WHEN kind IN ('delivered', 'late') THEN
             extract(hour FROM (day + key::int * interval '15 minutes') AT TIME ZONE 'UTC' AT TIME ZONE ${timeZone})::int::text
           ELSE key END AS key, sum(count)::bigint AS count
    FROM counted GROUP BY 1, 2`;
  return toReport(counts);
}

/** Also what a summed day keeps of its latest deliveries, so a list of them is at most as long. */
export const MAX_LATE_LISTED = 50;

/** Of several dropoffs, the times of the one that was latest. */
export const LATE_DELIVERY = {
  ...pick(orders, "orderCode externalOrderId"),
  dueAt: timestamptz,
  deliveredAt: timestamptz,
};

export type LateDelivery = Awaited<ReturnType<typeof listLateDeliveries>>[number];

/** The deliveries that were latest, at most 50. */
export function listLateDeliveries(db: Queryable, scope: AccountScope, { days, timeZone }: ReportRange) {
  return query(db, LATE_DELIVERY)`
    ${withEndedOrders(scope, toInstants(days, timeZone))}, late AS MATERIALIZED (
      SELECT id, ms FROM (
        SELECT id, (extract(epoch FROM judged_at - due_at) * 1000)::bigint AS ms
        FROM ended WHERE status = 'delivered' AND judged_at > due_at
        UNION ALL
        SELECT day.id, day.ms FROM summed s CROSS JOIN LATERAL unnest(s.late_order_ids, s.late_ms) AS day (id, ms)) AS any_late
      ORDER BY ms DESC, id LIMIT ${MAX_LATE_LISTED})
    SELECT o.order_code, o.external_order_id, ${JUDGED_DUE_AT} AS due_at,
           coalesce(judged.delivered_at, h.changed_at) AS delivered_at
    FROM late
    CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = late.id OFFSET 0) AS o
    CROSS JOIN LATERAL (SELECT h.changed_at FROM order_status_changes h
                        WHERE h.order_id = late.id AND h.status = 'delivered' OFFSET 0) AS h
    ${JUDGED_JOIN}
    ORDER BY late.ms DESC, o.id`;
}
