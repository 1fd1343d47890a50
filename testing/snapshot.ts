import type { Database } from "@/lib/db/client";
import { text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { runText } from "@/testing/run-text";

/**
 * Tells how many rows each table has and which transaction wrote last to one of them; equal snapshots mean that nothing
 * has changed, not even to the same value.
 */
export async function takeSnapshot(db: Database): Promise<Record<string, string>> {
  const tables = await query(db, { name: text })`
    SELECT c.relname AS name FROM pg_catalog.pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
    ORDER BY c.relname`;
  // The names come from the catalogue, not from user input.
  const states = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) AS state FROM "${name}"`,
  );
  const rows = await runText(db, states.join(" UNION ALL "));
  return Object.fromEntries(rows.map(({ name, state }) => [name ?? "", state ?? ""]));
}
