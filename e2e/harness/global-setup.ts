import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "@/lib/db/migrate";
import { startEmbedded } from "@/scripts/postgres";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of a database on the cluster of this test run; others are cloned beside it. */
    clusterUrl: string;
  }
}

export const TEMPLATE = "template_dropline";

// Every project of the run calls its own copy of this module; the cluster is for all of them.
const shared = globalThis as unknown as { droplineCluster?: Promise<{ url: string; stop(): Promise<void> }> };

/** One PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const isFirst = shared.droplineCluster === undefined;
  shared.droplineCluster ??= startCluster();
  const cluster = await shared.droplineCluster;
  project.provide("clusterUrl", cluster.url);
  return async () => {
    if (isFirst) await cluster.stop();
  };
}

async function startCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "dropline-test-"));
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o755);
  const postgres = await startEmbedded({ dataDir: folder, isDurable: false });
  // A run that crashes must not leave its server behind.
  process.once("exit", () => {
    try {
      process.kill(postgres.pid, "SIGQUIT");
    } catch {
      // It has been stopped.
    }
  });
  const client = new Client({ connectionString: postgres.databaseUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  await migrate(withDatabase(postgres.databaseUrl, TEMPLATE));
  return { url: postgres.databaseUrl, stop: () => postgres.remove() };
}

/** The same server's other database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
