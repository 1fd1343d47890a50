import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findFailure } from "@/lib/http/send-result";
import { type AttemptResult, retryAfterMs, SCHEDULE_MS, waitAfterFailure } from "@/lib/webhooks/attempt";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const failed = (change: Partial<AttemptResult> = {}) => ({
  status: 500,
  failure: "status" as const,
  retryAfter: null,
  ...change,
});

/** The wait without jitter. */
const wait = (tries: number, change: Partial<AttemptResult> = {}) =>
  waitAfterFailure(tries, failed(change), { now: NOW, random: 0.5 });

describe("the webhook retry schedule", () => {
  it("has 10 attempts over 75 hours and 35 minutes (HOOK-5)", () => {
    expect(SCHEDULE_MS).toHaveLength(10);
    const totalMs = SCHEDULE_MS.reduce((sum, ms) => sum + ms, 0);
    expect(Math.floor(totalMs / MINUTE_MS)).toBe(75 * 60 + 35);
  });

  it("keeps each wait within 20% of its plan, and ends after the tenth attempt (HOOK-5)", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, random) => {
          const ms = waitAfterFailure(tries, failed(), { now: NOW, random });
          const planned = SCHEDULE_MS[tries] ?? Number.NaN;
          expect(ms).toBeGreaterThanOrEqual(planned * 0.8);
          expect(ms).toBeLessThanOrEqual(planned * 1.2);
        },
      ),
      { numRuns: 1000 },
    );
    expect(wait(10)).toBeNull();
    expect(waitAfterFailure(2, failed(), { mostTries: 2, now: NOW, random: 0.5 })).toBeNull();
  });

  it.each([
    ["a plain failure waits as planned", 1, {}, 5_000],
    ["a time-out waits a minute at least", 1, { failure: "timeout" as const, status: null }, MINUTE_MS],
    ["a 429 waits a minute at least", 1, { status: 429 }, MINUTE_MS],
    ["a late time-out waits as planned", 3, { failure: "timeout" as const, status: null }, 30 * MINUTE_MS],
    ["a larger Retry-After lengthens the wait", 2, { retryAfter: "400" }, 400_000],
    ["a smaller Retry-After does not shorten the wait", 2, { retryAfter: "1" }, 5 * MINUTE_MS],
    ["a Retry-After at most doubles the wait", 2, { retryAfter: "1000000000" }, 10 * MINUTE_MS],
    ["Retry-After may be a date", 2, { retryAfter: "Sat, 21 Nov 2026 12:06:40 GMT" }, 400_000],
    [
      "a Retry-After date with a prefix is ignored",
      2,
      { retryAfter: "at Sat, 21 Nov 2026 12:06:40 GMT" },
      5 * MINUTE_MS,
    ],
    [
      "a Retry-After date with a suffix is ignored",
      2,
      { retryAfter: "Sat, 21 Nov 2026 12:06:40 GMT+1" },
      5 * MINUTE_MS,
    ],
    [
      "a Retry-After date in the past is ignored",
      2,
      { retryAfter: "Sat, 21 Nov 2020 12:06:40 GMT" },
      5 * MINUTE_MS,
    ],
    ["an invalid Retry-After is ignored", 2, { retryAfter: "soon" }, 5 * MINUTE_MS],
    ["a negative Retry-After is ignored", 2, { retryAfter: "-5" }, 5 * MINUTE_MS],
    [
      "a Retry-After at most doubles the minute of a 429",
      1,
      { status: 429, retryAfter: "86400" },
      2 * MINUTE_MS,
    ],
    ["the last wait is a day", 9, {}, 24 * HOUR_MS],
  ])("uses the correct wait: %s", (_, tries, change, expected) => {
    expect(wait(tries, change)).toBe(expected);
  });
});

it.each([
  [199, "status"],
  [200, null],
  [204, null],
  [299, null],
  [300, "redirect"],
  [301, "redirect"],
  [302, "redirect"],
  [307, "redirect"],
  [399, "redirect"],
  [400, "status"],
  [404, "status"],
  [410, "gone"],
  [429, "status"],
  [500, "status"],
  [503, "status"],
])("a webhook response with status %i has the failure %s (HOOK-6)", (status, failure) => {
  expect(findFailure(status)).toBe(failure);
});

it("a Retry-After with fractions, signs or words is ignored", () => {
  for (const header of ["", " ", "1.5", "+3", "tomorrow", "2026-11-22", "NaN"]) {
    expect([header, retryAfterMs(header, NOW)]).toEqual([header, null]);
  }
  expect(retryAfterMs(null, NOW)).toBeNull();
  expect(retryAfterMs(" 7 ", NOW)).toBe(7_000);
});
