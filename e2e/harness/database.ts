import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { TEMPLATE, withDatabase } from "@/e2e/harness/global-setup";

/** A migrated database of the caller's own. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Clones the template; takes about a tenth of a second. */
export function createDatabase(): Promise<TestDatabase> {
  return make(TEMPLATE);
}

/** A database with nothing in it, not even a migration. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return make("template0");
}

async function make(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Cloning needs the template for itself for a moment; files start at once.
  await administer((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    url: withDatabase(inject("clusterUrl"), name),
    drop: () => administer((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

const CLONE_LOCK = 7_301;

async function administer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: inject("clusterUrl") });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [CLONE_LOCK]);
    await work(client);
  } finally {
    await client.end();
  }
}
