import { retentionStart } from "@/lib/api/request-log/logged-request";
import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import { DAY_MS } from "@/lib/duration";

// Two, since the clean-up may fail for a day; no more, since each partition slows every search.
const DAYS_AHEAD = 2;

export async function rotatePartitions(db: Queryable, now: Date, keptDays: number): Promise<void> {
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const at = new Date(now.getTime() + ahead * DAY_MS);
    await execute(db)`SELECT make_logged_requests_day((${at}::timestamptz AT TIME ZONE 'UTC')::date)`;
  }
  await execute(db)`SELECT drop_logged_requests_days(${retentionStart(now, keptDays)}::timestamptz)`;
}
