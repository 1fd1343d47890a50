import { join } from "node:path";
import { type BackupSettings, type Config, listPublicVariables } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import { isUnavailable } from "@/lib/db/pg-errors";
import { isQuarantined } from "@/lib/events/data-state";
import { openFileStore } from "@/lib/files/open-file-store";
import { createLease } from "@/lib/jobs/lease";
import { LogChain, moveLog } from "@/lib/process/backup/archive-log";
import type { BackupIndex, LogFile } from "@/lib/process/backup/backup";
import { createBackup } from "@/lib/process/backup/create-backup";
import { deleteOldBackups } from "@/lib/process/backup/delete-old-backups";
import { FileCopier } from "@/lib/process/backup/file-copier";
import { openBackupStore } from "@/lib/process/backup/open-backup-store";
import { findOwnServer, readServerState, type ServerState } from "@/lib/process/backup/own-server";

const PASS_EVERY_MS = 5_000;
/** Shorter than the lease, which a long backup must keep. */
const HOLD_EVERY_MS = 1_000;
const RETRY_AFTER_MS = 10 * 60_000;
/** Passes that are left out after one that failed. */
const FAILED_PASSES = 6;
const QUARANTINED = new Error("A quarantined database sends nothing out.");

interface Options {
  readonly db: Database;
  readonly settings: Config & { readonly backup: BackupSettings };
  readonly onFailure: (error: unknown) => void;
  readonly passEveryMs?: number;
}

/** Backs up on schedule and uploads the log, in one process at a time. A quarantined database sends nothing out. */
export function runBackups(options: Options): { stop(): Promise<void> } {
  const { db, settings, onFailure, passEveryMs = PASS_EVERY_MS } = options;
  const lease = createLease(db, "backup");
  const recordFailure = async (error: unknown) => {
    onFailure(error);
    await recordState(db, settings.backup.to, { failure: (error as Error).message, failedAt: new Date() });
  };
  const pass = createPass(options, recordFailure);
  let isHeld = false;
  let isBusy = false;
  let nextPassAt = 0;
  const tick = async () => {
    isHeld = await lease.hold();
    if (!isHeld || isBusy || performance.now() < nextPassAt) return;
    isBusy = true;
    pass()
      .then(
        () => passEveryMs,
        async (error: unknown) => {
          if (!isUnavailable(error)) await recordFailure(error);
          return FAILED_PASSES * passEveryMs;
        },
      )
      .then((pauseMs) => {
        nextPassAt = performance.now() + pauseMs;
      }, onFailure)
      .finally(() => {
        isBusy = false;
      });
  };
  const run = () => {
    tick().catch((error: unknown) => {
      if (!isUnavailable(error)) onFailure(error);
    });
  };
  const timer = setInterval(run, Math.min(HOLD_EVERY_MS, passEveryMs));
  run();
  return {
    stop: async () => {
      clearInterval(timer);
      // A half-written backup has no index, so it is not waited for.
      if (isHeld) await lease.release().catch(() => {});
    },
  };
}

/** Uploads the log while a backup is being made, too. */
function createPass(
  { db, settings, onFailure }: Options,
  recordFailure: (error: unknown) => Promise<void>,
): () => Promise<void> {
  const { backup, files, dataDir } = settings;
  const target = { store: openBackupStore(backup.store), recipient: backup.recipient };
  const source = files.type === "s3" ? null : openFileStore(files);
  const copier =
    source === null ? null : new FileCopier({ from: source, to: target.store, recipient: backup.recipient });
  let backingUp: Promise<void> | null = null;
  let retryAt = 0;
  let hasFailed = false;
  let chain: LogChain | null = null;
  const checksums = new Map<string, string>();
  const backUp = async () => {
    const index = await createBackup(settings, target, listPublicVariables(), checksums);
    if (chain !== null) chain.hasGap = false;
    hasFailed = false;
    await recordBackup(db, backup.to, index);
    await deleteOldBackups(target.store, source, backup.keepMs, new Date());
  };
  const backUpIfDue = async (state: ServerState | null) => {
    if (backingUp !== null || performance.now() < retryAt) return;
    if (!(chain?.hasGap || (await isDue(db, backup, state)))) return;
    backingUp = backUp()
      .catch((error: unknown) => {
        hasFailed = true;
        retryAt = performance.now() + RETRY_AFTER_MS;
        return recordFailure(error);
      })
      .catch(onFailure)
      .finally(() => {
        backingUp = null;
      });
  };
  return async () => {
    const isSilent = await isQuarantined(db);
    const server = findOwnServer(settings);
    const state = server === null ? null : await readServerState(server.databaseUrl);
    if (!isSilent) await backUpIfDue(state);
    if (state === null) return;
    if (state.archive === null)
      throw new Error("The server does not archive its log: restart npm start with BACKUP_TO.");
    let reason: Error | null = isSilent ? QUARANTINED : null;
    if (reason === null && chain === null) {
      const listed = await target.store.list(`wal/${state.systemId}`).catch((error: Error) => error);
      if (listed instanceof Error) reason = listed;
      else chain = new LogChain(listed);
    }
    let until: Date | null = null;
    const onStored = (file: LogFile) => {
      chain?.add(file);
      until = file.archivedAt;
    };
    const unsentFolder = join(dataDir, "backup", "unsent");
    await moveLog({ ...state, archive: state.archive }, target, {
      unsentFolder,
      copier,
      reason,
      onStored,
    }).catch((error: unknown) => {
      if (error !== QUARANTINED) throw error;
    });
    if (until === null) return;
    // A failed backup stays visible until the next one.
    const success = hasFailed ? {} : { failure: null, failedAt: null };
    await recordState(db, backup.to, { archivedUntil: until, ...success });
  };
}

/** After a restore, the log continues on another timeline, which begins with a separate backup. */
async function isDue(
  db: Database,
  { to, everyMs }: BackupSettings,
  state: ServerState | null,
): Promise<boolean> {
  const known = await db.models.backupState.findFirst({ where: { id: 1 } });
  if (known === null || known.takenAt === null || known.target !== to) return true;
  if (state !== null && known.timeline !== state.timeline) return true;
  return Date.now() - known.takenAt.getTime() >= everyMs;
}

export async function recordBackup(db: Database, target: string, index: BackupIndex): Promise<void> {
  const { id: backupId, finishedAt: takenAt, database, parts } = index;
  const bytes = parts.reduce((sum, part) => sum + BigInt(part.bytes), BigInt(index.manifest.bytes));
  const timeline = database?.timeline ?? null;
  const success = { failure: null, failedAt: null };
  await recordState(db, target, { backupId, takenAt, verifiedAt: new Date(), bytes, timeline, ...success });
}

async function recordState(
  db: Database,
  target: string,
  change: Parameters<Database["models"]["backupState"]["updateMany"]>[0]["data"],
): Promise<void> {
  const { count } = await db.models.backupState.updateMany({ where: { id: 1, target }, data: change });
  if (count === 1) return;
  await db.models.backupState.deleteMany({ where: { id: 1 } });
  await db.models.backupState.create({ data: { ...(change as object), target } });
}
