import { inject } from "vitest";
import { cloneDatabase, startCluster, TEMPLATE, type TestDatabase } from "@/e2e/harness/cluster";
import { migrate } from "@/lib/db/migrate";

export type { TestDatabase };

/** A migrated database of the caller's own. */
export function createDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject("clusterUrl"), TEMPLATE);
}

/** A database with nothing in it, not even a migration. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject("clusterUrl"), "template0");
}

/**
 * A migrated database on a PostgreSQL of its own, for tests whose statements take long: an event is final once every
 * transaction of its cluster that began before has ended, so they would hold up the journals of all others.
 */
export async function createDatabaseApart(): Promise<TestDatabase> {
  const cluster = await startCluster();
  await migrate(cluster.url);
  return { url: cluster.url, drop: () => cluster.stop() };
}
