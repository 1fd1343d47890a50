import type { Config } from "@/lib/config";
import { type Facts, type Reachability, type RunningProcess, traffic } from "@/lib/console/health/part";
import { readServiceState, type ServiceState } from "@/lib/console/read-service-state";
import type { Queryable } from "@/lib/db/client";
import { DAY_MS } from "@/lib/duration";
import { findLeaseEnd } from "@/lib/jobs/lease";
import { listFailingJobs } from "@/lib/jobs/list-failing-jobs";
import { findNewestBackup } from "@/lib/process/backup/newest-backup";
import { findOwnServer } from "@/lib/process/backup/own-server";
import { readFreeGigabytes } from "@/lib/process/check-disk";
import { probeAddress } from "@/lib/process/probe-services";
import type { Runtime } from "@/lib/process/runtime";
import { OsrmClient } from "@/lib/routing/osrm";

const LISTED_MS = 60 * 60_000;
const PROBE_EVERY_MS = 60_000;
const ROADS_WITHIN_MS = 2_000;
/** Attempts of one second each. */
const MAX_WAITS = 5;

type Outside = Facts["outside"];

/** Processes seen within the last hour, the newest first. */
export async function listProcesses(db: Queryable, now: Date): Promise<RunningProcess[]> {
  const rows = await db.models.healthProcess.findMany({
    where: { seenAt: { gte: new Date(now.getTime() - LISTED_MS) } },
    orderBy: { startedAt: "desc" },
  });
  return rows.flatMap((row) => {
    const counted = traffic.safeParse(row.traffic);
    return counted.success ? [{ ...row, traffic: counted.data }] : [];
  });
}

export type FactsReader = () => Promise<Facts>;

export function createFactsReader(
  served: Pick<Runtime, "db" | "clock" | "geocoder">,
  settings: Config,
): FactsReader {
  const probeOutside = createProbe(served, settings);
  return async () => {
    const { db, clock } = served;
    const now = clock.now();
    const startedAt = performance.now();
    const dispatchHeldUntil = await findLeaseEnd(db, "dispatch");
    const databaseMs = performance.now() - startedAt;
    const [processes, state, failingJobs, outside] = await Promise.all([
      listProcesses(db, now),
      readPatiently(db),
      listFailingJobs(db, new Date(now.getTime() - DAY_MS)),
      probeOutside(),
    ]);
    const freeGigabytes = settings.files.type === "disk" ? readFreeGigabytes(settings.dataDir) : null;
    const backup = await readBackup(db, settings);
    return {
      now,
      processes,
      databaseMs,
      state,
      dispatchHeldUntil,
      failingJobs,
      outside,
      freeGigabytes,
      backup,
    };
  };
}

const NO_BACKUP = { takenAt: null, archivedUntil: null, failedAt: null };

async function readBackup(db: Queryable, settings: Config): Promise<Facts["backup"]> {
  if (settings.backup === null) return null;
  const newest = (await findNewestBackup(db)) ?? NO_BACKUP;
  return { ...newest, everyMs: settings.backup.everyMs, hasLog: findOwnServer(settings) !== null };
}

/** Waits up to 5 s for a read, so that a slow database is reported. */
async function readPatiently(db: Queryable): Promise<ServiceState> {
  for (let waited = 1; waited < MAX_WAITS; waited += 1) {
    const state = await readServiceState(db).catch(() => null);
    if (state !== null) return state;
  }
  return readServiceState(db);
}

/** Probes each outside service at most once a minute. */
function createProbe(
  served: Pick<Runtime, "geocoder">,
  { osrmUrl, geocoder, messages, mail, files }: Parameters<typeof createFactsReader>[1],
): () => Promise<Outside> {
  const engine = osrmUrl === undefined ? null : new OsrmClient(osrmUrl, 1);
  const probe = async (): Promise<Outside> => {
    const [roads, addresses, provider, bucket] = await Promise.all([
      engine?.probe(ROADS_WITHIN_MS).then(toOk, toDown) ?? OFF,
      geocoder?.type !== "city" ? reachAddress(geocoder?.url) : served.geocoder === null ? OFF : OK,
      reachAddress(messages?.url),
      files.type === "disk" ? OK : reachAddress(files.url),
    ]);
    // Mail is judged by its jobs: servers note connections without mail.
    return { roads, addresses, messages: provider, files: bucket, mail: mail === null ? "off" : "ok" };
  };
  let probed: { readonly atMs: number; readonly outcome: Promise<Outside> } | undefined;
  return () => {
    const nowMs = performance.now();
    if (probed === undefined || nowMs - probed.atMs >= PROBE_EVERY_MS)
      probed = { atMs: nowMs, outcome: probe() };
    return probed.outcome;
  };
}

const [OK, OFF] = ["ok", "off"] as const satisfies Reachability[];
const toOk = (): Reachability => OK;
const toDown = (): Reachability => "down";

async function reachAddress(url: string | undefined): Promise<Reachability> {
  if (url === undefined) return OFF;
  return (await probeAddress(url)) === null ? OK : "down";
}
