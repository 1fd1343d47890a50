import { isDiskFullError } from "@/lib/disk-space";
import {
  type BackupIndex,
  type BackupManifest,
  getSegmentNumber,
  SEGMENT_BYTES,
} from "@/lib/process/backup/backup";

/** Segments that PostgreSQL creates before it accepts writes, and files that it writes next to the data. */
const RESERVE_BYTES = 6 * SEGMENT_BYTES;
/** PostgreSQL stops without this much, since it allocates its log by segments; it does not report why. */
const LEAST_BYTES = 2 * SEGMENT_BYTES;

/**
 * Estimates the bytes that the restored database takes, without photos: the files of the backup, its log and the later
 * log, and once more the later log, since replaying it lets the files grow by at most as much.
 * @param logBytes of the later log, without the empty ends of its segments
 */
export function estimateRestoreBytes(
  { database }: Pick<BackupIndex, "database">,
  manifest: Pick<BackupManifest, "database">,
  logBytes: number,
): number {
  if (database === null || manifest.database === null) return 0;
  const { Files: files } = JSON.parse(manifest.database.baseManifest) as { Files: { Size: number }[] };
  const base = files.reduce((sum, { Size }) => sum + Size, 0);
  const segments = getSegmentNumber(database.endLsn) - getSegmentNumber(database.startLsn) + 1;
  return base + segments * SEGMENT_BYTES + 2 * logBytes + RESERVE_BYTES;
}

const toMegabytes = (bytes: number): number => Math.ceil(bytes / 1e6);

/** @throws Error of one line with both numbers */
export function checkRestoreSpace(folder: string, neededBytes: number, freeBytes: number): void {
  if (freeBytes >= neededBytes) return;
  throw new Error(
    `The restored database needs about ${toMegabytes(neededBytes)} MB in ${folder}, and ${toMegabytes(freeBytes)} MB are free.`,
  );
}

/** The error of a restore, or a sentence about the full disk that caused it. */
export function explainFullDisk(error: unknown, folder: string, freeBytes: number): unknown {
  if (!isDiskFullError(error) && freeBytes >= LEAST_BYTES) return error;
  return new Error(
    `The disk became full during the restore: ${toMegabytes(freeBytes)} MB are free in ${folder}.`,
    { cause: error },
  );
}
