import { type Sql, sql } from "@/lib/db/sql";

/** What has a text somewhere in it, whatever its case. */
export function contains(column: Sql, text: string): Sql {
  return sql`${column} ILIKE ${`%${text.replace(/[\\%_]/g, "\\$&")}%`}`;
}
