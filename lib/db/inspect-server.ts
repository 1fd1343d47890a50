import type { Client } from "pg";

export interface ServerFacts {
  readonly version: string;
  /** As in server_version_num: 150018 for 15.18. */
  readonly versionNumber: number;
  readonly encoding: string;
  readonly takesWrites: boolean;
  readonly user: string;
  readonly database: string;
  /** Null if no schema in the search path exists. */
  readonly schema: string | null;
  readonly canCreate: boolean;
  /** Tables and sequences that the user has no permission to alter. */
  readonly foreignTables: readonly string[];
  /** Maximum connections of all ordinary users together. */
  readonly maxConnections: number;
  /** The server's clock minus this machine's. */
  readonly clockOffsetMs: number;
}

export async function inspectServer(client: Client, now: () => number): Promise<ServerFacts> {
  const askedAtMs = now();
  const clock = await client.query("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms");
  const clockOffsetMs = clock.rows[0].ms - (askedAtMs + now()) / 2;
  const { rows } = await client.query(`
    SELECT current_setting('server_version') AS version,
      current_setting('server_version_num')::int AS "versionNumber",
      current_setting('server_encoding') AS encoding,
      NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS "takesWrites",
      current_user AS user, current_database() AS database, current_schema() AS schema,
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "canCreate",
      ARRAY(SELECT relname::text FROM pg_class
            WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relkind IN ('r', 'p', 'S')
              AND NOT pg_has_role(relowner, 'USAGE') ORDER BY 1) AS "foreignTables",
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        AS "maxConnections"`);
  return { ...rows[0], clockOffsetMs };
}
