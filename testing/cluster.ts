import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { migrate } from "@/lib/db/migrate";
import { startEmbedded } from "@/packages/embedded-postgres/postgres";
import { guardCluster } from "@/testing/guard";

/** A PostgreSQL for tests. */
export interface TestCluster {
  /** URL of a database whose user may create others. */
  readonly url: string;
  /** Folder that is removed with it. */
  readonly folder: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL for tests, which is removed even when the tests are killed.
 *
 * @param isDurable whether commits wait for the disk
 */
export async function startCluster({ isDurable = false } = {}): Promise<TestCluster> {
  const folder = clusterFolder(isDurable ? tmpdir() : memoryFolder());
  const postgres = await startEmbedded({ dataDir: folder, isDurable });
  const callOff = guardCluster(postgres.pid, folder);
  if (!isDurable) await speedUpConnecting(postgres.databaseUrl);
  const stop = async (): Promise<void> => {
    callOff();
    await postgres.remove();
  };
  return { url: postgres.databaseUrl, folder, stop };
}

/** Stores the password with one round of hashing; 4,096 rounds are a third of the CPU time of a connection's client. */
async function speedUpConnecting(url: string): Promise<void> {
  const { username, password } = new URL(url);
  await execute(url, "SET scram_iterations = 1", `ALTER ROLE ${username} PASSWORD '${password}'`);
}

/** Creates a folder that PostgreSQL can use, even when it runs as another user because the tests run as root. */
export function clusterFolder(within = tmpdir()): string {
  const folder = mkdtempSync(join(within, "dropline-test-"));
  chmodSync(folder, 0o755);
  return folder;
}

const MEMORY = "/dev/shm";
/** Many times the size of all concurrent test databases. */
const ROOM = 4 * 1024 ** 3;

/** A folder in memory if there is enough, else on disk: tests create and drop hundreds of databases. */
export function memoryFolder(): string {
  if (!existsSync(MEMORY) || freemem() < 2 * ROOM) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < ROOM ? tmpdir() : MEMORY;
}

/** Runs statements one after another on their own connection. */
export async function execute(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** A database that only the caller uses. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** The name of the migrated database that each test file clones. */
export const TEMPLATE = "template_dropline";

const CLONE_LOCK = 7_301;

/** Creates the migrated template on a cluster, from another of its databases if one is given. */
export async function makeTemplate(clusterUrl: string, source = "template1"): Promise<void> {
  await dropTemplate(clusterUrl);
  await execute(clusterUrl, `CREATE DATABASE ${TEMPLATE} TEMPLATE ${source}`);
  await migrate(withDatabase(clusterUrl, TEMPLATE));
  // Tests of several orders in one route turn it on.
  await execute(withDatabase(clusterUrl, TEMPLATE), "UPDATE stacking_settings SET scope = 'none'");
}

export function dropTemplate(clusterUrl: string): Promise<void> {
  return execute(clusterUrl, `DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
}

/** Clones a database of the cluster; takes about a tenth of a second. */
export async function cloneDatabase(clusterUrl: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const administer = (statement: string) =>
    execute(clusterUrl, `SELECT pg_advisory_lock(${CLONE_LOCK})`, statement);
  // Cloning requires that no other session uses the template, and test files start together.
  // The default strategy takes twice the CPU time, since it logs each page.
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    url: withDatabase(clusterUrl, name),
    drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}
