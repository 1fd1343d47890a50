import type { Database } from "@/lib/db/client";
import { text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { runText } from "@/testing/run-text";

/** Transaction that last wrote to a table. */
const LAST_WRITER = "max(xmin::text::bigint)";

/** State of the API keys without their last use, which is written some seconds after the call. */
const KEYS = `md5(string_agg((to_jsonb(k) - '{last_used_at,last_network,last_route}'::text[])::text, '' ORDER BY id))`;

/**
 * Returns the row count of each table that has rows, and the transaction that last wrote to it; equal snapshots mean
 * that nothing was written, not even an equal value. For API keys it returns their contents. It excludes the audit log,
 * which records refusals as well, and what the service writes about its own state.
 */
export async function takeSnapshot(db: Database): Promise<Record<string, string>> {
  const tables = await query(db, { name: text })`
    SELECT c.relname AS name FROM pg_catalog.pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname NOT LIKE 'audit%' AND c.relname NOT LIKE 'health%'
      -- Planning a read of every table takes most of the time, and most tables are empty.
      AND pg_catalog.pg_relation_size(c.oid) > 0
    ORDER BY c.relname`;
  // The names come from the catalog, not from user input.
  const states = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, concat_ws(' ', count(*), ${name === "api_keys" ? KEYS : LAST_WRITER}) AS state
       FROM "${name}" k HAVING count(*) > 0`,
  );
  const rows = await runText(db, states.join(" UNION ALL "));
  return Object.fromEntries(rows.map(({ name, state }) => [name ?? "", state ?? ""]));
}
