import { DAY_MS } from "@/lib/duration";
import type { FileStore } from "@/lib/files/stored-file";
import { indexKey, parseLogKey, storedFileKey } from "@/lib/process/backup/backup";
import { listBackups } from "@/lib/process/backup/list-backups";

/** For clocks, and for backups that are being written. */
const MARGIN_MS = DAY_MS;

/**
 * Deletes what no restore to a time within `keepMs` needs. The newest backup before that time stays, since the first
 * days depend on it. Erasures stay for ever.
 */
export async function deleteOldBackups(
  store: FileStore,
  source: FileStore | null,
  keepMs: number,
  now: Date,
): Promise<void> {
  const backups = await listBackups(store);
  const cutoff = now.getTime() - keepMs;
  const firstKept = Math.max(
    0,
    backups.findLastIndex(({ finishedAt }) => finishedAt.getTime() <= cutoff),
  );
  const needed = backups.slice(firstKept);
  const [oldest] = needed;
  if (oldest === undefined) return;
  // Without its index, a backup is not a complete one any more.
  for (const { id } of backups.slice(0, firstKept)) await store.delete(indexKey(id));
  const keptIds = new Set(needed.map(({ id }) => id));
  for (const key of await store.list("backups")) {
    const [, id = ""] = key.split("/");
    if (!keptIds.has(id) && readStart(id) < now.getTime() - MARGIN_MS) await store.delete(key);
  }
  for (const key of await store.list("wal")) {
    const file = parseLogKey(key);
    const isOld = file !== null && file.archivedAt.getTime() < oldest.startedAt.getTime() - MARGIN_MS;
    if (isOld && file.number !== null) await store.delete(key);
  }
  if (source === null) return;
  const neededFiles = new Set(
    [...needed.flatMap(({ files }) => files), ...(await source.list(""))].map(storedFileKey),
  );
  for (const key of await store.list("files")) {
    if (!neededFiles.has(key) && !key.startsWith("files/erasures/")) await store.delete(key);
  }
}

/** The start of a backup by its id. */
function readStart(id: string): number {
  const [date = "", time = ""] = id.slice(0, 15).split("t");
  const parts = [date.slice(0, 4), date.slice(4, 6), date.slice(6)];
  return Date.parse(`${parts.join("-")}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`);
}
