import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { ProofFile } from "@/lib/courier-app/proof-file";

export interface Picture {
  readonly blob: Blob;
  readonly isSmall: boolean;
}

interface Schema extends DBSchema {
  files: { key: string; value: ProofFile };
  pictures: { key: string; value: Picture };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

/** A separate database, because an open page of an earlier release would block an upgrade of the other one. */
function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("dropline-courier-files", 1, {
    upgrade(db) {
      db.createObjectStore("files", { keyPath: "id" });
      db.createObjectStore("pictures");
    },
    // The browser may close the database under memory pressure. The next call opens it again.
    terminated: () => {
      opened = undefined;
    },
  });
  return opened;
}

export async function listFiles(): Promise<ProofFile[]> {
  const files = await (await database()).getAll("files");
  return files.sort((a, b) => a.at.localeCompare(b.at));
}

/** Returns null once the service has the file. */
export async function findPicture(id: string): Promise<Picture | null> {
  return (await (await database()).get("pictures", id)) ?? null;
}

export async function addFile(file: ProofFile, picture: Picture): Promise<void> {
  const change = (await database()).transaction(["files", "pictures"], "readwrite");
  await Promise.all([
    change.objectStore("files").put(file),
    change.objectStore("pictures").put(picture, file.id),
    change.done,
  ]);
}

/** Replaces the picture of a file, unless the file was deleted. */
export async function putPicture(id: string, picture: Picture): Promise<void> {
  const change = (await database()).transaction(["files", "pictures"], "readwrite");
  if ((await change.objectStore("files").getKey(id)) !== undefined)
    await change.objectStore("pictures").put(picture, id);
  await change.done;
}

export async function releaseFiles(ids: readonly string[]): Promise<void> {
  const { store, done } = (await database()).transaction("files", "readwrite");
  for (const id of ids) {
    const file = await store.get(id);
    if (file?.state === "draft") await store.put({ ...file, state: "waiting" });
  }
  await done;
}

export async function markSent(id: string): Promise<void> {
  const change = (await database()).transaction(["files", "pictures"], "readwrite");
  const file = await change.objectStore("files").get(id);
  if (file !== undefined) await change.objectStore("files").put({ ...file, state: "sent" });
  await change.objectStore("pictures").delete(id);
  await change.done;
}

export async function deleteFile(id: string): Promise<void> {
  const change = (await database()).transaction(["files", "pictures"], "readwrite");
  await Promise.all([
    change.objectStore("files").delete(id),
    change.objectStore("pictures").delete(id),
    change.done,
  ]);
}

/** Deletes old files, except those that wait to be sent. */
export async function deleteFilesBefore(instant: Date): Promise<void> {
  for (const { id, at, state } of await listFiles()) {
    if (state !== "waiting" && at < instant.toISOString()) await deleteFile(id);
  }
}
