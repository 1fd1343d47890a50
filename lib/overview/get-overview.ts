import type { AccountScope } from "@/lib/accounts/scope";
import { type Day, lastDays } from "@/lib/calendar/day";
import type { Context } from "@/lib/context";
import {
  byUrgency,
  type DayNumbers,
  type FirstSteps,
  type OrderTrouble,
  type RunningOrder,
  troublesOf,
} from "@/lib/overview/overview";
import {
  type LatestOrder,
  selectDays,
  selectFirstSteps,
  selectLatest,
  selectRunning,
} from "@/lib/overview/store";

export type { LatestOrder };

/** The state of an account's orders. */
export interface Overview {
  /** The last two weeks, oldest first. */
  readonly days: readonly DayNumbers[];
  readonly today: DayNumbers;
  readonly yesterday: DayNumbers;
  /** Orders that need attention, the most urgent first. */
  readonly troubled: readonly { readonly order: RunningOrder; readonly troubles: readonly OrderTrouble[] }[];
  readonly latest: readonly LatestOrder[];
  readonly steps: FirstSteps;
}

const DAYS = 14;
const LATEST = 5;
const MOST_RUNNING = 500;

/**
 * The state of a mode's orders today, in a time zone's calendar. Each order counts on the day it was placed, whenever
 * it is delivered. Of more than 500 open orders, only the oldest are checked, and those with a question, a problem or a
 * return.
 */
export async function getOverview(
  { db, clock, dispatch }: Pick<Context, "db" | "clock" | "dispatch">,
  scope: AccountScope,
  timeZone: string,
): Promise<Overview> {
  const now = clock.now();
  // lastDays returns as many days as asked for.
  const wanted = lastDays(now, timeZone, DAYS) as [Day, Day, ...Day[]];
  const [days, running, latest, steps] = await Promise.all([
    selectDays(db, scope, wanted, now),
    selectRunning(db, scope, MOST_RUNNING),
    selectLatest(db, scope, LATEST),
    selectFirstSteps(db, scope),
  ]);
  const [yesterday, today] = days.slice(-2);
  if (yesterday === undefined || today === undefined) throw new Error("Two weeks have two days.");
  const troubled = running
    .map((order) => ({ order, troubles: troublesOf(order, now, dispatch.notFoundAfterSeconds) }))
    .filter(({ troubles }) => troubles.length > 0)
    .sort((a, b) => byUrgency(a.order, b.order));
  return { days, today, yesterday, troubled, latest, steps };
}
