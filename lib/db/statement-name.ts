import { createHash } from "node:crypto";

/** A process prepares at most so many statements: PostgreSQL keeps each, for every connection, in memory. */
const MOST_STATEMENTS = 500;

const names = new Map<string, string>();

/**
 * The name by which PostgreSQL keeps a statement parsed and planned, the same in every process; none for what comes
 * after the first few hundred, such as lists of ever other lengths.
 */
export function statementName(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= MOST_STATEMENTS) return known;
  const name = `dropline_${createHash("sha256").update(sql).digest("hex").slice(0, 32)}`;
  names.set(sql, name);
  return name;
}
