import { describe, expect, it } from "vitest";
import { gpsLight, isAccurate, isNews, type PhoneFix } from "@/lib/phone/fix-queue";

const fix = (seconds: number, north = 0, accuracyMeters = 10): PhoneFix => ({
  latitude: 59.93 + north / 111_195,
  longitude: 30.33,
  heading: null,
  accuracyMeters,
  at: new Date(Date.UTC(2026, 10, 21, 10, 0, seconds)).toISOString(),
});

describe("a fix", () => {
  it("is kept when it is accurate to 100 metres", () => {
    expect([isAccurate(fix(0, 0, 100)), isAccurate(fix(0, 0, 100.5))]).toEqual([true, false]);
  });

  it.each([
    ["the first", null, fix(0), 0, true],
    ["a move within eight seconds", fix(0), fix(7, 60), 7_999, false],
    ["a move that is eight seconds old by now", fix(0), fix(7, 60), 8_000, true],
    ["rest for less than a minute", fix(0), fix(59, 5), 59_999, false],
    ["rest for a minute", fix(0), fix(60, 5), 60_000, true],
    ["a move within its own inaccuracy", fix(0, 0, 90), fix(30, 40, 90), 30_000, false],
    ["the same once more", fix(0), fix(0), 90_000, false],
  ] as const)("is worth sending: %s", (_name, last, next, sinceMs, expected) => {
    expect(isNews(last, next, sinceMs)).toBe(expected);
  });
});

describe("the light", () => {
  it.each([
    [false, "found", 1_000, "off"],
    [true, "denied", 1_000, "denied"],
    [true, "searching", 1_000, "searching"],
    [true, "found", null, "sending"],
    [true, "found", 1_000, "sent"],
    [true, "found", -200_000, "waiting"],
  ] as const)("on shift %s, phone %s, sent at %s: %s", (isOn, watch, sentAt, light) => {
    expect(gpsLight(isOn, watch, { startedAt: 0, sentAt }, 2_000)).toBe(light);
  });

  it("loses patience with a first fix that does not get through", () => {
    expect(gpsLight(true, "found", { startedAt: 0, sentAt: null }, 20_000)).toBe("waiting");
  });
});
