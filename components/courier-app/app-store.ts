import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from "idb";
import { createSharedValue } from "@/components/ui/create-shared-value";
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
const STATE_KEY = "state 4";

let opened: Promise<IDBPDatabase<Schema>> | undefined;

async function database(): Promise<IDBPDatabase<Schema>> {
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
  try {
    return await opened;
  } catch (error) {
    opened = undefined;
    throw error;
  }
}

/**
 * Changes that the phone could not write. They are read like stored ones until the page closes, and are written with
 * the next change that succeeds. Null stands for a deleted entry.
 */
const unwritten = {
  taps: [] as readonly QueuedAction[],
  deletedTaps: new Set<string>(),
  fixes: [] as readonly QueuedFix[],
  deletedFixesUpTo: 0,
  files: new Map<string, ProofFile | null>(),
  pictures: new Map<string, Picture | null>(),
};

const isFull = createSharedValue(false);

/** Whether the last write failed or something is only in memory, because the phone is full or refuses storage. */
export const useIsStorageFull = isFull.useValue;

/** Every write takes this path: if it fails for any reason, `keep` applies the change to `unwritten`. */
async function write<Names extends [StoreNames<Schema>, ...StoreNames<Schema>[]]>(
  names: Names,
  change: (tx: IDBPTransaction<Schema, Names, "readwrite">) => Promise<unknown>,
  { done, keep }: { done?: () => void; keep: () => void | Promise<void> },
): Promise<void> {
  let isWritten = false;
  try {
    const tx = (await database()).transaction(names, "readwrite");
    await Promise.all([change(tx), tx.done]);
    isWritten = true;
    done?.();
  } catch {
    await keep();
  }
  const { taps, fixes, files } = unwritten;
  isFull.set(!isWritten || taps.length > 0 || fixes.length > 0 || [...files.values()].some(Boolean));
}

/** Returns `empty` if the phone's storage cannot be read. */
async function read<Value>(load: (db: IDBPDatabase<Schema>) => Promise<Value>, empty: Value): Promise<Value> {
  try {
    return await load(await database());
  } catch {
    return empty;
  }
}

/** Lists taps in their order. */
export async function listTaps(): Promise<QueuedAction[]> {
  const stored = await read((db) => db.getAll("taps"), []);
  const ids = new Set(stored.map(({ id }) => id));
  const all = [...stored, ...unwritten.taps.filter(({ id }) => !ids.has(id))];
  return all.filter(({ id }) => !unwritten.deletedTaps.has(id));
}

export async function addTap(tap: QueuedAction): Promise<void> {
  unwritten.taps = [...unwritten.taps, tap];
  const waiting = unwritten.taps;
  await write(
    ["taps"],
    async ({ store }) => {
      const ids = new Set((await store.getAll()).map(({ id }) => id));
      await Promise.all(waiting.filter(({ id }) => !ids.has(id)).map((each) => store.add(each)));
    },
    {
      done: () => {
        unwritten.taps = unwritten.taps.filter((each) => !waiting.includes(each));
      },
      keep: () => {},
    },
  );
}

export async function deleteTap(id: string): Promise<void> {
  unwritten.taps = unwritten.taps.filter((tap) => tap.id !== id);
  const deleteStored = async ({ store }: IDBPTransaction<Schema, ["taps"], "readwrite">) => {
    const [keys, taps] = await Promise.all([store.getAllKeys(), store.getAll()]);
    await Promise.all(keys.filter((_, index) => taps[index]?.id === id).map((key) => store.delete(key)));
  };
  await write(["taps"], deleteStored, { keep: () => void unwritten.deletedTaps.add(id) });
}

export interface FixBatch {
  readonly fixes: readonly QueuedFix[];
  /** Of the stored ones. */
  readonly lastKey: number;
}

/** Lists at most `MAX_FIXES`, the latest ones. */
export async function listFixes(): Promise<FixBatch> {
  const { keys, fixes } = await read(
    async (db) => {
      const { store } = db.transaction("fixes");
      const range = IDBKeyRange.lowerBound(unwritten.deletedFixesUpTo, true);
      const [keys, fixes] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      return { keys, fixes };
    },
    { keys: [], fixes: [] },
  );
  const all = [...fixes, ...unwritten.fixes].sort((a, b) => a.at.localeCompare(b.at));
  return { fixes: all.slice(-MAX_FIXES), lastKey: keys.at(-1) ?? 0 };
}

/** Stores a fix and deletes the oldest ones above the limit. */
export async function addFix(fix: QueuedFix): Promise<void> {
  await write(
    ["fixes"],
    async ({ store }) => {
      await store.add(fix);
      const keys = await store.getAllKeys();
      const tooMany = keys.slice(0, Math.max(0, keys.length - MAX_FIXES));
      await Promise.all(tooMany.map((key) => store.delete(key)));
    },
    {
      keep: () => {
        unwritten.fixes = [...unwritten.fixes, fix].slice(-MAX_FIXES);
      },
    },
  );
}

