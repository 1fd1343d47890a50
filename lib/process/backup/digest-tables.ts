import type { TableDigest } from "@/lib/process/backup/backup";
import { withClient } from "@/lib/process/backup/own-server";

/** Counts and hashes every table, so that each row is read once. */
export function digestTables(databaseUrl: string): Promise<Record<string, TableDigest>> {
  return withClient(databaseUrl, async (client) => {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET timezone = 'UTC'");
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class
       JOIN pg_namespace n ON n.oid = relnamespace
       WHERE relkind = 'r' AND relpersistence = 'p' AND nspname <> 'information_schema' AND nspname NOT LIKE 'pg\\_%'
       ORDER BY 1`,
    );
    const digests: Record<string, TableDigest> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<TableDigest>(
        `SELECT count(*)::text AS rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text AS hash FROM ${name} t`,
      );
      if (rows[0] !== undefined) digests[name] = rows[0];
    }
    return digests;
  });
}

/** The first table whose content differs; null if all are equal. */
export function findDifferentTable(
  expected: Readonly<Record<string, TableDigest>>,
  found: Readonly<Record<string, TableDigest>>,
): string | null {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  const isDifferent = (name: string) =>
    expected[name]?.rows !== found[name]?.rows || expected[name]?.hash !== found[name]?.hash;
  return [...names].find(isDifferent) ?? null;
}
