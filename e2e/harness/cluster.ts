import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { guardCluster } from "@/e2e/harness/guard";
import { startEmbedded } from "@/scripts/postgres";

/** A PostgreSQL for tests. */
export interface TestCluster {
  /** Address of a database on it whose user may make others. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL of the tests' own, which is cleared away even when they are killed. */
export async function startCluster(): Promise<TestCluster> {
  const folder = clusterFolder();
  const postgres = await startEmbedded({ dataDir: folder, isDurable: false });
  const callOff = guardCluster(postgres.pid, folder);
  const stop = async (): Promise<void> => {
    callOff();
    await postgres.remove();
  };
  return { url: postgres.databaseUrl, stop };
}

/** A folder that a PostgreSQL can use, also one that runs as another user because the tests run as root. */
export function clusterFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "dropline-test-"));
  chmodSync(folder, 0o755);
  return folder;
}

/** Runs statements one after another on a connection of their own. */
export async function execute(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same server's other database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
