import type { Queryable } from "@/lib/db/client";
import { findReport } from "@/lib/health-report/check-service";
import { type ListedIncident, listIncidents } from "@/lib/health-report/incident";
import type { Level } from "@/lib/health-report/part";
import { PUBLIC_PARTS, type PublicPart } from "@/lib/health-report/public-part";
import { type History, STATUS_DAYS, summarizeDays, toPublicLevels } from "@/lib/health-report/status";

const DAY_MS = 24 * 60 * 60_000;
const READ_EVERY_MS = 5_000;
const WITHIN_MS = 1_000;

export interface Status {
  /** When the service last checked itself. */
  readonly checkedAt: Date | null;
  readonly parts: readonly ({ readonly part: PublicPart; readonly level: Level } & History)[];
  readonly incidents: readonly ListedIncident[];
}

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

/** Returns a function that reads at most once in 5 s, and keeps what it last read; null before a first success. */
export function createStatusReader(load: () => Promise<Status>): () => Promise<Status | null> {
  let known: Status | null = null;
  let startedAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  return async () => {
    const nowMs = performance.now();
    if (reading === null && nowMs - startedAtMs >= READ_EVERY_MS) {
      startedAtMs = nowMs;
      reading = load()
        .then(
          (status) => {
            known = status;
          },
          // The last known state is shown instead.
          () => {},
        )
        .finally(() => {
          reading = null;
        });
    }
    const leftMs = startedAtMs + WITHIN_MS - nowMs;
    if (reading !== null && leftMs > 0) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, leftMs);
      });
      await Promise.race([reading, late]).finally(() => clearTimeout(timer));
    }
    return known;
  };
}
