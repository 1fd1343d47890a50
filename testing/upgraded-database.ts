import { migrate, migrationsFolder } from "@/lib/db/migrate";
import { execute } from "@/testing/cluster";
import { createEmptyDatabase, type TestDatabase } from "@/testing/database";
import { FORMER_RELEASE } from "@/testing/former-release";

/** Creates a database that had an account when it was migrated from the former release, so that both can run on it. */
export async function createUpgradedDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  await migrate(database.url, migrationsFolder(), 1, (name) => name <= FORMER_RELEASE.lastMigration);
  await execute(database.url, "INSERT INTO accounts (name) VALUES ('Account of the former release')");
  await migrate(database.url);
  return database;
}
