import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { type Config, listPublicVariables, readBackupStore, readConfig, type Variables } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import type { FileStore } from "@/lib/files/stored-file";
import type { BackupIndex } from "@/lib/process/backup/backup";
import { createBackup } from "@/lib/process/backup/create-backup";
import { createBackupArchive } from "@/lib/process/backup/create-backup-archive";
import { listBackups } from "@/lib/process/backup/list-backups";
import { openBackupStore } from "@/lib/process/backup/open-backup-store";
import { restoreBackup } from "@/lib/process/backup/restore-backup";
import { recordBackup } from "@/lib/process/backup/run-backups";

export const BACKUP_USAGE = [
  "backup [--to FOLDER|FILE.tar|s3://…] [--key age1…]",
  "backup list [--from FOLDER|FILE.tar|s3://…]",
  "backup keygen",
  "restore --from FOLDER|FILE.tar|s3://… --key FILE [--at TIME] [--replace]",
];

/** A command that needs no open database; null if the words are none. Returns its response. */
export function findBackupCommand(
  words: readonly string[],
): ((variables: Variables) => Promise<object>) | null {
  const [name, about] = words;
  if (name === "backup" && about === "keygen") return createKeys;
  if (name === "backup" && about === "list") return (variables) => listAll(words.slice(2), variables);
  if (name === "backup") return (variables) => backUp(words.slice(1), variables);
  const isFromBackup = words.some((word) => word === "--from" || word.startsWith("--from="));
  return name === "restore" && isFromBackup ? (variables) => restore(words.slice(1), variables) : null;
}

const text = { type: "string" } as const;

async function createKeys(): Promise<object> {
  const privateKey = await generateX25519Identity();
  return {
    public_key: await identityToRecipient(privateKey),
    private_key: privateKey,
    note: "Set BACKUP_KEY to the public key. Keep the private key on another machine, with AUTH_SECRET and WEBHOOK_SECRET_KEY: without the three, no backup can be restored.",
  };
}

async function backUp(words: string[], variables: Variables): Promise<object> {
  const { values } = parseArgs({ args: words, options: { to: text, key: text }, strict: true });
  const settings = readSettings(variables);
  const [to, recipient] = [values.to ?? variables.BACKUP_TO, values.key ?? variables.BACKUP_KEY];
  if (!to) throw new Error("Give --to, or set BACKUP_TO.");
  if (!recipient) throw new Error("Give --key, or set BACKUP_KEY: a public key of backup keygen.");
  const store = openStore(variables, to, true);
  const index = await createBackup(settings, { store, recipient }, listPublicVariables(variables));
  if (settings.backup?.store !== undefined && to === variables.BACKUP_TO) {
    const db = openDatabase(settings.databaseUrl, 1);
    await recordBackup(db, settings.backup.to, index).finally(() => db.close());
  }
  return {
    ...describeBackup(index),
    database:
      index.database === null
        ? "Not included: the database of DATABASE_URL is yours to back up, for example with pgBackRest or Barman."
        : "Included, and verified by a restore.",
  };
}

const describeBackup = ({ id, finishedAt, parts, files }: BackupIndex) => ({
  id,
  data_until: finishedAt.toISOString(),
  bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
  files: files.length,
});

async function listAll(words: string[], variables: Variables): Promise<object> {
  const { values } = parseArgs({ args: words, options: { from: text }, strict: true });
  const from = values.from ?? variables.BACKUP_TO;
  if (!from) throw new Error("Give --from, or set BACKUP_TO.");
  const backups = await listBackups(openStore(variables, from));
  return {
    backups: backups.map((index) => ({ ...describeBackup(index), database: index.database !== null })),
  };
}

async function restore(words: string[], variables: Variables): Promise<object> {
  const options = { from: text, key: text, at: text, replace: { type: "boolean" } } as const;
  const { from, key, at, replace } = parseArgs({ args: words, options, strict: true }).values;
  if (!from || !key) throw new Error(`Usage: ${BACKUP_USAGE.at(-1)}`);
  const instant = at === undefined ? null : new Date(at);
  if (Number.isNaN(instant?.getTime())) throw new Error("--at must be a time such as 2026-11-26T21:14:03Z.");
  const settings = readSettings(variables);
  const restored = await restoreBackup({
    settings,
    hasOwnDatabase: Boolean(variables.DATABASE_URL),
    store: openStore(variables, from),
    privateKey: readPrivateKey(key),
    at: instant,
    isReplacing: replace ?? false,
  });
  const { backup, until, tables, files, city, aside, erasures } = restored;
  const next =
    until === null
      ? "Run restore --mark TIME with the time to which the database was restored."
      : "Start the service, look at the orders, and run restore --release: until then nothing is sent out.";
  return {
    backup,
    data_until: until?.toISOString() ?? null,
    tables,
    files,
    erasures,
    city,
    former_data: aside,
    next,
  };
}

/** The file may contain comments, as those of age-keygen. */
function readPrivateKey(file: string): string {
  const key = /^AGE-SECRET-KEY-1[A-Z0-9]+$/m.exec(readFileSync(file, "utf8"))?.[0];
  if (key === undefined)
    throw new Error(`${file} contains no private key, which begins with AGE-SECRET-KEY-1.`);
  return key;
}

const readSettings = (variables: Variables): Config =>
  readConfig({ ...variables, DATABASE_URL: variables.DATABASE_URL || "postgresql://none.invalid/none" });

/** Only one backup fits in a file, and not the log that follows it. */
const openStore = (variables: Variables, to: string, isNew = false): FileStore =>
  /[^/]\.tar$/.test(to) ? createBackupArchive(to, isNew) : openBackupStore(readBackupStore(variables, to));
