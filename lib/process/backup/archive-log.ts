import { readdirSync } from "node:fs";
import { mkdir, readFile, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { createDiskFiles } from "@/lib/files/create-disk-files";
import type { FileStore } from "@/lib/files/stored-file";
import { findLogKey, type LogFile, parseLogKey } from "@/lib/process/backup/backup";
import type { BackupTarget } from "@/lib/process/backup/create-backup";
import { encrypt } from "@/lib/process/backup/encrypt";
import type { FileCopier } from "@/lib/process/backup/file-copier";
import type { ServerState } from "@/lib/process/backup/own-server";
import { putVerified } from "@/lib/process/backup/store-part";

/** A full disk would stop the database. */
const MIN_FREE_BYTES = 1e9;

export interface LogMove {
  readonly unsentFolder: string;
  readonly copier: FileCopier | null;
  /** Reason that nothing can be sent now; null to try. */
  readonly reason: Error | null;
  /** Called for each part that arrived, in order. */
  readonly onStored: (file: LogFile) => void;
  readonly minFreeBytes?: number;
}

/**
 * Moves PostgreSQL's archived log to the target, with the files that its changes refer to before it. While the target
 * cannot be written, it is kept compressed on this machine, since 16 MB a minute would soon fill the disk.
 * @throws Error that says why something could not be sent
 */
export async function moveLog(
  { systemId, archive }: Pick<ServerState, "systemId"> & { readonly archive: string },
  target: BackupTarget,
  { unsentFolder, copier, reason, onStored, minFreeBytes = MIN_FREE_BYTES }: LogMove,
): Promise<void> {
  await mkdir(unsentFolder, { recursive: true });
  const unsent = createDiskFiles(unsentFolder);
  let failure: unknown = reason;
  const send = async (key: string, work: () => Promise<unknown>) => {
    if (failure !== null) return;
    try {
      await work();
      const file = parseLogKey(key);
      if (file !== null) onStored(file);
    } catch (error) {
      failure = error;
    }
  };
  const waiting = (await unsent.list("wal")).sort();
  const names = readdirSync(archive).sort();
  if (names.length + waiting.length > 0) await send("", async () => copier?.copyNew());
  for (const key of waiting) await send(key, () => sendUnsent(unsent, target, key));
  let isDropped = false;
  for (const name of names) {
    // The module writes under this name before it renames the file.
    if (name.startsWith("archtemp")) continue;
    const file = join(archive, name);
    const { mtime } = await stat(file);
    const key = findLogKey(systemId, name, mtime);
    if (key !== null) {
      const bytes = await encrypt(await readFile(file), target.recipient);
      await send(key, () => putVerified(target.store, key, bytes));
      const { bavail, bsize } = await statfs(unsentFolder);
      if (failure !== null && bavail * bsize >= minFreeBytes) await unsent.put(key, bytes);
      else isDropped ||= failure !== null;
    }
    await rm(file);
  }
  if (isDropped) {
    const { message } = failure as Error;
    throw new Error(`Less than 1 GB is free, so log that cannot be sent is dropped: ${message}`, {
      cause: failure,
    });
  }
  if (failure !== null) throw failure;
}

async function sendUnsent(unsent: FileStore, { store }: BackupTarget, key: string): Promise<void> {
  const file = await unsent.get(key);
  if (file !== null) await putVerified(store, key, file.bytes);
  await unsent.delete(key);
}

/** Finds whether a part of the log is missing at the target, so that a new backup must begin after it. */
export class LogChain {
  hasGap = false;
  #last: number | null = null;

  /** Begins with what the target has. */
  constructor(keys: readonly string[]) {
    for (const key of keys) {
      const number = parseLogKey(key)?.number ?? null;
      if (number !== null && number > (this.#last ?? -1)) this.#last = number;
    }
  }

  add({ number }: Pick<LogFile, "number">): void {
    if (number === null) return;
    this.hasGap ||= this.#last !== null && number > this.#last + 1;
    this.#last = number;
  }
}
