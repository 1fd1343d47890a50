import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { AppState, QueuedAction } from "@/lib/courier-app/app-state";
import { MAX_FIXES, type QueuedFix } from "@/lib/courier-app/fix-queue";

interface Schema extends DBSchema {
  taps: { key: number; value: QueuedAction };
  fixes: { key: number; value: QueuedFix };
  kept: { key: string; value: AppState };
}

/** Increment when `AppState` gains a field, so that a stored older state is ignored. */
const STATE_KEY = "state 2";

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("dropline-courier", 1, {
    upgrade(db) {
      db.createObjectStore("taps", { autoIncrement: true });
      db.createObjectStore("fixes", { autoIncrement: true });
      db.createObjectStore("kept");
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

export async function findKeptState(): Promise<AppState | null> {
  return (await (await database()).get("kept", STATE_KEY)) ?? null;
}

export async function keepState(state: AppState | null): Promise<void> {
  const db = await database();
  if (state === null) await db.clear("kept");
  else await db.put("kept", state, STATE_KEY);
}
