import { describe, expect, it } from "vitest";
import {
  findRefusal,
  fixTime,
  gpsStatus,
  isAccurate,
  isSignificantFix,
  onServiceClock,
  type QueuedFix,
} from "@/lib/courier-app/fix-queue";

const fix = (seconds: number, north = 0, accuracyMeters = 10): QueuedFix => ({
  latitude: 59.93 + north / 111_195,
  longitude: 30.33,
  heading: null,
  accuracyMeters,
  at: new Date(Date.UTC(2026, 10, 21, 10, 0, seconds)).toISOString(),
});

const facts = { startedAt: 0, sentAt: null, refusal: null, isQueued: true, isConnected: false };

describe("a fix", () => {
  it("is kept when it is accurate to 100 meters", () => {
    expect([isAccurate(fix(0, 0, 100)), isAccurate(fix(0, 0, 100.5))]).toEqual([true, false]);
  });

  it.each([
    ["the first fix", null, fix(0), 0, true],
    ["a move within eight seconds", fix(0), fix(7, 60), 7_999, false],
    ["a move that is eight seconds old by now", fix(0), fix(7, 60), 8_000, true],
    ["rest for less than a minute", fix(0), fix(59, 5), 59_999, false],
    ["rest for a minute", fix(0), fix(60, 5), 60_000, true],
    ["a move within its own inaccuracy", fix(0, 0, 90), fix(30, 40, 90), 30_000, false],
    ["the same fix again", fix(0), fix(0), 90_000, false],
  ] as const)("is sent only if significant: %s", (_name, last, next, sinceMs, expected) => {
    expect(isSignificantFix(last, next, sinceMs)).toBe(expected);
  });
});

describe("the GPS indicator", () => {
  it.each([
    [false, "found", 1_000, "off"],
    [true, "denied", 1_000, "denied"],
    [true, "searching", 1_000, "searching"],
    [true, "found", null, "sending"],
    [true, "found", 1_000, "sent"],
    [true, "found", -200_000, "waiting"],
  ] as const)(
    "is shown, with on-shift %s, phone GPS %s and last fix sent at %s, as %s",
    (isOn, watch, sentAt, light) => {
      expect(gpsStatus(isOn, watch, { ...facts, sentAt }, 2_000)).toBe(light);
    },
  );

  it.each([
    ["waiting for a network without one", { isConnected: false, isQueued: true }, "waiting"],
    ["delayed while the service takes nothing", { isConnected: true, isQueued: true }, "delayed"],
    ["stale when the phone reports nothing new", { isConnected: true, isQueued: false }, "stale"],
  ] as const)("is %s", (_name, change, light) => {
    expect(gpsStatus(true, "found", { ...facts, ...change }, 20_000)).toBe(light);
    expect(gpsStatus(true, "found", { ...facts, ...change, sentAt: 0 }, 150_000)).toBe(light);
  });

  it("does not show sent once the server has rejected the last fixes", () => {
    const answers = { ...facts, sentAt: 1_000, refusal: "jumps" } as const;
    expect(gpsStatus(true, "found", answers, 2_000)).toBe("jumps");
    expect(gpsStatus(true, "denied", answers, 2_000)).toBe("denied");
  });
});

describe("the rejection reason of a batch", () => {
  it.each([
    [["teleport", "teleport"], "jumps"],
    [["teleport", "future"], "clock"],
    [["too_old"], "clock"],
    [["null_island"], "nowhere"],
    [["inaccurate"], "nowhere"],
    [["current", "teleport"], null],
    [["past"], null],
    [[], null],
  ] as const)("for the judgments %j is %s", (judgments, refusal) => {
    expect(findRefusal(judgments)).toBe(refusal);
  });
});

describe("a phone with a wrong clock", () => {
  const now = new Date("2026-11-21T10:00:00Z");
  const minutesOff = (minutes: number) => now.getTime() + minutes * 60_000;

  it.each([-600, -10, 10, 600])(
    "has an offset of %i minutes corrected by the time of its request",
    (minutes) => {
      const taken = { at: new Date(minutesOff(minutes) - 8_000) };
      const [corrected] = onServiceClock([taken], new Date(minutesOff(minutes)), now);
      expect(corrected?.at).toEqual(new Date(now.getTime() - 8_000));
    },
  );

  it("keeps an offset below the duration of a request", () => {
    const taken = { at: new Date(now.getTime() - 8_000) };
    expect(onServiceClock([taken], new Date(now.getTime() - 3_000), now)).toEqual([taken]);
  });

  it("uses its own clock for the time of fixes, even when they carry satellite time", () => {
    expect(fixTime(minutesOff(0) - 4_000, minutesOff(0))).toBe(minutesOff(0) - 4_000);
    expect(fixTime(minutesOff(0), minutesOff(10))).toBe(minutesOff(10));
  });
});
