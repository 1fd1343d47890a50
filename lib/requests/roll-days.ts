import type { Queryable } from "@/lib/db/client";
import { keptSince } from "@/lib/requests/logged-request";
import { dropDays, makeDay } from "@/lib/requests/store";

// The clean-up may fail for a day. Each day costs every search a little.
const DAYS_AHEAD = 2;

const DAY_MS = 24 * 60 * 60_000;

export async function rollDays(db: Queryable, now: Date, keptDays: number): Promise<void> {
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    await makeDay(db, new Date(now.getTime() + ahead * DAY_MS));
  }
  await dropDays(db, keptSince(now, keptDays));
}
