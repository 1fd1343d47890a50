import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client, Pool } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { isUsable } from "@/lib/db/send";

const MAY_NEED_ESCAPE = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

export function copyValue(value: string | number | null): string {
  if (value === null) return "\\N";
  if (typeof value === "number" || !MAY_NEED_ESCAPE.test(value)) return String(value);
  return value.replace(/[\\\t\n\r]/g, (found) => ESCAPES[found] ?? found);
}

/** Writes many rows at once with COPY, all or none. Rows are lines of `copyValue` values with tabs between them. */
export async function copyRows(pool: Pool, target: string, rows: string): Promise<void> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await pipeline(Readable.from([Buffer.from(rows)]), client.query(copyFrom(`COPY ${target} FROM STDIN`)));
  } catch (error) {
    isBroken = !isUsable(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** Copies the rows of a query into a table of another server as they arrive. After an error, close both clients. */
export function pipeRows(from: Client, select: string, to: Client, target: string): Promise<void> {
  return pipeline(
    from.query(copyTo(`COPY (${select}) TO STDOUT`)),
    to.query(copyFrom(`COPY ${target} FROM STDIN`)),
  );
}
