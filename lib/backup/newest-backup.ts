import type { Queryable } from "@/lib/db/client";

export interface NewestBackup {
  /** Null if no backup has been verified at the present target. */
  readonly takenAt: Date | null;
  readonly verifiedAt: Date | null;
  readonly bytes: bigint | null;
  /** Up to when changes after it are at the target as well. */
  readonly archivedUntil: Date | null;
  /** Reason of the last failure; null after a success. */
  readonly failure: string | null;
  readonly failedAt: Date | null;
}

/** State of the backups; null if none was ever attempted. */
export function findNewestBackup(db: Queryable): Promise<NewestBackup | null> {
  return db.models.backupState.findFirst({
    where: { id: 1 },
    select: {
      takenAt: true,
      verifiedAt: true,
      bytes: true,
      archivedUntil: true,
      failure: true,
      failedAt: true,
    },
  });
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
