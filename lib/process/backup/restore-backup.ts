import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { systemClock } from "@/lib/clock";
import type { Config } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { readFreeBytes } from "@/lib/disk-space";
import { markRestored } from "@/lib/events/mark-restored";
import { openFileStore } from "@/lib/files/open-file-store";
import type { FileStore } from "@/lib/files/stored-file";
import { replayErasures } from "@/lib/privacy/replay-erasures";
import {
  type BackupIndex,
  type BackupManifest,
  type LogFile,
  parseLogKey,
  storedFileKey,
} from "@/lib/process/backup/backup";
import { listFingerprints } from "@/lib/process/backup/create-backup";
import { digestTables, findDifferentTable } from "@/lib/process/backup/digest-tables";
import { decrypt, WrongKeyError } from "@/lib/process/backup/encrypt";
import { listBackups } from "@/lib/process/backup/list-backups";
import { getServerFolder, withClient } from "@/lib/process/backup/own-server";
import { planRestore, type RestorePlan } from "@/lib/process/backup/plan-restore";
import { recoverServer, startReadOnly } from "@/lib/process/backup/recover-server";
import { checkRestoreSpace, estimateRestoreBytes, explainFullDisk } from "@/lib/process/backup/restore-space";
import { getVerified, readParts, sha256 } from "@/lib/process/backup/store-part";
import { extractBaseBackup, giveToServer } from "@/packages/embedded-postgres/base-backup";
import { type EmbeddedPostgres, isInUse } from "@/packages/embedded-postgres/postgres";

export interface RestoreRequest {
  readonly settings: Config;
  /** Whether DATABASE_URL is set: then the database is restored by other means, before. */
  readonly hasOwnDatabase: boolean;
  readonly store: FileStore;
  readonly privateKey: string;
  /** Null for the newest state. */
  readonly at: Date | null;
  /** Whether to rename a data directory that is not empty. */
  readonly isReplacing: boolean;
  /** False trades crash safety for speed. Only for tests. */
  readonly isDurable?: boolean;
  /** Reads the free space of a folder. Only for tests. */
  readonly readFree?: (folder: string) => number;
}

/** Restores next to the data directory, and puts the result in its place only when it is complete. */
export async function restoreBackup(request: RestoreRequest) {
  const { dataDir } = request.settings;
  const { readFree = readFreeBytes } = request;
  checkFolder(request);
  const plan = await findPlan(request);
  const manifest = await readManifest(request, plan.backup);
  const logBytes = await checkParts(request, plan);
  const place = dirname(dataDir);
  checkRestoreSpace(place, estimateRestoreBytes(plan.backup, manifest, logBytes), readFree(place));
  const now = new Date();
  const folder = `${dataDir}.restoring-${process.pid}`;
  rmSync(folder, { recursive: true, force: true });
  const aside = `${dataDir}.before-${now.toISOString().replace(/[-:]|\.\d+/g, "")}`;
  let isStopped = false;
  let server: EmbeddedPostgres | null = null;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const settings = { ...request.settings, dataDir: folder };
    const recovered = await restoreDatabase({ ...request, settings }, plan, manifest, (started) => {
      server = started;
    });
    const until = recovered?.until ?? null;
    const databaseUrl = recovered?.databaseUrl ?? settings.databaseUrl;
    const files =
      settings.files.type === "s3"
        ? { store: openFileStore(settings.files), count: 0 }
        : await restoreFiles(request, manifest, join(folder, "files"));
    const erasures = await finish(databaseUrl, until, files.store);
    await recovered?.server.stop();
    isStopped = true;
    const isAside = putInPlace(dataDir, folder, aside);
    return {
      backup: plan.backup.id,
      until,
      tables: recovered?.tables ?? 0,
      files: files.count,
      city: manifest.city,
      /** Path of the former data directory; null if there was none. */
      aside: isAside ? aside : null,
      erasures,
    };
  } catch (error) {
    // Read before the files are removed.
    const failure = explainFullDisk(error, place, readFree(place));
    const started = server as EmbeddedPostgres | null;
    if (!isStopped) await started?.remove();
    rmSync(folder, { recursive: true, force: true });
    throw failure;
  }
}

function checkFolder({ settings, isReplacing }: RestoreRequest): void {
  const { dataDir } = settings;
  if (!existsSync(dataDir)) return;
  if (isInUse(getServerFolder(settings))) throw new Error(`${dataDir} is in use: stop the service first.`);
  if (statSync(dataDir).dev !== statSync(dirname(dataDir)).dev) {
    throw new Error(`${dataDir} is a mount point, which cannot be replaced: set DATA_DIR to a folder in it.`);
  }
  if (!isReplacing && readdirSync(dataDir).length > 0) {
    throw new Error(`${dataDir} is not empty: give --replace, which renames it, or set DATA_DIR.`);
  }
}

async function findPlan({ store, privateKey, at, hasOwnDatabase }: RestoreRequest): Promise<RestorePlan> {
  const all = await listBackups(store);
  const newest = all.findLast(({ finishedAt }) => at === null || finishedAt <= at) ?? all[0];
  if (newest === undefined) throw new Error("There is no complete backup.");
  if ((newest.database === null) !== hasOwnDatabase) {
    throw new Error(
      hasOwnDatabase
        ? "The backup contains the database of npm start: unset DATABASE_URL to restore it."
        : "The backup contains no database: restore that first, and set DATABASE_URL.",
    );
  }
  const systemId = newest.database?.systemId;
  const backups = all.filter(({ database }) => database?.systemId === systemId);
  const keys = systemId === undefined ? [] : await store.list(`wal/${systemId}`);
  const files = keys.flatMap((key) => parseLogKey(key) ?? []);
  const histories = new Map<number, string>();
  for (const file of files.filter(({ number }) => number === null)) {
    histories.set(file.timeline, (await readLog(store, file, privateKey)).toString("utf8"));
  }
  return planRestore(backups, files, histories, at);
}

