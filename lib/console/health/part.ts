import * as z from "zod";
import type { ServiceState } from "@/lib/console/read-service-state";
import type { HealthProcess } from "@/lib/db/generated/client";
import {
  type BackupSchedule,
  findBackedUpUntil,
  findLateness,
  type NewestBackup,
} from "@/lib/process/backup/newest-backup";

export const LEVELS = ["stuck", "slow", "ok", "off"] as const;
export type Level = (typeof LEVELS)[number];

/** `figure` is a sentence of messages/en/health.json with its values. */
const partState = z.object({
  level: z.enum(LEVELS),
  since: z.coerce.date(),
  figure: z.object({ key: z.string(), values: z.record(z.string(), z.number()) }),
});
type PartState = z.infer<typeof partState>;
/** By part; another version of the service may know others. */
export const partStates = z.record(z.string(), partState);
export type PartStates = Readonly<Partial<Record<Part, PartState>>>;

/** Counts of one process in the last minute. */
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

export interface RunningProcess extends Omit<HealthProcess, "traffic"> {
  readonly traffic: Traffic;
}

/** `off` if it is not configured. */
export type Reachability = "ok" | "down" | "off";

export interface Facts {
  readonly now: Date;
  readonly processes: readonly RunningProcess[];
  readonly databaseMs: number;
  readonly state: ServiceState;
  /** Until when a process holds the dispatch lease; null if none ever did. */
  readonly dispatchHeldUntil: Date | null;
  /** Jobs that failed repeatedly, or were given up within a day; the oldest first. */
  readonly failingJobs: readonly { readonly kind: string; readonly createdAt: Date }[];
  readonly outside: Readonly<Record<"messages" | "mail" | "roads" | "addresses" | "files", Reachability>>;
  /** Null where files are in a bucket. */
  readonly freeGigabytes: number | null;
  /** Null if no backups are scheduled. */
  readonly backup: (BackupSchedule & Pick<NewestBackup, "takenAt" | "archivedUntil" | "failedAt">) | null;
}

const SEEN_WITHIN_MS = 30_000;
const DISPATCH_LATE_MS = 15_000;
const MAX_CLOCK_MS = 2_000;
const MAX_PAGE_MS = 2_000;
const MAX_DATABASE_MS = 250;
const MAX_CONNECTIONS_SHARE = 0.9;
const MAX_STANDBY_LAG_SECONDS = 60;
const MIN_FAILURES = 3;
const LONG_WAIT_SECONDS = 15 * 60;
const [SLOW_SECONDS, STUCK_SECONDS] = [60, 600];

export const isRunning = ({ seenAt }: Pick<RunningProcess, "seenAt">, now: Date): boolean =>
  now.getTime() - seenAt.getTime() < SEEN_WITHIN_MS;

export const worstLevel = (levels: readonly Level[]): Level =>
  LEVELS.find((level) => levels.includes(level)) ?? "off";

/** `since`: when it began, if the facts say so. */
type Finding = Pick<PartState, "level" | "figure"> & { readonly since?: Date | undefined };

const find = (level: Level, key: string, values: Record<string, number> = {}, since?: Date): Finding => ({
  level,
  figure: { key, values },
  since,
});

const OFF = find("off", "off");
const UNREACHABLE = find("stuck", "unreachable");

const rankByAge = (seconds: number): Level =>
  seconds >= STUCK_SECONDS ? "stuck" : seconds >= SLOW_SECONDS ? "slow" : "ok";

const ago = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1_000);

function findByAge({ state }: Facts, key: string, age: number, values: Record<string, number> = {}): Finding {
  return find(rankByAge(age), key, { ...values, seconds: Math.round(age) }, ago(state.readAt, age));
}

const listRunning = ({ processes, now }: Facts) => processes.filter((one) => isRunning(one, now));

/** The running processes with one of these roles; if there are none, the finding that they stopped. */
function findServing(facts: Facts, ...roles: string[]): readonly RunningProcess[] | Finding {
  const own = facts.processes.filter(({ role }) => roles.includes(role));
  const running = listRunning({ ...facts, processes: own });
  const seenAt = own.map((one) => one.seenAt.getTime());
  if (running.length > 0) return running;
  return find("stuck", "stopped", {}, seenAt.length === 0 ? undefined : new Date(Math.max(...seenAt)));
}

const sum = (processes: readonly RunningProcess[], name: Exclude<keyof Traffic, "pageMs">): number =>
  processes.reduce((total, one) => total + one.traffic[name], 0);

