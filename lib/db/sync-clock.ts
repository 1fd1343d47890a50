import { correctClock, getProcessMs } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";
import { float8 } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

const READ_EVERY_MS = 10_000;

/** Synchronizes the process clock with the database's from now on, so that processes agree on what has expired. */
export async function syncClock(db: Queryable): Promise<void> {
  const read = () => readClock(db).catch(() => {});
  // The first read may include the connection setup; a shorter round trip bounds the offset more tightly.
  for (let count = 0; count < 3; count += 1) await read();
  setInterval(read, READ_EVERY_MS).unref();
}

async function readClock(db: Queryable): Promise<void> {
  const askedAtMs = getProcessMs();
  const [row] = await query(db, { ms: float8 })`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;
  if (row !== undefined) correctClock({ askedAtMs, databaseMs: row.ms, answeredAtMs: getProcessMs() });
}
