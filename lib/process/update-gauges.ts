import type { Config } from "@/lib/config";
import { readServiceState, type ServiceState, SYNC_STATES } from "@/lib/console/read-service-state";
import type { Database } from "@/lib/db/client";
import { readFreeBytes } from "@/lib/disk-space";
import { metrics, setGauge, setGauges, setTotal } from "@/lib/metrics";
import { findBackedUpUntil, findNewestBackup } from "@/lib/process/backup/newest-backup";
import { findOwnServer } from "@/lib/process/backup/own-server";
import { readRoadEngine } from "@/lib/process/read-road-engine";
import type { Hub } from "@/lib/streams/hub";

const GAUGES: readonly (readonly [name: string, help: string, read: (state: ServiceState) => number])[] = [
  [
    "dropline_job_overdue_seconds",
    "Age of the oldest job that is due; 0 if none is.",
    (state) => state.jobOverdueSeconds,
  ],
  [
    "dropline_webhook_overdue_seconds",
    "Age of the oldest due webhook delivery to an endpoint that does not fail.",
    (state) => state.webhookOverdueSeconds,
  ],
  [
    "dropline_message_overdue_seconds",
    "Age of the oldest due text message.",
    (state) => state.messageOverdueSeconds,
  ],
  [
    "dropline_orders_without_courier",
    "Live orders that dispatch searches a courier for, up to 5,000.",
    (state) => state.ordersWithoutCourier,
  ],
  [
    "dropline_order_without_courier_seconds",
    "Time since the search for the longest waiting of them began.",
    (state) => state.orderWithoutCourierSeconds,
  ],
  [
    "dropline_journal_lag_seconds",
    "Age of the oldest event that GET /events does not return yet, because a transaction that began before it is open.",
    (state) => state.journalLagSeconds,
  ],
  [
    "dropline_database_connections",
    "Connections to the database server, by all its clients.",
    (state) => state.connections,
  ],
  ["dropline_database_max_connections", "Its max_connections.", (state) => state.maxConnections],
  ["dropline_database_size_bytes", "Size of the database.", (state) => state.databaseBytes],
  [
    "dropline_synchronous_standby_missing",
    "1 if commits wait for a synchronous standby and none is connected.",
    ({ needsSyncStandby, standbys }) =>
      Number(needsSyncStandby && standbys.every(({ syncState }) => /async|potential/.test(syncState))),
  ],
];

/** Sets the gauges that are read at each scrape. Unreadable ones are NaN, so that /metrics never fails. */
export async function updateGauges(
  { db, hub }: { readonly db: Database; readonly hub: Pick<Hub, "openStreams"> },
  settings: Config,
): Promise<void> {
  // Without an initial zero, the first rejection would not count as an increase.
  for (const code of ["25006", "53300"]) metrics().refusals.inc({ code }, 0);
  for (const method of ["password", "passkey", "oidc"]) metrics().signInFailures.inc({ method }, 0);
  setGauge("dropline_streams", "Open live streams of this process.", hub.openStreams);
  const { used, max } = db.connections;
  setGauge("dropline_database_pool_used", "Connections of the pool that are in use.", used);
  setGauge("dropline_database_pool_size", "Connections that the pool may open.", max);
  setGauge("dropline_data_free_bytes", "Free space of DATA_DIR.", readFreeBytes(settings.dataDir));
  await Promise.all([updateServiceState(db, settings), updateRoadEngine(settings.osrmUrl)]);
}

async function updateServiceState(db: Database, settings: Config): Promise<void> {
  const state = await readServiceState(db).catch(() => null);
  setGauge(
    "dropline_database_up",
    "Whether the database has answered within a second.",
    state === null ? 0 : 1,
  );
  for (const [name, help, read] of GAUGES) setGauge(name, help, state === null ? Number.NaN : read(state));
  const standbys = state?.standbys ?? [];
  setGauges(
    "dropline_standby_lag_seconds",
    "Delay of a standby.",
    "standby",
    standbys.map(({ name, lagSeconds }) => [name, lagSeconds]),
  );
  setGauges(
    "dropline_standby_lag_bytes",
    "Log that a standby has not replayed yet.",
    "standby",
    standbys.map(({ name, lagBytes }) => [name, lagBytes]),
  );
  setGauges(
    "dropline_standbys",
    "Connected standbys; unknown without pg_monitor.",
    "sync_state",
    SYNC_STATES.map((name) => [name, standbys.filter(({ syncState }) => syncState === name).length]),
  );
  await updateBackups(state === null ? null : db, settings);
  if (state === null) return;
  setTotal(
    "dropline_wal_archive_failures_total",
    "Attempts of the database server to archive its log that failed.",
    state.archiveFailures,
  );
}

/** NaN while the database is down, and if no backups are scheduled. Without a backup, the ages exceed every limit. */
async function updateBackups(db: Database | null, settings: Config): Promise<void> {
  const { backup } = settings;
  const isUnknown = db === null || backup === null;
  const newest = isUnknown ? null : await findNewestBackup(db);
  const set = (name: string, help: string, value: number) =>
    setGauge(`dropline_backup_${name}`, help, isUnknown ? Number.NaN : value);
  const getAge = (at: Date | null = null) =>
    at === null ? Number.POSITIVE_INFINITY : (Date.now() - at.getTime()) / 1_000;
  const logAge = findOwnServer(settings) === null ? Number.NaN : getAge(newest && findBackedUpUntil(newest));
  set("age_seconds", "Age of the newest backup; +Inf if there is none.", getAge(newest?.takenAt));
  set("interval_seconds", "Time between scheduled backups.", (backup?.everyMs ?? 0) / 1_000);
  set("log_age_seconds", "Time since the newest change at the target, for npm start's database.", logAge);
  set("failing", "1 if the last backup, or the log after it, failed.", Number(newest?.failedAt != null));
}

async function updateRoadEngine(osrmUrl: string | undefined): Promise<void> {
  if (osrmUrl === undefined) return;
  const { isUp, startedAt } = await readRoadEngine(osrmUrl);
  setGauge("dropline_road_engine_up", "Whether the routing server answers.", Number(isUp));
  setGauge(
    "dropline_road_engine_start_time_seconds",
    "When the road engine started, in Unix time; each change is a restart.",
    startedAt === null ? Number.NaN : startedAt.getTime() / 1000,
  );
}
