import type { Context } from "@/lib/context";
import { execute } from "@/lib/db/sql";
import { DAY_MS } from "@/lib/duration";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import type { LearnedDuration } from "@/lib/tracking/arrivals/duration-model";
import { fitDurations, type Observation } from "@/lib/tracking/arrivals/fit-durations";
import { forgetDurationModel } from "@/lib/tracking/arrivals/get-duration-model";
import {
  listDeliveringAccounts,
  listEndedTrips,
  type TripPage,
} from "@/lib/tracking/arrivals/list-ended-trips";
import { measureTrip } from "@/lib/tracking/arrivals/measure-trip";

const LEARNED_DAYS = 56;
/** The limits of one run: about as many orders in all, whatever the number of accounts. */
const MAX_ACCOUNTS = 1_000;
const MAX_ORDERS = 10_000;
const MAX_ORDERS_PER_ACCOUNT = 500;
const PAGE = 100;
/** Well below the lease of a job. What has been read by then is learned; other accounts come first another day. */
const MAX_READ_MS = 6_000;

/** Learns durations from ended orders, each night. Repeatable at any time. */
export const learnDurations: JobHandler = async ({ db, clock }) => {
  const now = clock.now();
  const learned = await fitDurations(await listObservations({ db, clock }));
  if (learned.length > 0) {
    await replaceLearned({ db }, learned, now);
    forgetDurationModel(db);
  }
  return DONE;
};

async function listObservations({ db, clock }: Pick<Context, "db" | "clock">): Promise<Observation[]> {
  const now = clock.now();
  const startedAt = performance.now();
  const since = new Date(now.getTime() - LEARNED_DAYS * DAY_MS);
  const day = now.toISOString().slice(0, 10);
  const accounts = await listDeliveringAccounts(db, { since, day, limit: MAX_ACCOUNTS });
  const quota = Math.min(MAX_ORDERS_PER_ACCOUNT, Math.floor(MAX_ORDERS / Math.max(1, accounts.length)));
  const observations: Observation[] = [];
  for (const accountId of accounts) {
    let after: TripPage["after"] = null;
    for (let left = quota; left > 0; left -= PAGE) {
      const page = await listEndedTrips(db, accountId, { since, after, limit: Math.min(PAGE, left) });
      for (const trip of page.trips) observations.push(...measureTrip(trip, now));
      after = page.after;
      if (after === null) break;
      if (performance.now() - startedAt > MAX_READ_MS) return observations;
    }
  }
  return observations;
}

/** Groups that no run has found again for as long as orders teach are removed. */
async function replaceLearned(
  { db }: Pick<Context, "db">,
  learned: readonly LearnedDuration[],
  now: Date,
): Promise<void> {
  const column = <Name extends keyof LearnedDuration>(name: Name) => learned.map((row) => row[name]);
  await db.transaction(async (tx) => {
    await tx.models.learnedDuration.deleteMany({
      where: { learnedAt: { lt: new Date(now.getTime() - LEARNED_DAYS * DAY_MS) } },
    });
    await execute(tx)`
      INSERT INTO learned_durations (kind, group_name, count, effect, spread, order_count, learned_at)
      SELECT kind::duration_kind, group_name, count, effect, spread, order_count, ${now}::timestamptz
      FROM unnest(${column("kind")}::text[], ${column("group")}::text[], ${column("count")}::int[],
                  ${column("effect")}::float8[], ${column("spread")}::float8[], ${column("orderCount")}::int[])
             AS row (kind, group_name, count, effect, spread, order_count)
      ON CONFLICT (kind, group_name) DO UPDATE
      SET count = excluded.count, effect = excluded.effect, spread = excluded.spread,
          order_count = excluded.order_count, learned_at = excluded.learned_at`;
  });
}
