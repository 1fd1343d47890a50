import type { Queryable } from "@/lib/db/client";
import { DAY_MS } from "@/lib/duration";
import { findReport } from "@/lib/health-report/check-parts";
import { listIncidents } from "@/lib/health-report/incident";
import { PUBLIC_PARTS } from "@/lib/health-report/public-part";
import {
  type LastStatus,
  STATUS_DAYS,
  type Status,
  summarizeDays,
  toPublicLevels,
} from "@/lib/health-report/status";

const READ_EVERY_MS = 3_000;
const WITHIN_MS = 1_000;

export async function loadStatus(db: Queryable, now: Date): Promise<Status> {
  const since = new Date(now.getTime() - STATUS_DAYS * DAY_MS);
  const [report, rows, incidents] = await Promise.all([
    findReport(db),
    db.models.healthDay.findMany({ where: { day: { gte: since } } }),
    listIncidents(db, since),
  ]);
  const levels = toPublicLevels(report?.parts ?? {});
  const parts = PUBLIC_PARTS.filter((part) => levels[part] !== "off").map((part) => ({
    part,
    level: levels[part],
    ...summarizeDays(
      rows.filter((row) => row.part === part),
      now,
    ),
  }));
  return { checkedAt: report?.checkedAt ?? null, parts, incidents };
}

/**
 * Returns a function that reads at most once in 3 s, waits at most a second, and then returns what it last read.
 */
export function createStatusReader(
  load: () => Promise<Status>,
  { readNowMs = () => performance.now(), withinMs = WITHIN_MS } = {},
): () => Promise<LastStatus> {
  let known: LastStatus = { status: null, isCurrent: false };
  let startedAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  let waiting = Promise.resolve();
  return async () => {
    const nowMs = readNowMs();
    if (reading === null && nowMs - startedAtMs >= READ_EVERY_MS) {
      startedAtMs = nowMs;
      reading = load()
        .then(
          (status) => ({ status, isCurrent: true }),
          () => ({ ...known, isCurrent: false }),
        )
        .then((read) => {
          known = read;
          reading = null;
        });
      const late = new Promise<void>((resolve) => {
        setTimeout(() => {
          if (reading !== null) known = { ...known, isCurrent: false };
          resolve();
        }, withinMs).unref();
      });
      waiting = Promise.race([reading, late]);
    }
    await waiting;
    return known;
  };
}
