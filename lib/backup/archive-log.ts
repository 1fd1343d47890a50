import { readdirSync } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { findLogKey, parseLogKey } from "@/lib/backup/backup";
import type { FileCopier } from "@/lib/backup/backup-files";
import type { BackupTarget } from "@/lib/backup/create-backup";
import { encrypt } from "@/lib/backup/encrypt";
import type { ServerState } from "@/lib/backup/own-server";
import { putVerified } from "@/lib/backup/store-part";
import { createDiskFiles } from "@/lib/files/disk-files";
import type { FileStore } from "@/lib/files/stored-file";

export interface MovedLog {
  /** Time of the last part that arrived; null if none did. */
  readonly until: Date | null;
  /** Numbers of the first and last new part. */
  readonly first: number | null;
  readonly last: number | null;
}

/**
 * Moves PostgreSQL's archived log to the target, with the files that its changes refer to before it. While the target
 * cannot be written, it is kept compressed on this machine, since 16 MB a minute would soon fill the disk.
 */
export async function moveLog(
  { systemId, archive }: Pick<ServerState, "systemId"> & { readonly archive: string },
  target: BackupTarget,
  { unsentFolder, copier }: { unsentFolder: string; copier: FileCopier | null },
): Promise<MovedLog> {
  const unsent = createDiskFiles(unsentFolder);
  let failure: unknown = null;
  const failed = (error: unknown) => {
    failure = error;
  };
  const waiting = (await unsent.list("wal")).sort();
  const names = readdirSync(archive).sort();
  if (names.length + waiting.length > 0) await copier?.copyNew().catch(failed);
  let until: Date | null = null;
  const numbers: number[] = [];
  for (const key of waiting) {
    if (failure !== null) break;
    await sendUnsent(unsent, target, key).catch(failed);
    if (failure === null) until = parseLogKey(key)?.archivedAt ?? until;
  }
  for (const name of names) {
    // The module writes under this name before it renames the file.
    if (name.startsWith("archtemp")) continue;
    const file = join(archive, name);
    const { mtime } = await stat(file);
    const key = findLogKey(systemId, name, mtime);
    if (key !== null) {
      const bytes = await encrypt(await readFile(file), target.recipient);
      if (failure === null) await putVerified(target.store, key, bytes).catch(failed);
      if (failure === null) until = mtime;
      else await unsent.put(key, bytes);
      numbers.push(...[parseLogKey(key)?.number ?? []].flat());
    }
    await rm(file);
  }
  if (failure !== null) throw failure;
  return { until, first: numbers.at(0) ?? null, last: numbers.at(-1) ?? null };
}

async function sendUnsent(unsent: FileStore, { store }: BackupTarget, key: string): Promise<void> {
  const file = await unsent.get(key);
  if (file !== null) await putVerified(store, key, file.bytes);
  await unsent.delete(key);
}
