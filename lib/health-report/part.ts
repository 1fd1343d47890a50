import * as z from "zod";
import type { ServiceState } from "@/lib/monitoring/read-service-state";

export const PARTS = [
  "api",
  "pages",
  "database",
  "dispatch",
  "webhooks",
  "messages",
  "mail",
  "roads",
  "addresses",
  "files",
  "jobs",
  "events",
  "clock",
] as const;
export type Part = (typeof PARTS)[number];

export const LEVELS = ["ok", "slow", "stuck", "off"] as const;
export type Level = (typeof LEVELS)[number];

/** A sentence of messages/en/health.json (figures) with its values. */
const figure = z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) });

export const partStates = z.record(
  z.enum(PARTS),
  z.object({ level: z.enum(LEVELS), since: z.coerce.date(), figure }),
);
export type PartStates = z.infer<typeof partStates>;

/** What one process counted in the last minute. */
export const traffic = z.object({
  requests: z.number(),
  /** Responses with 5xx. */
  failures: z.number(),
  /** Responses after more than a second. */
  slow: z.number(),
  /** Trips estimated because the road engine gave no route. */
  estimates: z.number(),
  /** Address searches that the geocoding server did not answer. */
  searchFailures: z.number(),
  /** Time to render a page; null without pages or before the first probe, -1 if it failed. */
  pageMs: z.number().nullable(),
  /** Difference between this machine's clock and the database's. */
  clockMs: z.number(),
});
export type Traffic = z.infer<typeof traffic>;

export interface RunningProcess {
  readonly id: string;
  readonly role: string;
  readonly version: string;
  readonly startedAt: Date;
  readonly seenAt: Date;
  readonly traffic: Traffic;
}

/** `off` if it is not configured. */
export type Reachability = "ok" | "down" | "off";

export interface Facts {
  readonly now: Date;
  readonly processes: readonly RunningProcess[];
  readonly databaseMs: number;
  readonly state: ServiceState;
  /** Until when a process holds the dispatch lease. */
  readonly dispatchHeldUntil: Date;
  /** Jobs that failed repeatedly, or were given up within a day. */
  readonly failingJobs: readonly { readonly kind: string; readonly createdAt: Date }[];
  readonly outside: Readonly<Record<"messages" | "mail" | "roads" | "addresses" | "files", Reachability>>;
  /** Null where files are in a bucket. */
  readonly freeGigabytes: number | null;
}

const SECOND_MS = 1_000;
const SEEN_WITHIN_MS = 30 * SECOND_MS;
const DISPATCH_LATE_MS = 15 * SECOND_MS;
const MAX_CLOCK_MS = 2 * SECOND_MS;
const MAX_PAGE_MS = 2_000;
const MAX_DATABASE_MS = 250;
const MAX_CONNECTIONS_PERCENT = 90;
const MAX_STANDBY_LAG_SECONDS = 60;
const MIN_FAILURES = 3;
const LONG_WAIT_SECONDS = 15 * 60;
/** From 1 minute work is slow, from 10 minutes stuck. */
const [SLOW_SECONDS, STUCK_SECONDS] = [60, 600];

export const isRunning = ({ seenAt }: Pick<RunningProcess, "seenAt">, now: Date): boolean =>
  now.getTime() - seenAt.getTime() < SEEN_WITHIN_MS;

interface Finding {
  readonly level: Level;
  readonly figure: z.infer<typeof figure>;
  /** When it began, if the facts say so. */
  readonly since?: Date | undefined;
}

const find = (
  level: Level,
  key: string,
  values: Readonly<Record<string, number | string>> = {},
  since?: Date,
): Finding => ({ level, figure: { key, values }, since });

const OFF = find("off", "off");

const rankByAge = (seconds: number): Level =>
  seconds >= STUCK_SECONDS ? "stuck" : seconds >= SLOW_SECONDS ? "slow" : "ok";

export function worstLevel(levels: readonly Level[]): Level {
  return (["stuck", "slow", "ok"] as const).find((level) => levels.includes(level)) ?? "off";
}

function findByAge(now: Date, key: string, seconds: number): Finding {
  const level = rankByAge(seconds);
  const since = level === "ok" ? undefined : new Date(now.getTime() - seconds * SECOND_MS);
  return find(level, key, { seconds: Math.round(seconds) }, since);
}

