import { createHash } from "node:crypto";
import { sqlState } from "@/lib/db/pg-errors";

/** Maximum prepared statements per process, because PostgreSQL keeps each in memory on every connection. */
const MAX_STATEMENTS = 500;

export interface StatementNames {
  /** The name of a statement, so that it is prepared once; undefined past the maximum. */
  (sql: string): string | undefined;
  /** Gives a statement a new name, under which each connection prepares it again. */
  renew(sql: string): void;
}

/** Returns a function that names a statement by its text. */
export function statementNames(most = MAX_STATEMENTS): StatementNames {
  const names = new Map<string, string>();
  const renewed = new Map<string, number>();
  const add = (sql: string): string => {
    const count = renewed.get(sql) ?? 0;
    // PostgreSQL truncates names after 63 bytes.
    const hash = createHash("sha256").update(sql).digest("hex").slice(0, 32);
    const name = count === 0 ? `dropline_${hash}` : `dropline_${hash}_${count}`;
    names.set(sql, name);
    return name;
  };
  const find = (sql: string) => {
    const known = names.get(sql);
    return known !== undefined || names.size >= most ? known : add(sql);
  };
  const renew = (sql: string) => {
    if (!names.has(sql)) return;
    renewed.set(sql, (renewed.get(sql) ?? 0) + 1);
    add(sql);
  };
  return Object.assign(find, { renew });
}

/** The result's columns have changed, the statement is unknown, or its name is taken. */
const BAD_NAMES = new Set(["0A000", "26000", "42P05"]);

/** Renews the name of a statement that failed because of what a connection has prepared under it. */
export function renewName(names: StatementNames, sql: string, error: unknown): void {
  if (BAD_NAMES.has(sqlState(error) ?? "")) names.renew(sql);
}
