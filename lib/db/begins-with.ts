import { Prisma } from "@/lib/db/generated/client";

/** What begins with a text, as a range of an index whose collation is C; no character comes after the last one. */
export function beginsWith(column: Prisma.Sql, text: string): Prisma.Sql {
  return Prisma.sql`${column} >= ${text} AND ${column} < ${text} || chr(1114111)`;
}
