import * as z from "zod";
import type { Queryable } from "@/lib/db/client";
import { inTime } from "@/lib/db/in-time";
import { NOW_AS_STORED } from "@/lib/db/now";
import { bool, float8, json, timestamptz } from "@/lib/db/row";
import { inlineInteger, query, type Sql, sql } from "@/lib/db/sql";
import { JOURNAL_LAG_SQL } from "@/lib/events/journal-lag";
import { JOB_KINDS } from "@/lib/jobs/job";

export const SYNC_STATES = ["sync", "quorum", "potential", "async", "unknown"] as const;

const standbys = z.array(
  z.object({
    name: z.string(),
    /** `unknown` if the service's user lacks pg_monitor. */
    syncState: z.enum(SYNC_STATES),
    /** Null while unknown. */
    lagBytes: z.number().nullable(),
    lagSeconds: z.number().nullable(),
  }),
);

export type ServiceState = Awaited<ReturnType<typeof selectServiceState>>;

/** More are counted as this many, so that the statement stays cheap when no courier works. */
const MAX_COUNTED = 5_000;

const secondsSince = (instant: Sql): Sql =>
  sql`greatest(0, coalesce(extract(epoch FROM now() - ${instant}), 0))::float8`;

/** Reads work that waits, and the state of the server; each part uses an index or PostgreSQL's own statistics. */
async function selectServiceState(db: Queryable) {
  const shape = {
    readAt: timestamptz,
    // Age of the oldest item that is due; 0 if none is.
    ...{ jobOverdueSeconds: float8, webhookOverdueSeconds: float8, messageOverdueSeconds: float8 },
    /** Live orders whose search for a courier has begun. */
    ...{ ordersWithoutCourier: float8, orderWithoutCourierSeconds: float8 },
    ...{ journalLagSeconds: float8, databaseBytes: float8, connections: float8, maxConnections: float8 },
    ...{ archiveFailures: float8, archivedAt: timestamptz.orNull, archiveFailedAt: timestamptz.orNull },
    ...{ needsSyncStandby: bool, standbys: json(standbys) },
  };
  const [state] = await query(db, shape)`
    SELECT now() AS read_at,
           ${secondsSince(sql`(
             SELECT run_at FROM jobs WHERE finished_at IS NULL AND run_at <= ${NOW_AS_STORED}
               AND kind = ANY(${[...JOB_KINDS]}::text[]) ORDER BY run_at LIMIT 1)`)} AS job_overdue_seconds,
           ${secondsSince(sql`(
             SELECT min(due.run_at) FROM webhook_endpoints e CROSS JOIN LATERAL (
               SELECT run_at FROM webhook_deliveries d
               WHERE d.endpoint_id = e.id AND d.state = 'pending' AND d.run_at <= ${NOW_AS_STORED}
                 AND (d.leased_until IS NULL OR d.leased_until <= ${NOW_AS_STORED})
               ORDER BY d.run_at LIMIT 1) due
             WHERE e.disabled_at IS NULL AND e.deleted_at IS NULL AND e.failing_since IS NULL)`)} AS webhook_overdue_seconds,
           ${secondsSince(sql`(
             SELECT run_at FROM recipient_messages WHERE state = 'pending' AND run_at <= ${NOW_AS_STORED}
               AND (leased_until IS NULL OR leased_until <= ${NOW_AS_STORED})
             ORDER BY run_at LIMIT 1)`)} AS message_overdue_seconds,
           waiting.count::float8 AS orders_without_courier,
           ${secondsSince(sql`waiting.since`)} AS order_without_courier_seconds,
           ${JOURNAL_LAG_SQL} AS journal_lag_seconds,
           pg_database_size(current_database())::float8 AS database_bytes,
           (SELECT sum(numbackends) FROM pg_stat_database)::float8 AS connections,
           current_setting('max_connections')::float8 AS max_connections,
           archiver.failed_count::float8 AS archive_failures, archiver.last_archived_time AS archived_at,
           archiver.last_failed_time AS archive_failed_at,
           current_setting('synchronous_standby_names') <> '' AS needs_sync_standby,
           coalesce((
             SELECT json_agg(json_build_object(
                 'name', coalesce(application_name, 'standby'), 'syncState', coalesce(sync_state, 'unknown'),
                 'lagBytes', CASE WHEN NOT pg_is_in_recovery()
                                  THEN greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)) END,
                 'lagSeconds', CASE WHEN sync_state IS NOT NULL
                                    THEN coalesce(extract(epoch FROM replay_lag), 0) END))
             FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup'), '[]') AS standbys
    FROM pg_stat_archiver archiver CROSS JOIN (
      SELECT count(*), min(since) AS since FROM (
        SELECT greatest(dispatch_at, courier_lost_at) AS since FROM orders
        WHERE mode = 'live' AND status IN ('new', 'assigned') AND courier_id IS NULL
          AND dispatch_at <= ${NOW_AS_STORED} AND held_reason IS NULL
        ORDER BY dispatch_at LIMIT ${inlineInteger(MAX_COUNTED)}) unserved) waiting`;
  if (state === undefined) throw new Error("A SELECT from pg_stat_archiver returned no row");
  return state;
}

const CACHED_MS = 2_000;
const WITHIN_MS = 1_000;

const cache = new WeakMap<Queryable, { readAtMs: number; state: Promise<ServiceState> }>();

/**
 * Cached for `cachedMs`; concurrent callers share one read.
 *
 * @throws Error if the database does not respond within `withinMs`
 */
export async function readServiceState(
  db: Queryable,
  { cachedMs = CACHED_MS, withinMs = WITHIN_MS } = {},
): Promise<ServiceState> {
  const now = performance.now();
  let cached = cache.get(db);
  if (cached === undefined || now - cached.readAtMs >= cachedMs) {
    cached = { readAtMs: now, state: selectServiceState(db) };
    cache.set(db, cached);
  }
  return inTime(cached.state, withinMs);
}
