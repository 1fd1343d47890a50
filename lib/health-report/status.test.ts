import { describe, expect, it } from "vitest";
import type { ListedIncident } from "@/lib/health-report/incident";
import type { Level } from "@/lib/health-report/part";
import { createStatusReader } from "@/lib/health-report/read-status";
import {
  judgeOverall,
  STATUS_DAYS,
  type Status,
  summarizeDays,
  toPublicLevels,
} from "@/lib/health-report/status";

const NOW = new Date("2026-12-03T10:00:30Z");
const at = (text: string) => new Date(`2026-12-${text}Z`);
const state = (level: "ok" | "slow" | "stuck" | "off") => ({
  level,
  since: NOW,
  figure: { key: "off", values: {} },
});

describe("the status page", () => {
  it("shows the worst level of what a part needs, and leaves out what is off", () => {
    const levels = toPublicLevels({
      api: state("ok"),
      database: state("slow"),
      pages: state("stuck"),
      webhooks: state("ok"),
      messages: state("off"),
    });
    expect(levels).toEqual({
      api: "slow",
      dashboard: "stuck",
      tracking: "stuck",
      webhooks: "ok",
      messages: "off",
    });
  });

  it("counts minutes without a check as down, and days before the first one not at all", () => {
    const rows = [
      { day: at("01T00:00:00"), ok: 700, slow: 15, stuck: 5, firstAt: at("01T12:00:00"), lastAt: NOW },
      { day: at("03T00:00:00"), ok: 599, slow: 0, stuck: 0, firstAt: at("03T00:00:00"), lastAt: NOW },
    ];
    const { days, uptimePercent } = summarizeDays(rows, NOW);
    expect(days).toHaveLength(STATUS_DAYS);
    expect(days.slice(-4)).toEqual([
      { day: "2026-11-30", level: "none", downMinutes: 0 },
      { day: "2026-12-01", level: "slow", downMinutes: 5 },
      { day: "2026-12-02", level: "stuck", downMinutes: 1_440 },
      { day: "2026-12-03", level: "ok", downMinutes: 0 },
    ]);
    expect(uptimePercent).toBe(Math.floor((1 - 1_445 / (720 + 1_440 + 599)) * 10_000) / 100);
    expect(summarizeDays([], NOW).uptimePercent).toBeNull();
  });

  it("does not claim a state that cannot be read, or was not checked within a minute", () => {
    const judge = (level: Level, checkedAt: Date | null = NOW, incidents: readonly ListedIncident[] = []) => {
      const part = { part: "api", level, ...summarizeDays([], NOW) } as const;
      return judgeOverall({ status: { checkedAt, parts: [part], incidents }, isCurrent: true }, NOW);
    };
    const open = { resolvedAt: null } as ListedIncident;
    expect(judge("ok")).toBe("ok");
    expect(judge("ok", NOW, [open])).toBe("incident");
    expect(judge("slow", NOW, [open])).toBe("slow");
    expect(judge("ok", new Date(NOW.getTime() - 61_000))).toBe("unknown");
    expect(judge("ok", null)).toBe("unknown");
    const status = { checkedAt: NOW, parts: [], incidents: [] };
    expect(judgeOverall({ status, isCurrent: false }, NOW)).toBe("unknown");
  });

  it("is read once for concurrent visitors, and stays the last known one when a read fails or hangs", async () => {
    let reads = 0;
    const status: Status = { checkedAt: NOW, parts: [], incidents: [] };
    let answer: () => Promise<Status> = async () => status;
    let nowMs = 0;
    const load = () => {
      reads += 1;
      return answer();
    };
    const read = createStatusReader(load, { readNowMs: () => nowMs, withinMs: 20 });
    expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill({ status, isCurrent: true }));
    expect(reads).toBe(1);
    nowMs = 4_000;
    answer = () => Promise.reject(new Error("The database is down."));
    expect(await read()).toEqual({ status, isCurrent: false });
    nowMs = 8_000;
    answer = async () => status;
    expect(await read()).toEqual({ status, isCurrent: true });
    nowMs = 12_000;
    answer = () => new Promise(() => {});
    expect(await read()).toEqual({ status, isCurrent: false });
    nowMs = 30_000;
    expect(await read()).toEqual({ status, isCurrent: false });
    expect(reads).toBe(4);
  });
});
