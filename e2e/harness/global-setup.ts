import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { guardCluster } from "@/e2e/harness/guard";
import { migrate } from "@/lib/db/migrate";
import { startEmbedded } from "@/scripts/postgres";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of a database on the cluster of this test run; others are cloned beside it. */
    clusterUrl: string;
  }
}

export const TEMPLATE = "template_dropline";

interface TestCluster {
  readonly url: string;
  stop(): Promise<void>;
}

// Every project of the run calls its own copy of this module; the cluster is for all of them.
const shared = globalThis as unknown as { droplineCluster?: Promise<TestCluster> };

/** One PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const isFirst = shared.droplineCluster === undefined;
  shared.droplineCluster ??= openCluster();
  const cluster = await shared.droplineCluster;
  project.provide("clusterUrl", cluster.url);
  return async () => {
    if (isFirst) await cluster.stop();
  };
}

/** The server that TEST_DATABASE_URL names, whose user may make databases; else one of this run's own. */
async function openCluster(): Promise<TestCluster> {
  const given = process.env.TEST_DATABASE_URL;
  const cluster = given ? { url: given, stop: () => dropTemplate(given) } : await startCluster();
  await dropTemplate(cluster.url);
  await execute(cluster.url, `CREATE DATABASE ${TEMPLATE}`);
  await migrate(withDatabase(cluster.url, TEMPLATE));
  return cluster;
}

async function startCluster(): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), "dropline-test-"));
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o755);
  const postgres = await startEmbedded({ dataDir: folder, isDurable: false });
  const callOff = guardCluster(postgres.pid, folder);
  const stop = async (): Promise<void> => {
    callOff();
    await postgres.remove();
  };
  return { url: postgres.databaseUrl, stop };
}

function dropTemplate(url: string): Promise<void> {
  return execute(url, `DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
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
