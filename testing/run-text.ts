import type { Queryable } from "@/lib/db/client";
import type { Parameter } from "@/lib/db/parameter";

/** Runs a statement given as a string. @returns its rows by the columns' names, each value as PostgreSQL's text */
export async function runText(
  db: Queryable,
  statement: string,
  ...values: readonly Parameter[]
): Promise<Record<string, string | null>[]> {
  const { fields, rows } = await db.run({ text: statement, values });
  return rows.map((row) => Object.fromEntries(fields.map(({ name }, index) => [name, row[index] ?? null])));
}
