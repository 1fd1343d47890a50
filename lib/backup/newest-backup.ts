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
