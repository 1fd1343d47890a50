import { describe, expect, it } from "vitest";
import { type Facts, judgeParts, PARTS, type RunningProcess, type Traffic } from "@/lib/console/health/part";
import { MESSAGES } from "@/messages/messages";

const NOW = new Date("2026-12-01T12:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);

const TRAFFIC: Traffic = {
  requests: 1_000,
  failures: 0,
  slow: 0,
  estimates: 0,
  searchFailures: 0,
  pageMs: 40,
  clockMs: 1,
};

const makeProcess = (values: Partial<Traffic> = {}, seenSecondsAgo = 5, role = "all"): RunningProcess => ({
  id: "4f7a2f0e-54ab-4c4c-9f5a-1f0a3c1f1a11",
  role,
  version: "1.0.0",
  startedAt: ago(3_600),
  seenAt: ago(seenSecondsAgo),
  traffic: { ...TRAFFIC, ...values },
});

const FINE: Facts = {
  now: NOW,
  processes: [makeProcess()],
  databaseMs: 2,
  state: {
    readAt: NOW,
    jobOverdueSeconds: 0,
    webhookOverdueSeconds: 0,
    messageOverdueSeconds: 0,
    ordersWithoutCourier: 0,
    orderWithoutCourierSeconds: 0,
    journalLagSeconds: 0,
    databaseBytes: 1e8,
    connections: 10,
    maxConnections: 100,
    archiveFailures: 0,
    archivedAt: null,
    archiveFailedAt: null,
    needsSyncStandby: false,
    standbys: [],
  },
  dispatchHeldUntil: ago(-4),
  failingJobs: [],
  outside: { messages: "ok", mail: "ok", roads: "ok", addresses: "ok", files: "ok" },
  freeGigabytes: 100,
  backup: { everyMs: 86_400_000, hasLog: true, takenAt: ago(80_000), archivedUntil: ago(60), failedAt: null },
};
const withBackup = (backup: Partial<NonNullable<Facts["backup"]>>): Facts => ({
  ...FINE,
  backup: FINE.backup && { ...FINE.backup, ...backup },
});
const withState = (state: Partial<Facts["state"]>): Facts => ({
  ...FINE,
  state: { ...FINE.state, ...state },
});
const withOutside = (outside: Partial<Facts["outside"]>): Facts => ({
  ...FINE,
  outside: { ...FINE.outside, ...outside },
});
const standby = { name: "b", syncState: "async" as const, lagBytes: 1, lagSeconds: 90 };

/** Facts, the part that they change, its level and the age of what proves it. */
const CASES: readonly [name: string, facts: Facts, part: string, level: string, sinceSeconds?: number][] = [
  ["no API process", { ...FINE, processes: [makeProcess({}, 31)] }, "api", "stuck", 31],
  ["an API process only", { ...FINE, processes: [makeProcess({}, 5, "api")] }, "pages", "stuck"],
  ["half of the requests fail", { ...FINE, processes: [makeProcess({ failures: 500 })] }, "api", "stuck"],
  ["few requests fail", { ...FINE, processes: [makeProcess({ failures: 20 })] }, "api", "slow"],
  [
    "two of two requests fail",
    { ...FINE, processes: [makeProcess({ requests: 2, failures: 2 })] },
    "api",
    "ok",
  ],
  ["many requests are slow", { ...FINE, processes: [makeProcess({ slow: 50 })] }, "api", "slow"],
  ["a page takes 3 s", { ...FINE, processes: [makeProcess({ pageMs: 3_000 })] }, "pages", "slow"],
  [
    "pages fail in one of two",
    { ...FINE, processes: [makeProcess(), makeProcess({ pageMs: -1 })] },
    "pages",
    "slow",
  ],
  ["all pages fail", { ...FINE, processes: [makeProcess({ pageMs: -1 })] }, "pages", "stuck"],
  ["a slow database", { ...FINE, databaseMs: 300 }, "database", "slow"],
  ["few free connections", withState({ connections: 91 }), "database", "slow"],
  ["a missing synchronous standby", withState({ needsSyncStandby: true }), "database", "stuck"],
  ["a late standby", withState({ standbys: [standby] }), "database", "slow"],
  ["no dispatch", { ...FINE, dispatchHeldUntil: ago(16) }, "dispatch", "stuck", 16],
  ["an order waits 16 min", withState({ orderWithoutCourierSeconds: 960 }), "dispatch", "slow", 960],
  ["an order waits 14 min", withState({ orderWithoutCourierSeconds: 840 }), "dispatch", "ok"],
  ["webhooks are 59 s late", withState({ webhookOverdueSeconds: 59 }), "webhooks", "ok"],
  ["webhooks are 60 s late", withState({ webhookOverdueSeconds: 60 }), "webhooks", "slow", 60],
  ["webhooks are 10 min late", withState({ webhookOverdueSeconds: 600 }), "webhooks", "stuck", 600],
  ["late messages", withState({ messageOverdueSeconds: 700 }), "messages", "stuck", 700],
  ["no message provider", withOutside({ messages: "off" }), "messages", "off"],
  ["an unreachable message provider", withOutside({ messages: "down" }), "messages", "stuck"],
  ["no mail server", withOutside({ mail: "off" }), "mail", "off"],
  ["failing email", { ...FINE, failingJobs: [{ kind: "mail_reset", createdAt: ago(9) }] }, "mail", "slow", 9],
  [
    "failing email for long",
    { ...FINE, failingJobs: [{ kind: "mail_reset", createdAt: ago(999) }] },
    "mail",
    "stuck",
    999,
  ],
  ["a failing job", { ...FINE, failingJobs: [{ kind: "clean_up", createdAt: ago(999) }] }, "jobs", "slow"],
  ["late jobs", withState({ jobOverdueSeconds: 3_600 }), "jobs", "stuck", 3_600],
  ["no road engine", withOutside({ roads: "off" }), "roads", "off"],
  ["an unreachable road engine", withOutside({ roads: "down" }), "roads", "stuck"],
  ["estimates", { ...FINE, processes: [makeProcess({ estimates: 3 })] }, "roads", "slow"],
  ["failed searches", { ...FINE, processes: [makeProcess({ searchFailures: 3 })] }, "addresses", "slow"],
  ["a full disk", { ...FINE, freeGigabytes: 0.1 }, "files", "stuck"],
  ["little space", { ...FINE, freeGigabytes: 0.9 }, "files", "slow"],
  ["an unreachable bucket", { ...withOutside({ files: "down" }), freeGigabytes: null }, "files", "stuck"],
  ["a late event log", withState({ journalLagSeconds: 61 }), "events", "slow", 61],
  ["no scheduled backups", { ...FINE, backup: null }, "backup", "off"],
  ["no backup yet", withBackup({ takenAt: null }), "backup", "slow"],
  ["an old backup", withBackup({ takenAt: ago(172_801) }), "backup", "slow"],
  ["a log that stopped", withBackup({ archivedUntil: ago(901) }), "backup", "slow", 901],
  ["files only", withBackup({ archivedUntil: null, hasLog: false }), "backup", "ok"],
  ["a failed attempt", withBackup({ failedAt: ago(9) }), "backup", "slow", 9],
  [
    "failed attempts for long",
    withBackup({ archivedUntil: ago(901), failedAt: ago(9) }),
    "backup",
    "stuck",
    9,
  ],
  ["a wrong clock", { ...FINE, processes: [makeProcess({ clockMs: -3_000 })] }, "clock", "slow"],
];

describe("the parts of the service", () => {
  it("are all ok, with a figure that both languages have, while nothing is wrong", () => {
    const states = judgeParts(FINE, {});
    expect(Object.keys(states)).toEqual(PARTS);
    for (const part of PARTS) expect([part, states[part]]).toMatchObject([part, { level: "ok", since: NOW }]);
    for (const { health } of [MESSAGES.en, MESSAGES.ru]) {
      for (const part of PARTS) expect(health.parts).toHaveProperty(part);
    }
  });

  it.each(CASES)(
    "have, with %s, the right level since the right time, with a figure and advice",
    (name, facts, part, level, seconds) => {
      const state = judgeParts(facts, {})[part as (typeof PARTS)[number]];
      expect([name, state?.level, state?.since]).toEqual([name, level, ago(seconds ?? 0)]);
      for (const { health } of [MESSAGES.en, MESSAGES.ru]) {
        expect(health.figures).toHaveProperty(state?.figure.key ?? "");
        if (level !== "ok") expect(health.advice).toHaveProperty([part, level]);
      }
    },
  );

  it("ignore the counts of a process that no longer runs", () => {
    const ended = makeProcess({ estimates: 9, searchFailures: 9, clockMs: 9_000, failures: 900 }, 60);
    const states = judgeParts({ ...FINE, processes: [makeProcess(), ended] }, {});
    for (const part of PARTS) expect([part, states[part]?.level]).toEqual([part, "ok"]);
  });

  it("keep the beginning of a trouble while it changes between slow and stuck, and of a level that stays", () => {
    const slow = judgeParts(withState({ jobOverdueSeconds: 90 }), {});
    const later = { ...withState({ jobOverdueSeconds: 700 }), now: ago(-300) };
    const stuck = judgeParts(later, slow);
    expect(stuck.jobs).toMatchObject({ level: "stuck", since: ago(90) });
    expect(stuck.webhooks).toMatchObject({ level: "ok", since: NOW });
    const over = judgeParts({ ...FINE, now: ago(-400) }, stuck);
    expect(over.jobs).toMatchObject({ level: "ok", since: ago(-400) });
  });
});
