import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Queryable } from "@/lib/db/client";
import { LOCK_TIMEOUT, sqlState } from "@/lib/db/pg-errors";
import { text } from "@/lib/db/row";
import { findServer } from "@/lib/db/servers";
import { query } from "@/lib/db/sql";
import { packageRoot } from "@/lib/package-root";

// Advisory lock: one process migrates while the others wait.
const MIGRATION_LOCK = 4_915_723;
const LOCK_POLL_MS = 100;
// Shorter than PostgreSQL's deadlock_timeout of 1 s, so that in a deadlock the migration fails, not the service.
const TABLE_LOCK_MS = 500;
const MAX_LOCK_TRIES = 120;
const LOCK_PAUSE_MS = 500;
const DEADLOCK = "40P01";
/**
 * First lines of a migration that older processes do not survive: a migration that they must contain, and the first
 * release with it. The history keeps them. Release 1.0.0 reads only the first line there.
 */
export const REQUIREMENT = /^-- requires (\d{14}_\w+)$(?:\n-- in release (\d+\.\d+\.\d+)$)?/m;
/** The only statement of its migration, as it cannot run in a transaction. */
const CONCURRENT_INDEX = /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)/i;
/** The squashed first migration, the last migration that it replaced, and the first release, which has the former only. */
const BASELINE = {
  name: "20261124144502_baseline",
  replacedName: "20261124144501_orders_by_word",
  release: "1.0.0",
};

