import { sql } from "@/lib/db/sql";
import { HANDLING_ALLOWANCE_MS, LATE_TOLERANCE_MS } from "@/lib/orders/due-at";

const TOLERATED_DELIVERY_TIME = sql`o.delivery_time + make_interval(secs => ${LATE_TOLERANCE_MS / 1000})`;

/** The last on-time instant of dropoff `s`, whose arrival is `shown`, of order `o`. */
export const DROPOFF_DUE_AT = sql`coalesce(s.window_to, greatest(shown.first_to, ${TOLERATED_DELIVERY_TIME}))`;

const FROM_SHOWN_STOPS = sql`FROM shown_arrivals shown JOIN order_stops s USING (order_id, position)
    WHERE shown.order_id = o.id AND shown.promised_until = o.promised_until`;

/**
 * Until when order `o` is promised: at the dropoff that is due next, or at the last one once all are done. A promise
 * of a process of the former release is that of the whole order. Null until a courier has accepted it.
 */
export const PROMISED_UNTIL = sql`CASE WHEN o.promised_until IS NOT NULL THEN coalesce(
  (SELECT coalesce(min(${DROPOFF_DUE_AT}) FILTER (WHERE s.delivered_at IS NULL AND s.failed_at IS NULL),
                   max(${DROPOFF_DUE_AT})) ${FROM_SHOWN_STOPS}),
  o.promised_until) END`;

/** `dueAt` in SQL. */
export const DUE_AT = sql`coalesce(
  ${PROMISED_UNTIL},
  ${TOLERATED_DELIVERY_TIME},
  o.window_to,
  greatest(o.created_at, o.ready_at) + make_interval(secs => o.duration_seconds + ${HANDLING_ALLOWANCE_MS / 1000}))`;

/** Joins, as `judged`, the dropoff of the delivered order `o` that was latest; nothing without a promise per dropoff. */
export const JUDGED_JOIN = sql`LEFT JOIN LATERAL (
  SELECT ${DROPOFF_DUE_AT} AS due_at, s.delivered_at ${FROM_SHOWN_STOPS}
    AND o.status = 'delivered' AND s.delivered_at IS NOT NULL
  ORDER BY s.delivered_at - ${DROPOFF_DUE_AT} DESC, s.position LIMIT 1) AS judged ON true`;

/** When the delivery of order `o` was due; requires JUDGED_JOIN. */
export const JUDGED_DUE_AT = sql`coalesce(judged.due_at, ${DUE_AT})`;
