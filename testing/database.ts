import { inject } from "vitest";
import { cloneDatabase, TEMPLATE, type TestDatabase } from "@/testing/cluster";

export type { TestDatabase };

/** Creates a migrated database for the caller alone. */
export function createDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject("clusterUrl"), TEMPLATE);
}

/** Creates an empty database without migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject("clusterUrl"), "template0");
}