const RULES: Readonly<Record<Part, (facts: Facts) => Finding>> = {
  api: (facts) => {
    const serving = listServing(facts, ["all", "web", "api"]);
    if (serving.length === 0) return findStopped(facts, ["all", "web", "api"]);
    const [requests, failures, slow] = (["requests", "failures", "slow"] as const).map((name) =>
      serving.reduce((sum, one) => sum + one.traffic[name], 0),
    ) as [number, number, number];
    const [failed, late] = [failures / requests, slow / requests];
    const isStuck = failures >= MIN_FAILURES && failed >= 0.5;
    const isSlow = (failures >= MIN_FAILURES && failed >= 0.02) || (slow >= MIN_FAILURES && late >= 0.05);
    return find(isStuck ? "stuck" : isSlow ? "slow" : "ok", "api", { requests, failures, slow });
  },
  pages: (facts) => {
    const serving = listServing(facts, ["all", "web"]);
    if (serving.length === 0) return findStopped(facts, ["all", "web"]);
    const times = serving.flatMap(({ traffic: { pageMs } }) => pageMs ?? []);
    const failures = times.filter((ms) => ms < 0).length;
    if (failures > 0) {
      const level = failures === times.length ? "stuck" : "slow";
      return find(level, "pages_failed", { failures, processes: serving.length });
    }
    const ms = Math.max(0, ...times);
    return times.length === 0
      ? find("ok", "pages_new")
      : find(ms > MAX_PAGE_MS ? "slow" : "ok", "pages", { ms });
  },
  database: ({ databaseMs, state: { connections, maxConnections, needsSyncStandby, standbys } }) => {
    const ms = Math.round(databaseMs);
    const lag = Math.max(0, ...standbys.map(({ lagSeconds }) => lagSeconds ?? 0));
    if (needsSyncStandby && standbys.length === 0) return find("stuck", "no_standby");
    if (lag > MAX_STANDBY_LAG_SECONDS) return find("slow", "standby_lag", { seconds: Math.round(lag) });
    const isFull = connections * 100 > maxConnections * MAX_CONNECTIONS_PERCENT;
    return find(isFull || ms > MAX_DATABASE_MS ? "slow" : "ok", "database", {
      ms,
      connections,
      maxConnections,
    });
  },
  dispatch: ({ now, dispatchHeldUntil, state }) => {
    const { ordersWithoutCourier: orders, orderWithoutCourierSeconds: seconds } = state;
    if (now.getTime() - dispatchHeldUntil.getTime() > DISPATCH_LATE_MS) {
      return find("stuck", "dispatch_stopped", { orders }, dispatchHeldUntil);
    }
    const isLong = seconds > LONG_WAIT_SECONDS;
    const since = isLong ? new Date(now.getTime() - seconds * SECOND_MS) : undefined;
    return find(isLong ? "slow" : "ok", "dispatch", { orders, seconds: Math.round(seconds) }, since);
  },
  webhooks: ({ now, state }) => findByAge(now, "overdue", state.webhookOverdueSeconds),
  messages: ({ now, state, outside }) =>
    outside.messages === "off"
      ? OFF
      : outside.messages === "down"
        ? find("stuck", "unreachable")
        : findByAge(now, "overdue", state.messageOverdueSeconds),
  mail: ({ failingJobs, outside, now }) => {
    if (outside.mail === "off") return OFF;
    const failing = failingJobs.filter(({ kind }) => kind.startsWith("mail_"));
    const [oldest] = failing;
    if (oldest === undefined) return find("ok", "mail", { failing: 0 });
    const level = rankByAge((now.getTime() - oldest.createdAt.getTime()) / SECOND_MS);
    return find(level === "ok" ? "slow" : level, "mail", { failing: failing.length }, oldest.createdAt);
  },
  roads: ({ processes, outside }) => {
    if (outside.roads !== "ok") return outside.roads === "off" ? OFF : find("stuck", "unreachable");
    const estimates = processes.reduce((sum, one) => sum + one.traffic.estimates, 0);
    return find(estimates >= MIN_FAILURES ? "slow" : "ok", "roads", { estimates });
  },
  addresses: ({ processes, outside }) => {
    if (outside.addresses !== "ok") return outside.addresses === "off" ? OFF : find("stuck", "unreachable");
    const failures = processes.reduce((sum, one) => sum + one.traffic.searchFailures, 0);
    return find(failures >= MIN_FAILURES ? "slow" : "ok", "addresses", { failures });
  },
  files: ({ freeGigabytes: free, outside }) => {
    if (outside.files === "down") return find("stuck", "unreachable");
    if (free === null) return find("ok", "bucket");
    return find(free < 0.2 ? "stuck" : free < 1 ? "slow" : "ok", "disk", {
      free: Math.round(free * 10) / 10,
    });
  },
  jobs: ({ now, state, failingJobs: { length } }) => {
    const overdue = findByAge(now, "jobs", state.jobOverdueSeconds);
    const level = worstLevel([overdue.level, length > 0 ? "slow" : "ok"]);
    return {
      ...overdue,
      level,
      figure: { key: "jobs", values: { ...overdue.figure.values, failing: length } },
    };
  },
  events: ({ now, state }) => findByAge(now, "events", state.journalLagSeconds),
  clock: ({ processes }) => {
    const ms = Math.max(0, ...processes.map((one) => Math.round(Math.abs(one.traffic.clockMs))));
    return find(ms > MAX_CLOCK_MS ? "slow" : "ok", "clock", { ms });
  },
};

function listServing({ processes, now }: Facts, roles: readonly string[]): readonly RunningProcess[] {
  return processes.filter((one) => roles.includes(one.role) && isRunning(one, now));
}

function findStopped({ processes }: Facts, roles: readonly string[]): Finding {
  const ended = processes.filter(({ role }) => roles.includes(role)).map(({ seenAt }) => seenAt.getTime());
  return find("stuck", "stopped", {}, ended.length === 0 ? undefined : new Date(Math.max(...ended)));
}

const isTrouble = (level: Level): boolean => level === "slow" || level === "stuck";

/** The state of each part. A trouble keeps its beginning while it gets worse or better, until it is over. */
export function judgeParts(facts: Facts, before: Partial<PartStates> = {}): PartStates {
  const states = PARTS.map((part) => {
    const { level, figure, since } = RULES[part](facts);
    const last = before[part];
    const isSame =
      last !== undefined && (last.level === level || (isTrouble(last.level) && isTrouble(level)));
    return [part, { level, figure, since: isSame ? last.since : (since ?? facts.now) }];
  });
  return Object.fromEntries(states);
}
