import { type Sql, sql } from "@/lib/db/sql";

export function contains(column: Sql, text: string): Sql {
  return sql`${column} ILIKE ${`%${text.replace(/[\\%_]/g, "\\$&")}%`}`;
}