export async function deleteFixes({ fixes, lastKey }: FixBatch): Promise<void> {
  unwritten.fixes = unwritten.fixes.filter((fix) => !fixes.includes(fix));
  if (lastKey === 0) return;
  await write(["fixes"], ({ store }) => store.delete(IDBKeyRange.upperBound(lastKey)), {
    keep: () => {
      unwritten.deletedFixesUpTo = Math.max(unwritten.deletedFixesUpTo, lastKey);
    },
  });
}

export async function deleteAllFixes(): Promise<void> {
  unwritten.fixes = [];
  const { lastKey } = await listFixes();
  await write(["fixes"], ({ store }) => store.clear(), {
    keep: () => {
      unwritten.deletedFixesUpTo = Math.max(unwritten.deletedFixesUpTo, lastKey);
    },
  });
}

export function findSavedState(): Promise<AppState | null> {
  return read(async (db) => (await db.get("kept", STATE_KEY)) ?? null, null);
}

export function saveState(state: AppState | null): Promise<void> {
  return write(["kept"], ({ store }) => (state === null ? store.clear() : store.put(state, STATE_KEY)), {
    // The page itself has the state; only a reload without a network misses it.
    keep: () => {},
  });
}

export async function listFiles(): Promise<ProofFile[]> {
  const stored = await read((db) => db.getAll("files"), []);
  const files = new Map<string, ProofFile | null>(stored.map((file) => [file.id, file]));
  for (const [id, file] of unwritten.files) files.set(id, file);
  return [...files.values()].filter((file) => file !== null).sort((a, b) => a.at.localeCompare(b.at));
}

/** Returns null once the service has the file. */
export async function findPicture(id: string): Promise<Picture | null> {
  const kept = unwritten.pictures.get(id);
  return kept === undefined ? read(async (db) => (await db.get("pictures", id)) ?? null, null) : kept;
}

interface FileChange {
  readonly file?: ProofFile | null;
  readonly picture?: Picture | null;
}

// One change after another, so that each knows what the one before it could not write.
let fileChanges = Promise.resolve();

/** @param decide returns the change of a file, or null for none; the file is null if there is none */
function changeFile(id: string, decide: (file: ProofFile | null) => FileChange | null): Promise<void> {
  fileChanges = fileChanges.then(() => writeFile(id, decide));
  return fileChanges;
}

async function writeFile(id: string, decide: (file: ProofFile | null) => FileChange | null): Promise<void> {
  const keptFile = () => unwritten.files.get(id);
  await write(
    ["files", "pictures"],
    async (tx) => {
      const [files, pictures] = [tx.objectStore("files"), tx.objectStore("pictures")];
      const kept = keptFile();
      const stored = await files.get(id);
      const change = decide(kept === undefined ? (stored ?? null) : kept);
      if (change === null) return;
      const { file = kept, picture = unwritten.pictures.get(id) } = change;
      await Promise.all([
        file === undefined ? undefined : file === null ? files.delete(id) : files.put(file),
        picture === undefined
          ? undefined
          : picture === null
            ? pictures.delete(id)
            : pictures.put(picture, id),
      ]);
      await tx.done;
      unwritten.files.delete(id);
      unwritten.pictures.delete(id);
    },
    {
      keep: async () => {
        const stored = keptFile() === undefined ? await read((db) => db.get("files", id), undefined) : null;
        const change = decide(keptFile() ?? stored ?? null);
        if (change?.file !== undefined) unwritten.files.set(id, change.file);
        if (change?.picture !== undefined) unwritten.pictures.set(id, change.picture);
      },
    },
  );
}

export const addFile = (file: ProofFile, picture: Picture): Promise<void> =>
  changeFile(file.id, () => ({ file, picture }));

/** Replaces the picture of a file, unless the file was deleted. */
export const putPicture = (id: string, picture: Picture): Promise<void> =>
  changeFile(id, (file) => (file === null ? null : { picture }));

export async function releaseFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await changeFile(id, (file) =>
      file?.state === "draft" ? { file: { ...file, state: "waiting" } } : null,
    );
  }
}

export const markSent = (id: string): Promise<void> =>
  changeFile(id, (file) =>
    file === null ? { picture: null } : { file: { ...file, state: "sent" }, picture: null },
  );

export const deleteFile = (id: string): Promise<void> =>
  changeFile(id, () => ({ file: null, picture: null }));

/** Deletes old files, except those that wait to be sent. */
export async function deleteFilesBefore(instant: Date): Promise<void> {
  for (const { id, at, state } of await listFiles()) {
    if (state !== "waiting" && at < instant.toISOString()) await deleteFile(id);
  }
}
