import { join } from "node:path";
import { moveLog } from "@/lib/backup/archive-log";
import { type BackupIndex, parseLogKey } from "@/lib/backup/backup";
import { FileCopier } from "@/lib/backup/backup-files";
import { createBackup } from "@/lib/backup/create-backup";
import { deleteOldBackups } from "@/lib/backup/delete-old-backups";
import { openBackupStore } from "@/lib/backup/open-backup-store";
import { findOwnServer, readServerState, type ServerState } from "@/lib/backup/own-server";
import { type BackupSettings, type Config, listPublicVariables } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import { isUnavailable } from "@/lib/db/pg-errors";
import { openFileStore } from "@/lib/files/open-file-store";
import { createLease } from "@/lib/jobs/lease";
import { isQuarantined } from "@/lib/recovery/data-state";

const PASS_EVERY_MS = 5_000;
/** Shorter than the lease, which a long backup must keep. */
const HOLD_EVERY_MS = 1_000;
const RETRY_AFTER_MS = 10 * 60_000;

interface Options {
  readonly db: Database;
  readonly settings: Config & { readonly backup: BackupSettings };
  readonly onFailure: (error: unknown) => void;
}

/** Backs up on schedule and uploads the log, in one process at a time. A quarantined database sends nothing out. */
export function runBackups(options: Options): { stop(): Promise<void> } {
  const { db, settings, onFailure } = options;
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
    if (!isHeld || isBusy || performance.now() < nextPassAt || (await isQuarantined(db))) return;
    nextPassAt = performance.now() + PASS_EVERY_MS;
    isBusy = true;
    pass()
      .catch(async (error: unknown) => {
        if (!isUnavailable(error)) await recordFailure(error);
      })
      .catch(onFailure)
      .finally(() => {
        isBusy = false;
      });
  };
  const timer = setInterval(() => {
    tick().catch((error: unknown) => {
      if (!isUnavailable(error)) onFailure(error);
    });
  }, HOLD_EVERY_MS);
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
  let lastSegment: number | null = null;
  let hasGap = false;
  const backUp = async () => {
    const index = await createBackup(settings, target, listPublicVariables());
    hasGap = false;
    await recordBackup(db, backup.to, index);
    await deleteOldBackups(target.store, source, backup.keepMs, new Date());
  };
  return async () => {
    const server = findOwnServer(settings);
    const state = server === null ? null : await readServerState(server.databaseUrl);
    if (backingUp === null && performance.now() >= retryAt && (hasGap || (await isDue(db, backup, state)))) {
      backingUp = backUp()
        .catch((error: unknown) => {
          retryAt = performance.now() + RETRY_AFTER_MS;
          return recordFailure(error);
        })
        .catch(onFailure)
        .finally(() => {
          backingUp = null;
        });
    }
    if (state === null) return;
    if (state.archive === null)
      throw new Error("The server does not archive its log: restart npm start with BACKUP_TO.");
    lastSegment ??= findLastSegment(await target.store.list(`wal/${state.systemId}`));
    const sent = { unsentFolder: join(dataDir, "backup", "unsent"), copier };
    const { until, first, last } = await moveLog({ ...state, archive: state.archive }, target, sent);
    // The log was not archived for a time, so a new backup must begin after it.
    hasGap ||= first !== null && lastSegment !== null && first > lastSegment + 1;
    lastSegment = last ?? lastSegment;
    if (until !== null)
      await recordState(db, backup.to, { archivedUntil: until, failure: null, failedAt: null });
  };
}

const findLastSegment = (keys: readonly string[]): number | null =>
  keys.reduce<number | null>((last, key) => {
    const number = parseLogKey(key)?.number ?? null;
    return number === null || (last !== null && last > number) ? last : number;
  }, null);

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
