import { LRUCache } from "lru-cache";
import type { AccountScope } from "@/lib/account-scope";
import type { RequestFilter } from "@/lib/api/request-log/schema";
import { countByTime } from "@/lib/api/request-log/store";
import type { Queryable } from "@/lib/db/client";
import { HOUR_MS, MINUTE_MS } from "@/lib/duration";

export interface TimePart {
  readonly from: Date;
  readonly to: Date;
  readonly calls: number;
  readonly refused: number;
  readonly failed: number;
}

const STEPS_MS = [
  ...[1, 5, 15, 30].map((seconds) => seconds * 1_000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24, 48, 7 * 24].map((hours) => hours * HOUR_MS),
];
const MAX_PARTS = 64;

/** At most 64 equal parts aligned to UTC; the outermost may exceed the span. */
export function divideSpan(from: Date, to: Date): { from: Date; to: Date; parts: number } {
  const span = Math.max(1, to.getTime() - from.getTime());
  const step = STEPS_MS.find((one) => span / one <= MAX_PARTS - 2) ?? Math.ceil(span / MAX_PARTS);
  const begin = Math.floor(from.getTime() / step) * step;
  const parts = Math.max(1, Math.ceil((to.getTime() - begin) / step));
  return { from: new Date(begin), to: new Date(begin + parts * step), parts };
}

/** After this time all calls are written and counts no longer change. */
const WRITTEN_AFTER_MS = HOUR_MS;
const MAX_REMEMBERED = 500;
const MAX_AT_ONCE_MS = 5 * 24 * HOUR_MS;

type Counts = Pick<TimePart, "calls" | "refused" | "failed">;

const NONE: Counts = { calls: 0, refused: 0, failed: 0 };

/** Final counts by filter and length of a part, then by its start. */
const remembered = new WeakMap<Queryable, LRUCache<string, Map<number, Counts>>>();

function getCachedCounts(db: Queryable, key: string): Map<number, Counts> {
  const charts = remembered.get(db) ?? new LRUCache({ max: MAX_REMEMBERED });
  remembered.set(db, charts);
  const chart = charts.get(key) ?? new Map<number, Counts>();
  charts.set(key, chart);
  return chart;
}

/** Counts each final part once, and at most five days per statement, since a log may hold millions of calls. */
export async function countOverTime(
  db: Queryable,
  scope: AccountScope,
  { filter, from, to }: { filter: Partial<RequestFilter>; from: Date; to: Date },
): Promise<TimePart[]> {
  const cut = divideSpan(from, to);
  const step = (cut.to.getTime() - cut.from.getTime()) / cut.parts;
  const begins = Array.from({ length: cut.parts }, (_, part) => cut.from.getTime() + part * step);
  const { from: after = null, to: until = null, ...rest } = filter;
  const chart = getCachedCounts(db, JSON.stringify([scope.accountId, scope.mode, rest, step]));
  for (const begin of chart.keys()) if (begin < cut.from.getTime()) chart.delete(begin);
  const isSettled = (begin: number): boolean =>
    begin + step + WRITTEN_AFTER_MS <= to.getTime() &&
    begin >= (after?.getTime() ?? begin) &&
    begin + step <= (until?.getTime() ?? begin + step);
  const found = new Map(chart);
  for (const run of groupRuns(
    begins.filter((begin) => !isSettled(begin) || !chart.has(begin)),
    step,
  )) {
    const borders = [...run, (run.at(-1) ?? 0) + step].map((at) => new Date(at));
    const counts = new Map((await countByTime(db, scope, filter, borders)).map((one) => [one.part, one]));
    for (const [index, begin] of run.entries()) {
      const { calls, refused, failed } = counts.get(index + 1) ?? NONE;
      found.set(begin, { calls, refused, failed });
      if (isSettled(begin)) chart.set(begin, { calls, refused, failed });
    }
  }
  return begins.map((begin) => {
    return { from: new Date(begin), to: new Date(begin + step), ...(found.get(begin) ?? NONE) };
  });
}

function groupRuns(begins: readonly number[], step: number): number[][] {
  const runs: number[][] = [];
  for (const begin of begins) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === begin - step && (run.length + 1) * step <= MAX_AT_ONCE_MS)
      run.push(begin);
    else runs.push([begin]);
  }
  return runs;
}
