import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { AppState, QueuedAction } from "@/lib/courier-app/app-state";
import { MAX_FIXES, type QueuedFix } from "@/lib/courier-app/fix-queue";
import type { ProofFile } from "@/lib/courier-app/proof-file";

export interface Picture {
  readonly blob: Blob;
  readonly isSmall: boolean;
}

interface Schema extends DBSchema {
  taps: { key: number; value: QueuedAction };
  fixes: { key: number; value: QueuedFix };
  kept: { key: string; value: AppState };
  files: { key: string; value: ProofFile };
  pictures: { key: string; value: Picture };
}

/** Increment when `AppState` gains a field, so that a stored older state is ignored. */
const STATE_KEY = "state 3";

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("dropline-courier-app", 1, {
    upgrade(db) {
      db.createObjectStore("taps", { autoIncrement: true });
      db.createObjectStore("fixes", { autoIncrement: true });
      db.createObjectStore("kept");
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

export async function listTaps(): Promise<{ key: number; tap: QueuedAction }[]> {
  const { store } = (await database()).transaction("taps");
  const [keys, taps] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return taps.map((tap, index) => ({ key: keys[index] ?? 0, tap }));
}

export async function addTap(tap: QueuedAction): Promise<void> {
  await (await database()).add("taps", tap);
}

export async function deleteTap(key: number): Promise<void> {
  await (await database()).delete("taps", key);
}

export async function listFixes(): Promise<{ fixes: QueuedFix[]; lastKey: number }> {
  const { store } = (await database()).transaction("fixes");
  const [keys, fixes] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return { fixes, lastKey: keys.at(-1) ?? 0 };
}

/** Stores a fix and deletes the oldest ones above the limit. */
export async function addFix(fix: QueuedFix): Promise<void> {
  const { store, done } = (await database()).transaction("fixes", "readwrite");
  await store.add(fix);
  const keys = await store.getAllKeys();
  for (const key of keys.slice(0, Math.max(0, keys.length - MAX_FIXES))) await store.delete(key);
  await done;
}

export async function deleteFixesUpTo(lastKey: number): Promise<void> {
  await (await database()).delete("fixes", IDBKeyRange.upperBound(lastKey));
}

export async function deleteAllFixes(): Promise<void> {
  await (await database()).clear("fixes");
}

export async function findSavedState(): Promise<AppState | null> {
  return (await (await database()).get("kept", STATE_KEY)) ?? null;
}

export async function saveState(state: AppState | null): Promise<void> {
  const db = await database();
  if (state === null) await db.clear("kept");
  else await db.put("kept", state, STATE_KEY);
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
