import type { Queryable } from "@/lib/db/client";
import type { BackupState } from "@/lib/db/generated/client";

/** `takenAt` is null if no backup has been verified at the present target. */
export type NewestBackup = Omit<BackupState, "id" | "target" | "backupId" | "timeline">;

/** State of the backups; null if none was ever attempted. */
export function findNewestBackup(db: Queryable): Promise<NewestBackup | null> {
  return db.models.backupState.findFirst({ where: { id: 1 } });
}

/** The log arrives within about a minute. */
const MAX_LOG_AGE_MS = 15 * 60_000;

export interface BackupSchedule {
  readonly everyMs: number;
  /** Whether the log of the database is backed up too. */
  readonly hasLog: boolean;
}

type Progress = Pick<NewestBackup, "takenAt" | "archivedUntil">;

/** Up to when changes are at the target; null without a backup. */
export function findBackedUpUntil({ takenAt, archivedUntil }: Progress): Date | null {
  return takenAt !== null && archivedUntil !== null && archivedUntil > takenAt ? archivedUntil : takenAt;
}

/** The part that is later than the schedule allows: any backup, the next one, or the log. */
export function findLateness(
  progress: Progress,
  { everyMs, hasLog }: BackupSchedule,
  now: Date,
): "none" | "backup" | "log" | null {
  const until = findBackedUpUntil(progress);
  if (progress.takenAt === null || until === null) return "none";
  if (now.getTime() - progress.takenAt.getTime() > 2 * everyMs) return "backup";
  return hasLog && now.getTime() - until.getTime() > MAX_LOG_AGE_MS ? "log" : null;
}
