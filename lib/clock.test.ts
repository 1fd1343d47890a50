import { afterEach, describe, expect, it, vi } from "vitest";
import { computeOffset, systemClock } from "@/lib/clock";

const DAY_MS = 24 * 60 * 60_000;

describe("the correction of the machine's clock", () => {
  it.each([
    ["stays zero while the clocks may agree", 0, [1_000, 1_020, 1_050], 0],
    ["is the middle of its possible range", 0, [1_000, 601_000, 1_100], 599_950],
    ["is the middle of its possible range when the machine is ahead", 0, [601_000, 1_000, 601_100], -600_050],
    ["stays unchanged while it may be right", 599_950, [5_000, 605_000, 5_200], 599_950],
    ["follows when the database's clock is set right", 599_950, [700_000, 700_010, 700_020], 0],
  ])("%s", (_, before, [askedAtMs = 0, databaseMs = 0, answeredAtMs = 0], after) => {
    expect(computeOffset(before, { askedAtMs, databaseMs, answeredAtMs })).toBe(after);
  });
});

describe("systemClock", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([40, -40])("does not follow a step of the machine's clock by %i days", (days) => {
    const before = systemClock.now().getTime();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * DAY_MS });
    const passedMs = systemClock.now().getTime() - before;
    expect(passedMs).toBeGreaterThanOrEqual(0);
    expect(passedMs).toBeLessThan(DAY_MS);
  });

  it("agrees with the machine's clock before the first reading", () => {
    expect(Math.abs(systemClock.now().getTime() - Date.now())).toBeLessThan(DAY_MS);
  });
});
