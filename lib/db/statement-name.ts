import { createHash } from "node:crypto";

/** Maximum prepared statements per process: PostgreSQL keeps each in memory, for every connection. */
const MAX_STATEMENTS = 500;

/** Names a statement by its text, so that PostgreSQL keeps it prepared; null past the maximum. */
export function statementNames(most = MAX_STATEMENTS): (sql: string) => string | undefined {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= most) return known;
    // PostgreSQL cuts names off after 63 bytes.
    const name = `dropline_${createHash("sha256").update(sql).digest("hex").slice(0, 32)}`;
    names.set(sql, name);
    return name;
  };
}
