import { randomUUID } from "node:crypto";
import type { BackupSettings, Config } from "@/lib/config";
import { HOUR_MS } from "@/lib/duration";
import {
  type BackupSchedule,
  findBackedUpUntil,
  findLateness,
  type NewestBackup,
} from "@/lib/process/backup/newest-backup";
import { openBackupStore } from "@/lib/process/backup/open-backup-store";
import { findOwnServer } from "@/lib/process/backup/own-server";
import { type Finding, type Installation, report } from "@/lib/process/finding";

const backups = report("backups");

/** Writes a file to the target, reads it and deletes it. */
export async function checkBackups(settings: Config, { commandLine }: Installation): Promise<Finding[]> {
  const { backup } = settings;
  if (backup === null) {
    const fix = `Run ${commandLine} backup keygen, and set BACKUP_TO and BACKUP_KEY.`;
    return [backups.warn("BACKUP_TO is not set: the service makes no backups.", fix)];
  }
  const target = await checkTarget(backup);
  if (findOwnServer(settings) !== null) return [target];
  const fix = "Back it up too, for example with pgBackRest or Barman.";
  return [
    target,
    backups.ok(`The database is not npm start's own, so backups contain the files only. ${fix}`),
  ];
}

async function checkTarget({ store: settings, to }: BackupSettings): Promise<Finding> {
  try {
    const store = openBackupStore(settings);
    const key = `checks/${randomUUID()}.age`;
    await store.put(key, new Uint8Array(1));
    const isKept = (await store.list("checks")).includes(key);
    await store.delete(key);
    if (!isKept) throw new Error("what was just written is not listed");
    return backups.ok(`A file was written to ${to}, listed and deleted.`);
  } catch (error) {
    const fix = "Correct BACKUP_TO, and allow its key to put, get, list and delete objects.";
    return backups.fail(`Backups cannot be written to ${to}: ${(error as Error).message}.`, fix);
  }
}

/** Compares the newest backup with the schedule. */
export function describeBackups(newest: NewestBackup | null, schedule: BackupSchedule, now: Date): Finding {
  const { takenAt = null, archivedUntil = null, failure = null } = newest ?? {};
  const late = findLateness({ takenAt, archivedUntil }, schedule, now);
  const reason = failure === null ? "" : ` The last attempt failed: ${failure}`;
  const fix = 'Start the service, and look for "backup failed" in its log.';
  if (takenAt === null) return backups.warn(`There is no backup yet.${reason}`, fix);
  const hours = (now.getTime() - takenAt.getTime()) / HOUR_MS;
  const message = `The newest verified backup is ${hours.toFixed(1)} hours old.`;
  if (late === null) return backups.ok(message);
  const until = findBackedUpUntil({ takenAt, archivedUntil })?.toISOString();
  const missing = late === "log" ? ` Changes since ${until} are not at the target.` : "";
  return backups.warn(`${message}${missing}${reason}`, fix);
}
