import { type Sql, sql } from "@/lib/db/sql";

/** What begins with a text, as a range of an index whose collation is C; no character comes after the last one. */
export function beginsWith(column: Sql, text: string): Sql {
  return sql`${column} >= ${text} AND ${column} < ${text} || chr(1114111)`;
}
