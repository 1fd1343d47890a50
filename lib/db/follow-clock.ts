import { correctClock, getProcessMs } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";
import { float8 } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

/** A database whose clock is set while the service runs is followed within this time. */
const READ_EVERY_MS = 10_000;

/**
 * Has the clock of this process go by the database's from now on, so that processes on machines whose clocks differ
 * agree what has expired. Answers when it does; without the database it goes by what it knows, and asks again.
 */
export async function followClock(db: Queryable): Promise<void> {
  // A reading that fails leaves the clock as it was.
  const read = () => readClock(db).catch(() => {});
  // The first waits for a connection as well; the quicker the answer, the narrower what the offset may be.
  for (let count = 0; count < 3; count += 1) await read();
  setInterval(read, READ_EVERY_MS).unref();
}

async function readClock(db: Queryable): Promise<void> {
  const askedAtMs = getProcessMs();
  const [row] = await query(db, { ms: float8 })`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;
  if (row !== undefined) correctClock({ askedAtMs, databaseMs: row.ms, answeredAtMs: getProcessMs() });
}
