import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync, rmSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { readCity } from "@/lib/city/city";
import type { Config } from "@/lib/config";
import { openFileStore } from "@/lib/files/open-file-store";
import type { FileStore } from "@/lib/files/stored-file";
import { readVersion } from "@/lib/package-root";
import {
  type BackupIndex,
  type BackupManifest,
  FORMAT,
  fingerprint,
  indexKey,
} from "@/lib/process/backup/backup";
import { digestTables } from "@/lib/process/backup/digest-tables";
import { encrypt } from "@/lib/process/backup/encrypt";
import { FileCopier } from "@/lib/process/backup/file-copier";
import { findOwnServer, type OwnServer, readServerState } from "@/lib/process/backup/own-server";
import { startReadOnly } from "@/lib/process/backup/recover-server";
import { putVerified, storeParts } from "@/lib/process/backup/store-part";
import { extractBaseBackup, takeBaseBackup } from "@/packages/embedded-postgres/base-backup";

/** Place of a backup, and the public key that it is encrypted to. */
export interface BackupTarget {
  readonly store: FileStore;
  readonly recipient: string;
}

/** Backs up the service's own database, if there is one, and the files. It exists once its index is written. */
export async function createBackup(
  settings: Config,
  { store, recipient }: BackupTarget,
  configuration: Readonly<Record<string, string>>,
  checksums?: Map<string, string>,
): Promise<BackupIndex> {
  const startedAt = new Date();
  const id = `${startedAt
    .toISOString()
    .replace(/[-:]|\.\d+/g, "")
    .toLowerCase()}-${randomBytes(3).toString("hex")}`;
  const folder = `backups/${id}`;
  // Fails before the work if the target is away.
  await store.list("backups");
  const server = findOwnServer(settings);
  const work = join(settings.dataDir, "backup", id);
  mkdirSync(work, { recursive: true });
  try {
    const base = server === null ? null : await takeVerified(server, work);
    const parts =
      base === null ? [] : await storeParts(store, createReadStream(base.tar), { folder, recipient });
    const { files, bucketFiles } = await copyFiles(settings, { store, recipient }, checksums);
    const manifest: BackupManifest = {
      format: FORMAT,
      id,
      version: readVersion(),
      city: readCity(settings.dataDir)?.version ?? null,
      secrets: listFingerprints(settings),
      configuration,
      files,
      bucketFiles,
      database: base?.described ?? null,
    };
    const text = new TextEncoder().encode(JSON.stringify(manifest));
    const index: BackupIndex = {
      format: FORMAT,
      id,
      startedAt,
      finishedAt: base?.finishedAt ?? startedAt,
      database: base?.position ?? null,
      manifest: await putVerified(store, `${folder}/manifest.age`, await encrypt(text, recipient)),
      parts,
      files: files.map(({ name }) => name),
    };
    await putVerified(store, indexKey(id), new TextEncoder().encode(JSON.stringify(index)));
    return index;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Takes a base backup, and starts a server from it that reads every row. */
async function takeVerified({ databaseUrl, password, programs }: OwnServer, work: string) {
  const tar = join(work, "base.tar");
  const { version, bytes } = await readServerState(databaseUrl);
  await checkSpace(work, bytes);
  const { manifest: baseManifest, ...position } = await takeBaseBackup(
    databaseUrl,
    createWriteStream(tar, { mode: 0o600 }),
  );
  const finishedAt = new Date();
  const dataDir = join(work, "restored");
  await extractBaseBackup({ tar: createReadStream(tar), manifest: baseManifest, dataDir, password });
  const restored = await startReadOnly({ dataDir, programs, isDurable: false });
  try {
    const tables = await digestTables(restored.databaseUrl);
    return {
      tar,
      position,
      finishedAt,
      described: { postgresVersion: version, password, baseManifest, tables },
    };
  } finally {
    await restored.remove();
  }
}

/** The archive and the server that is started from it are on the disk at once. */
async function checkSpace(work: string, databaseBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(work);
  const [neededMb, freeMb] = [2.2 * databaseBytes, bavail * bsize].map((bytes) => Math.ceil(bytes / 1e6));
  if (neededMb !== undefined && freeMb !== undefined && freeMb < neededMb) {
    throw new Error(`A backup needs ${neededMb} MB of free space in DATA_DIR, and ${freeMb} MB are free.`);
  }
}

async function copyFiles(
  settings: Config,
  { store, recipient }: BackupTarget,
  checksums: Map<string, string> | undefined,
) {
  const from = openFileStore(settings.files);
  if (settings.files.type === "s3") return { files: [], bucketFiles: await from.list("") };
  const copier = new FileCopier({ from, to: store, recipient }, checksums);
  await copier.copyNew();
  return { files: await copier.listWithChecksums(), bucketFiles: [] };
}

/** Keys are the variables that an operator has to set again. */
export function listFingerprints({ authSecret, webhooks }: Pick<Config, "authSecret" | "webhooks">) {
  const print = (secret: string | null) => (secret === null ? null : fingerprint(secret));
  return { AUTH_SECRET: print(authSecret), WEBHOOK_SECRET_KEY: print(webhooks.secretText) };
}
