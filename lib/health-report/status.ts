import type { HealthDay } from "@/lib/db/generated/client";
import { DAY_MS, MINUTE_MS } from "@/lib/duration";
import type { ListedIncident } from "@/lib/health-report/incident";
import { type Level, type PartStates, worstLevel } from "@/lib/health-report/part";
import { PUBLIC_NEEDS, PUBLIC_PARTS, type PublicPart } from "@/lib/health-report/public-part";

export const STATUS_DAYS = 90;
const CURRENT_FOR_MS = MINUTE_MS;
/** More minutes than this make a day red, or amber if the part was only slow. */
const MANY_MINUTES = 10;

export function toPublicLevels(parts: PartStates): Readonly<Record<PublicPart, Level>> {
  const entries = PUBLIC_PARTS.map((name) => {
    const levels = PUBLIC_NEEDS[name].map((part) => parts[part]?.level ?? "off");
    return [name, worstLevel(levels)] as const;
  });
  return Object.fromEntries(entries) as Record<PublicPart, Level>;
}

export type DayLevel = "ok" | "slow" | "stuck" | "none";

export interface StatusDay {
  readonly day: string;
  readonly level: DayLevel;
  readonly downMinutes: number;
}

export interface History {
  /** Null before the first counted minute. */
  readonly uptimePercent: number | null;
  /** The last 90 days (UTC), today last. */
  readonly days: readonly StatusDay[];
}

/** A minute without a check counts as one in which the part did not work. */
export function summarizeDays(rows: readonly Omit<HealthDay, "part">[], now: Date): History {
  const begin = Math.min(...rows.map(({ firstAt }) => firstAt.getTime()));
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  let [all, allDown] = [0, 0];
  const days = Array.from({ length: STATUS_DAYS }, (_, index): StatusDay => {
    const from = today - (STATUS_DAYS - 1 - index) * DAY_MS;
    const row = rows.find(({ day }) => day.getTime() === from);
    const counted = row === undefined ? 0 : row.ok + row.slow + row.stuck;
    // The present minute may not be counted yet.
    const end = Math.min(from + DAY_MS, now.getTime() - MINUTE_MS);
    const expected = Math.max(counted, Math.floor((end - Math.max(from, begin)) / MINUTE_MS));
    const downMinutes = (row?.stuck ?? 0) + expected - counted;
    const day = new Date(from).toISOString().slice(0, 10);
    if (expected <= 0) return { day, level: "none", downMinutes: 0 };
    all += expected;
    allDown += downMinutes;
    const isAmber = downMinutes > 0 || (row?.slow ?? 0) > MANY_MINUTES;
    return { day, level: downMinutes > MANY_MINUTES ? "stuck" : isAmber ? "slow" : "ok", downMinutes };
  });
  // Rounded down, so that 100 means every minute.
  return { days, uptimePercent: all === 0 ? null : Math.floor((1 - allDown / all) * 10_000) / 100 };
}

export interface Status {
  /** When the service last checked itself. */
  readonly checkedAt: Date | null;
  readonly parts: readonly ({ readonly part: PublicPart; readonly level: Level } & History)[];
  readonly incidents: readonly ListedIncident[];
}

export interface LastStatus {
  /** Null before the first successful read. */
  readonly status: Status | null;
  /** Whether the newest read succeeded. */
  readonly isCurrent: boolean;
}

export type Overall = "ok" | "slow" | "stuck" | "incident" | "unknown";

/** `unknown` while the state cannot be read, or the last check is older than a minute. */
export function judgeOverall({ status, isCurrent }: LastStatus, now: Date): Overall {
  const checkedAt = status?.checkedAt ?? null;
  if (status === null || checkedAt === null || !isCurrent) return "unknown";
  if (now.getTime() - checkedAt.getTime() > CURRENT_FOR_MS) return "unknown";
  const worst = worstLevel(status.parts.map(({ level }) => level));
  if (worst === "off") return "unknown";
  return worst === "ok" && status.incidents.some(({ resolvedAt }) => resolvedAt === null)
    ? "incident"
    : worst;
}