// Prisma's own history table, so that this code and Prisma's commands can be used interchangeably.
const HISTORY = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0)`;

/** Connects to the first writable server of the URL. @throws Error of one line, without the password */
export async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: await findServer(databaseUrl) });
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw toConnectError(client, error);
  }
}

/** One line, without the password. */
export function toConnectError({ host, port, database }: Client, cause: unknown): Error {
  // A host with several IP addresses fails with an AggregateError, whose message is empty.
  const { message, code } = cause as { message: string; code?: string };
  return new Error(
    `Cannot connect to the database at ${host}:${port}/${database ?? ""}: ${message || code}`,
    {
      cause,
    },
  );
}

export function listMigrations(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** @throws Error for an empty folder, because an empty database would then count as migrated */
function someMigrations(folder: string): string[] {
  const names = listMigrations(folder);
  if (names.length === 0) throw new Error(`There are no migrations in ${folder}.`);
  return names;
}

export function migrationsFolder(): string {
  return join(packageRoot(), "prisma", "migrations");
}

export function readScript(folder: string, name: string): string {
  return readFileSync(join(folder, name, "migration.sql"), "utf8");
}

/** Applies pending migrations, each in a transaction with its history entry. @returns names @throws Error of one line */
export async function migrate(
  databaseUrl: string,
  folder = migrationsFolder(),
  maxLockTries = MAX_LOCK_TRIES,
  isWanted: (name: string) => boolean = () => true,
): Promise<{ applied: string[] }> {
  const names = someMigrations(folder).filter(isWanted);
  const client = await connect(databaseUrl);
  try {
    await client.query("SET statement_timeout = 0; SET lock_timeout = 0");
    await lock(client);
    await client.query(HISTORY);
    const applied = await readHistory(client, names);
    if (names.includes(BASELINE.name) && applied.size > 0 && !applied.has(BASELINE.name)) {
      applied.set(BASELINE.name, await adoptBaseline(client, folder, applied));
    }
    const pending = names.filter((name) => !applied.has(name));
    checkUnchanged(folder, names, applied);
    for (const name of pending) await applyBesideWriters(client, folder, name, maxLockTries);
    return { applied: pending };
  } finally {
    await client.end();
  }
}

/**
 * Compares the database's history with the migrations, and changes nothing. `unknown` were applied by a later version.
 * @throws Error of one line for a history that `migrate` refuses
 */
export async function compareMigrations(
  client: Client,
  folder = migrationsFolder(),
): Promise<{ pending: string[]; unknown: string[] }> {
  const names = someMigrations(folder);
  const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS is_made");
  const applied = rows[0].is_made ? await readHistory(client, names) : new Map<string, string>();
  if (names.includes(BASELINE.name) && applied.size > 0 && !applied.has(BASELINE.name))
    checkBaseline(applied);
  checkUnchanged(folder, names, applied);
  return {
    pending: names.filter((name) => !applied.has(name)),
    unknown: [...applied.keys()].filter((name) => name > (names[0] ?? "") && !names.includes(name)),
  };
}

function checkUnchanged(
  folder: string,
  names: readonly string[],
  applied: ReadonlyMap<string, string>,
): void {
  const changed = names.find((name) => applied.has(name) && applied.get(name) !== getChecksum(folder, name));
  if (changed === undefined) return;
  throw new Error(
    `Migration ${changed} was changed after it was applied. Put the file back as it was, and write what is new as another migration.`,
  );
}

function checkBaseline(applied: ReadonlyMap<string, string>): void {
  if (applied.has(BASELINE.replacedName)) return;
  throw new Error(
    `The database is older than Dropline ${BASELINE.release}, the first release, and no release can upgrade it. CHANGELOG.md describes under ${BASELINE.release} what can.`,
  );
}

/** Polls, because a blocked statement holds a snapshot, for which a concurrent index build would wait. */
async function lock(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS got", [MIGRATION_LOCK]);
    if (rows[0].got === true) return;
    await sleep(LOCK_POLL_MS);
  }
}

/** Checksums of the applied migrations by name, without interrupted index builds, which are repeated. */
async function readHistory(client: Client, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum, logs, finished_at IS NOT NULL AS is_finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const finished = rows.filter((row) => row.is_finished);
  const release = findRequiredRelease(names, finished);
  if (release !== null) throw new Error(`The database requires Dropline ${release}. Start that release.`);
  const failed = rows.find(({ logs, is_finished }) => !is_finished && !CONCURRENT_INDEX.test(logs ?? ""));
  if (failed !== undefined) {
    throw new Error(
      `Migration ${failed.name} failed earlier and may be half applied. Put the database right, then: npx prisma migrate resolve --rolled-back ${failed.name}`,
    );
  }
  return new Map(finished.map(({ name, checksum }) => [name, checksum]));
}

/** The release that a migration in the history requires, if these migrations, the ones of this version, are too old. */
function findRequiredRelease(
  names: readonly string[],
  applied: readonly { logs: string | null }[],
): string | null {
  const [newest] = applied
    .flatMap(({ logs }) => {
      const found = logs?.match(REQUIREMENT);
      return found ? [found] : [];
    })
    .filter(([, required = ""]) => !names.includes(required))
    .sort(([, one = ""], [, other = ""]) => other.localeCompare(one));
  if (newest === undefined) return null;
  const [, , release] = newest;
  return release === undefined ? "of a later release" : `${release} or later`;
}

/** Records the baseline in a database that has all the replaced migrations; returns its checksum. */
async function adoptBaseline(
  client: Client,
  folder: string,
  applied: ReadonlyMap<string, string>,
): Promise<string> {
  checkBaseline(applied);
  const checksum = getChecksum(folder, BASELINE.name);
  await client.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ($1, $2, $3, clock_timestamp())",
    [randomUUID(), checksum, BASELINE.name],
  );
  return checksum;
}

/** Other statements queue behind a migration that waits for a table lock, so it waits briefly and retries later. */
async function applyBesideWriters(
  client: Client,
  folder: string,
  name: string,
  maxTries: number,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await apply(client, folder, name);
    } catch (error) {
      const state = sqlState((error as Error).cause) ?? "";
      const script = readScript(folder, name);
      const isRepeatable = isAtomic(script) || CONCURRENT_INDEX.test(script);
      if (!isRepeatable || ![LOCK_TIMEOUT, DEADLOCK].includes(state)) throw error;
      if (tries === maxTries) {
        const message = `Migration ${name} changed nothing, because other transactions kept its tables locked at each of ${tries} tries. End the long ones (pg_stat_activity, xact_start) and migrate again.`;
        throw new Error(message, { cause: error });
      }
      await sleep(LOCK_PAUSE_MS * (0.5 + Math.random()));
    }
  }
}

/** Concurrent index changes cannot run in a transaction, so a failed one leaves an unfinished history entry. */
const isAtomic = (script: string): boolean => !/\bconcurrently\b/i.test(script);

async function apply(client: Client, folder: string, name: string): Promise<void> {
  const script = readScript(folder, name);
  try {
    if (isAtomic(script)) await client.query(`BEGIN; SET LOCAL lock_timeout = ${TABLE_LOCK_MS}`);
    const id = await beginEntry(client, folder, name);
    await client.query(script);
    await client.query(
      "UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1",
      [id],
    );
    if (isAtomic(script)) await client.query("COMMIT");
  } catch (error) {
    if (isAtomic(script)) await client.query("ROLLBACK").catch(() => {});
    throw new Error(`Migration ${name} failed: ${(error as Error).message.replaceAll(/\s*\n\s*/g, " ")}`, {
      cause: error,
    });
  }
}

/** After an interrupted index build, continues its entry, and drops the invalid index that it left. */
async function beginEntry(client: Client, folder: string, name: string): Promise<string> {
  const script = readScript(folder, name);
  const [log] = script.match(REQUIREMENT) ?? script.match(CONCURRENT_INDEX) ?? [];
  const values = [getChecksum(folder, name), name, log ?? null];
  const { rows } = await client.query(
    `UPDATE _prisma_migrations SET checksum = $1, logs = $3, started_at = clock_timestamp()
     WHERE migration_name = $2 AND finished_at IS NULL AND rolled_back_at IS NULL RETURNING id`,
    values,
  );
  const index = script.match(CONCURRENT_INDEX)?.[1];
  if (rows.length > 0 && index !== undefined)
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`);
  if (rows.length > 0) return rows[0].id;
  const id = randomUUID();
  await client.query(
    "INSERT INTO _prisma_migrations (checksum, migration_name, logs, id) VALUES ($1, $2, $3, $4)",
    [...values, id],
  );
  return id;
}

function getChecksum(folder: string, name: string): string {
  return createHash("sha256").update(readScript(folder, name).replaceAll("\r\n", "\n")).digest("hex");
}

/** Null if this version can run on the database, which may have more migrations than it knows. */
export async function findSchemaProblem(db: Queryable, folder = migrationsFolder()): Promise<string | null> {
  const applied = await query(db, { migrationName: text, logs: text.orNull })`
    SELECT migration_name, logs FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
  const names = someMigrations(folder);
  const release = findRequiredRelease(names, applied);
  if (release !== null) return `database requires Dropline ${release}`;
  const known = new Set(applied.map(({ migrationName }) => migrationName));
  return names.every((name) => known.has(name)) ? null : "database not migrated";
}