const RULES = {
  api: (facts) => {
    const serving = findServing(facts, "all", "web", "api");
    if ("level" in serving) return serving;
    const [requests, failures, slow] = [
      sum(serving, "requests"),
      sum(serving, "failures"),
      sum(serving, "slow"),
    ];
    const exceeds = (count: number, share: number) => count >= MIN_FAILURES && count >= requests * share;
    const isSlow = exceeds(failures, 0.02) || exceeds(slow, 0.05);
    return find(exceeds(failures, 0.5) ? "stuck" : isSlow ? "slow" : "ok", "api", {
      requests,
      failures,
      slow,
    });
  },
  pages: (facts) => {
    const serving = findServing(facts, "all", "web");
    if ("level" in serving) return serving;
    const times = serving.flatMap(({ traffic: { pageMs } }) => pageMs ?? []);
    const [failures, processes] = [times.filter((ms) => ms < 0).length, times.length];
    if (processes === 0) return find("ok", "pages_new");
    if (failures > 0)
      return find(failures < processes ? "slow" : "stuck", "pages_failed", { failures, processes });
    const ms = Math.max(...times);
    return find(ms > MAX_PAGE_MS ? "slow" : "ok", "pages", { ms });
  },
  database: ({ databaseMs, state: { connections, maxConnections, needsSyncStandby, standbys } }) => {
    const ms = Math.round(databaseMs);
    const seconds = Math.max(0, ...standbys.map(({ lagSeconds }) => Math.round(lagSeconds ?? 0)));
    if (needsSyncStandby && standbys.length === 0) return find("stuck", "no_standby");
    if (seconds > MAX_STANDBY_LAG_SECONDS) return find("slow", "standby_lag", { seconds });
    const isSlow = connections > maxConnections * MAX_CONNECTIONS_SHARE || ms > MAX_DATABASE_MS;
    return find(isSlow ? "slow" : "ok", "database", { ms, connections, maxConnections });
  },
  dispatch: ({ now, dispatchHeldUntil, state }) => {
    const { ordersWithoutCourier: orders, orderWithoutCourierSeconds: seconds } = state;
    const isStopped = now.getTime() - (dispatchHeldUntil?.getTime() ?? 0) > DISPATCH_LATE_MS;
    if (isStopped) return find("stuck", "dispatch_stopped", { orders }, dispatchHeldUntil ?? undefined);
    const values = { orders, seconds: Math.round(seconds) };
    return find(seconds > LONG_WAIT_SECONDS ? "slow" : "ok", "dispatch", values, ago(state.readAt, seconds));
  },
  webhooks: (facts) => findByAge(facts, "overdue", facts.state.webhookOverdueSeconds),
  messages: (facts) =>
    findUnreached(facts, "messages") ?? findByAge(facts, "overdue", facts.state.messageOverdueSeconds),
  mail: (facts) => {
    const failing = facts.failingJobs.filter(({ kind }) => kind.startsWith("mail_"));
    const oldest = failing[0]?.createdAt;
    const age = oldest === undefined ? 0 : (facts.now.getTime() - oldest.getTime()) / 1_000;
    const level = failing.length === 0 ? "ok" : worstLevel([rankByAge(age), "slow"]);
    return findUnreached(facts, "mail") ?? find(level, "mail", { failing: failing.length }, oldest);
  },
  roads: (facts) => {
    const estimates = sum(listRunning(facts), "estimates");
    return (
      findUnreached(facts, "roads") ?? find(estimates < MIN_FAILURES ? "ok" : "slow", "roads", { estimates })
    );
  },
  addresses: (facts) => {
    const failures = sum(listRunning(facts), "searchFailures");
    return (
      findUnreached(facts, "addresses") ??
      find(failures < MIN_FAILURES ? "ok" : "slow", "addresses", { failures })
    );
  },
  files: (facts) => {
    const { freeGigabytes: free } = facts;
    if (free === null) return findUnreached(facts, "files") ?? find("ok", "bucket");
    return find(free < 0.2 ? "stuck" : free < 1 ? "slow" : "ok", "disk", {
      free: Math.round(free * 10) / 10,
    });
  },
  jobs: (facts) => {
    const failing = facts.failingJobs.length;
    const overdue = findByAge(facts, "jobs", facts.state.jobOverdueSeconds, { failing });
    return { ...overdue, level: worstLevel([overdue.level, failing > 0 ? "slow" : "ok"]) };
  },
  events: (facts) => findByAge(facts, "events", facts.state.journalLagSeconds),
  backup: ({ backup, now }) => {
    if (backup === null) return find("off", "backup_off");
    const { takenAt, failedAt } = backup;
    const late = findLateness(backup, backup, now);
    const until = findBackedUpUntil(backup);
    const since = failedAt ?? (late === "log" ? (until ?? undefined) : undefined);
    const key = failedAt === null ? (late ?? "backup") : "failed";
    const measured = key === "backup" ? takenAt : until;
    const seconds = measured === null ? 0 : Math.round((now.getTime() - measured.getTime()) / 1_000);
    const level =
      late !== null && failedAt !== null ? "stuck" : late !== null || failedAt !== null ? "slow" : "ok";
    return find(level, key === "backup" ? key : `backup_${key}`, { seconds }, since);
  },
  clock: (facts) => {
    const ms = Math.max(
      0,
      ...listRunning(facts).map(({ traffic: { clockMs } }) => Math.round(Math.abs(clockMs))),
    );
    return find(ms > MAX_CLOCK_MS ? "slow" : "ok", "clock", { ms });
  },
} satisfies Readonly<Record<string, (facts: Facts) => Finding>>;

export type Part = keyof typeof RULES;
export const PARTS = Object.keys(RULES) as readonly Part[];

function findUnreached({ outside }: Facts, name: keyof Facts["outside"]): Finding | null {
  return outside[name] === "ok" ? null : outside[name] === "off" ? OFF : UNREACHABLE;
}

const isTrouble = (level: Level): boolean => level === "slow" || level === "stuck";

/** The state of each part. A problem keeps its start time while its level changes, until it ends. */
export function judgeParts(facts: Facts, before: PartStates): PartStates {
  const states = PARTS.map((part) => {
    const { level, figure, since } = RULES[part](facts);
    const last = before[part];
    const isSame =
      last !== undefined && (last.level === level || (isTrouble(last.level) && isTrouble(level)));
    const began = isTrouble(level) ? (since ?? facts.now) : facts.now;
    return [part, { level, figure, since: isSame ? last.since : began }];
  });
  return Object.fromEntries(states);
}