async function readLog(store: FileStore, { key }: LogFile, privateKey: string): Promise<Buffer> {
  const file = await store.get(key);
  if (file === null) throw new Error(`${key} is missing.`);
  return decrypt(file.bytes, privateKey).catch((error: Error) => {
    throw error instanceof WrongKeyError ? error : new Error(`${key} is damaged.`);
  });
}

async function readManifest(
  request: RestoreRequest,
  { manifest: part }: BackupIndex,
): Promise<BackupManifest> {
  const bytes = await getVerified(request.store, part);
  const manifest: BackupManifest = JSON.parse((await decrypt(bytes, request.privateKey)).toString("utf8"));
  const found: Record<string, string | null> = listFingerprints(request.settings);
  for (const [name, expected] of Object.entries(manifest.secrets)) {
    if (found[name] !== expected) {
      throw new Error(`${name} is not the one of the backup: set it to the value that the service had.`);
    }
  }
  return manifest;
}

/** Reads everything once before anything is written. @returns bytes of the log, without the empty ends of its segments */
async function checkParts(
  { store, privateKey }: RestoreRequest,
  { backup, log }: RestorePlan,
): Promise<number> {
  for (const part of backup.parts) await getVerified(store, part);
  let logBytes = 0;
  for (const file of log) logBytes += findContentLength(await readLog(store, file, privateKey));
  const stored = new Set(await store.list("files"));
  const missing = backup.files.map(storedFileKey).find((key) => !stored.has(key));
  if (missing !== undefined) throw new Error(`${missing} is missing.`);
  return logBytes;
}

/** The length without the zeros at the end. */
function findContentLength(bytes: Buffer): number {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length -= 1;
  return length;
}

async function restoreDatabase(
  { settings, store, privateKey, at, isDurable = true }: RestoreRequest,
  { backup, log, timeline, hasGap }: RestorePlan,
  { database }: BackupManifest,
  onStart: (server: EmbeddedPostgres) => void,
) {
  if (database === null) return null;
  const { baseManifest, password, tables } = database;
  const options = { dataDir: getServerFolder(settings), programs: settings.postgresPrograms, isDurable };
  const tar = readParts(store, backup.parts, privateKey);
  await extractBaseBackup({ tar, manifest: baseManifest, dataDir: options.dataDir, password });
  const base = await startReadOnly(options);
  onStart(base);
  const different = findDifferentTable(tables, await digestTables(base.databaseUrl));
  if (different !== null) throw new Error(`The table ${different} is not as it was in the backup.`);
  const { rows } = await withClient(base.databaseUrl, (client) => client.query("SHOW data_directory"));
  await base.stop();
  const folder = join(rows[0].data_directory, "pg_wal");
  for (const file of log) await placeLog(folder, file.name, await readLog(store, file, privateKey));
  giveToServer(folder);
  const isArchived = settings.backup !== null;
  const { server, until } = await recoverServer({ ...options, timeline, at, hasGap, isArchived });
  onStart(server);
  const { databaseUrl } = server;
  const counted = Object.keys(await digestTables(databaseUrl)).length;
  return { server, databaseUrl, until: until ?? backup.startedAt, tables: counted };
}

/** Most of a part is empty, since the server begins a new one each minute; that takes no space on the disk. */
async function placeLog(folder: string, name: string, bytes: Buffer): Promise<void> {
  const path = join(folder, name);
  rmSync(path, { force: true });
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes.subarray(0, findContentLength(bytes)));
    await file.truncate(bytes.length);
  } finally {
    await file.close();
  }
  // It is in the archive already.
  writeFileSync(join(folder, "archive_status", `${name}.done`), "", { mode: 0o600 });
}

/** All files of the target, since the log may refer to newer ones than the backup. */
async function restoreFiles(
  { store, privateKey }: RestoreRequest,
  { files }: BackupManifest,
  folder: string,
) {
  const restored = openFileStore({ type: "disk", folder });
  const checksums = new Map(files.map(({ name, sha256: checksum }) => [name, checksum]));
  const keys = await store.list("files");
  for (const key of keys) {
    const file = await store.get(key);
    const name = key.slice("files/".length, -".age".length);
    const bytes = file && (await decrypt(file.bytes, privateKey).catch(() => null));
    const expected = checksums.get(name);
    if (bytes === null || (expected !== undefined && sha256(bytes) !== expected)) {
      throw new Error(`${key} is damaged.`);
    }
    await restored.put(name, new Uint8Array(bytes));
  }
  return { store: restored, count: keys.length };
}

/** Begins the quarantine, and erases again who was erased after the backup. */
async function finish(databaseUrl: string, until: Date | null, files: FileStore): Promise<number> {
  await migrate(databaseUrl);
  const db = openDatabase(databaseUrl, 2);
  try {
    if (until !== null) await markRestored(db, { until });
    return (await replayErasures({ db, files, clock: systemClock })).completed;
  } finally {
    await db.close();
  }
}

/** A backup lacks these, so they stay: the city, and the secret that npm start generated. */
const KEPT = ["city", "auth-secret"];

function putInPlace(dataDir: string, folder: string, aside: string): boolean {
  const isAside = existsSync(dataDir) && readdirSync(dataDir).length > 0;
  for (const name of KEPT) {
    const path = join(dataDir, name);
    if (existsSync(path)) cpSync(path, join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  if (isAside) renameSync(dataDir, aside);
  else rmSync(dataDir, { recursive: true, force: true });
  renameSync(folder, dataDir);
  return isAside;
}
