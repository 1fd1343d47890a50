import type { FailureCode } from "@/lib/orders/order";
import { type Kopecks, kopecks } from "@/lib/pricing/money";

/**
 * What is counted of ended orders, each by a key: deliveries and late ones by hour, failures by reason, waiting times by
 * their rounded seconds, the total in kopecks.
 */
export const COUNT_KINDS = [
  "delivered",
  "late",
  "cancelled",
  "total",
  "failed",
  "lateness",
  "pickup_wait",
  "door_wait",
] as const;

export interface ReportCount {
  readonly kind: (typeof COUNT_KINDS)[number];
  readonly key: string;
  readonly count: bigint;
}

export interface ReportHour {
  /** From 0 to 23, local. */
  readonly hour: number;
  readonly delivered: number;
  readonly late: number;
}

/** Orders that ended in the days. Times are in seconds, null without any; `toReport` states their resolution. */
export interface Report {
  readonly delivered: number;
  readonly cancelled: number;
  readonly onTime: number;
  readonly total: Kopecks;
  readonly latenessP50: number | null;
  readonly latenessP95: number | null;
  readonly pickupWaitP50: number | null;
  readonly pickupWaitP95: number | null;
  readonly doorWaitP50: number | null;
  readonly doorWaitP95: number | null;
  /** Most frequent first. */
  readonly failures: readonly { readonly reason: FailureCode; readonly count: number }[];
  readonly hours: readonly ReportHour[];
}

const HOURS = 24;

/**
 * Counts, shares and money are exact. Times are rounded before they are counted: to 6 s below an hour, to a minute below
 * a day, else to an hour, so a percentile is at most half of that away from the exact one.
 */
export function toReport(counts: readonly ReportCount[]): Report {
  const list = (kind: ReportCount["kind"]) =>
    counts.filter((one) => one.kind === kind).map(({ key, count }) => ({ key, count: Number(count) }));
  const sum = (kind: ReportCount["kind"]) => list(kind).reduce((total, { count }) => total + count, 0);
  const countByHour = (kind: "delivered" | "late") =>
    new Map(list(kind).map(({ key, count }) => [Number(key), count]));
  const [delivered, late] = [countByHour("delivered"), countByHour("late")];
  const times = (kind: "lateness" | "pickup_wait" | "door_wait") =>
    list(kind).map(({ key, count }): TimeCount => [Number(key), count]);
  const [lateness, pickupWait, doorWait] = [times("lateness"), times("pickup_wait"), times("door_wait")];
  return {
    delivered: sum("delivered"),
    cancelled: sum("cancelled"),
    onTime: sum("delivered") - sum("late"),
    total: kopecks(sum("total")),
    latenessP50: findPercentile(lateness, 0.5),
    latenessP95: findPercentile(lateness, 0.95),
    pickupWaitP50: findPercentile(pickupWait, 0.5),
    pickupWaitP95: findPercentile(pickupWait, 0.95),
    doorWaitP50: findPercentile(doorWait, 0.5),
    doorWaitP95: findPercentile(doorWait, 0.95),
    failures: list("failed")
      .map(({ key, count }) => ({ reason: key as FailureCode, count }))
      .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason)),
    hours: Array.from({ length: HOURS }, (_, hour) => ({
      hour,
      delivered: delivered.get(hour) ?? 0,
      late: late.get(hour) ?? 0,
    })),
  };
}

type TimeCount = readonly [seconds: number, count: number];

/** PostgreSQL's percentile_cont of counted values; null without any. */
export function findPercentile(times: readonly TimeCount[], share: number): number | null {
  const sorted = times.toSorted(([a], [b]) => a - b);
  const count = sorted.reduce((total, [, more]) => total + more, 0);
  if (count === 0) return null;
  const rank = share * (count - 1);
  const read = (index: number): number => {
    let passed = 0;
    for (const [seconds, more] of sorted) {
      passed += more;
      if (index < passed) return seconds;
    }
    throw new Error("The rank is beyond the last value");
  };
  const [below, above] = [read(Math.floor(rank)), read(Math.ceil(rank))];
  return below + (above - below) * (rank - Math.floor(rank));
}
