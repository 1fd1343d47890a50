import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type FileStore, getContentType, isFileKey } from "@/lib/files/stored-file";

/** Keeps files in a folder. Several machines need a shared folder, or S3. */
export function createDiskFiles(folder: string): FileStore {
  return {
    put: async (key, bytes) => {
      getContentType(key);
      const path = join(folder, key);
      await mkdir(dirname(path), { recursive: true });
      await writeWhole(path, bytes);
    },
    get: async (key) => {
      const contentType = getContentType(key);
      const bytes = await readFile(join(folder, key)).catch(orMissing);
      return bytes === null ? null : { bytes: new Uint8Array(bytes), contentType };
    },
    delete: async (key) => {
      getContentType(key);
      const path = join(folder, key);
      await rm(path, { force: true });
      // Also deletes temporary files of this key, left by a process that died while writing.
      const names = (await readdir(dirname(path)).catch(orMissing)) ?? [];
      const left = names.filter((name) => name.startsWith(`${basename(path)}.`));
      await Promise.all(left.map((name) => rm(join(dirname(path), name), { force: true })));
    },
    list: async (below) => {
      const names = (await readdir(join(folder, below), { recursive: true }).catch(orMissing)) ?? [];
      const keys = names.map((name) => join(below, name).replaceAll("\\", "/"));
      // Leaves out folders and files that are still being written.
      return keys.filter(isFileKey).sort();
    },
  };
}

/** Writes a file atomically: after a crash at any moment it is either complete or absent. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    const file = await open(unfinished, "wx");
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes the rename durable. Windows cannot sync a folder and does not need to. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function orMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
