import { createHash } from "node:crypto";

/** Maximum prepared statements per process, because PostgreSQL keeps each in memory on every connection. */
const MAX_STATEMENTS = 500;

/** Returns a function that names a statement by its text, so that it is prepared once; undefined past the maximum. */
export function statementNames(most = MAX_STATEMENTS): (sql: string) => string | undefined {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= most) return known;
    // PostgreSQL truncates names after 63 bytes.
    const name = `dropline_${createHash("sha256").update(sql).digest("hex").slice(0, 32)}`;
    names.set(sql, name);
    return name;
  };
}
