import type { Database } from "@/lib/db/client";
import { text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { runText } from "@/testing/run-text";

/** Hashes the rows of every table; equal snapshots mean that nothing has changed. */
export async function takeSnapshot(db: Database): Promise<Record<string, string>> {
  const tables = await query(db, { name: text })`
    SELECT c.relname AS name FROM pg_catalog.pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
    ORDER BY c.relname`;
  // The names come from the catalogue, not from user input.
  const hashes = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS hash FROM "${name}" t`,
  );
  const rows = await runText(db, hashes.join(" UNION ALL "));
  return Object.fromEntries(rows.map(({ name, hash }) => [name ?? "", hash ?? ""]));
}
