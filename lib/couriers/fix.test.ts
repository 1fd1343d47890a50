import { describe, expect, it } from "vitest";
import {
  classifyFix,
  classifyFixes,
  computeHeading,
  downsampleFixes,
  type Fix,
  type KnownPosition,
} from "@/lib/couriers/fix";
import { getFastest } from "@/lib/couriers/vehicle";

const CAR = getFastest("car");
const now = new Date("2026-11-21T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const fix = (change: Partial<Fix> = {}): Fix => ({
  latitude: 59.93,
  longitude: 30.33,
  heading: null,
  accuracyMeters: 10,
  recordedAt: ago(0),
  ...change,
});
const known = (change: Partial<KnownPosition> = {}): KnownPosition => ({
  latitude: 59.93,
  longitude: 30.33,
  heading: 45,
  recordedAt: ago(10),
  receivedAt: ago(10),
  ...change,
});

describe("a fix", () => {
  it.each<[string, Partial<Fix>, KnownPosition | null, string]>([
    ["the first", {}, null, "current"],
    ["a newer one", {}, known(), "current"],
    ["a repeated one", { recordedAt: ago(10) }, known(), "past"],
    ["an older one", { recordedAt: ago(11) }, known(), "past"],
    ["one that arrives 31 minutes late", { recordedAt: ago(31 * 60) }, null, "past"],
    ["one from yesterday", { recordedAt: ago(25 * 3600) }, null, "too_old"],
    ["one with an invalid time", { recordedAt: new Date(Number.NaN) }, null, "too_old"],
    ["one from the next hour", { recordedAt: ago(-3600) }, null, "future"],
    ["one from a clock that is 30 s ahead", { recordedAt: ago(-30) }, null, "current"],
    ["one from a clock that is 5 minutes ahead", { recordedAt: ago(-300) }, null, "current"],
    ["one from a clock that is more than 5 minutes ahead", { recordedAt: ago(-301) }, null, "future"],
    ["0,0", { latitude: 0, longitude: 0 }, null, "null_island"],
    ["almost 0,0", { latitude: 0.0002, longitude: -0.0003 }, null, "null_island"],
    ["one on the equator, far from 0,0", { latitude: 0, longitude: 30.33 }, null, "current"],
    ["one due north of 0,0", { latitude: 51.48, longitude: 0 }, null, "current"],
    ["one at the pole", { latitude: 90 }, null, "current"],
    ["one on the antimeridian", { longitude: -180 }, null, "current"],
    ["one past the pole", { latitude: 90.1 }, null, "off_earth"],
    ["one with a coordinate that is not a number", { longitude: Number.NaN }, null, "off_earth"],
    ["one that arrives 30 minutes late", { recordedAt: ago(30 * 60) }, null, "current"],
    ["one a day old", { recordedAt: ago(24 * 3600) }, null, "past"],
    ["one from a clock that is a minute ahead", { recordedAt: ago(-60) }, null, "current"],
    ["one accurate to 200 m", { accuracyMeters: 200 }, null, "current"],
    ["one accurate to 201 m", { accuracyMeters: 201 }, null, "inaccurate"],
    ["one without an accuracy", { accuracyMeters: null }, null, "current"],
    ["100 m away after 10 s", { latitude: 59.9309 }, known(), "current"],
    ["600 m away after 10 s, of which 250 m may be noise", { latitude: 59.9354 }, known(), "current"],
    ["700 m away after 10 s", { latitude: 59.9363 }, known(), "teleport"],
    ["5 km away after 10 s", { latitude: 59.975 }, known(), "teleport"],
    [
      "5 km away after 150 s",
      { latitude: 59.975 },
      known({ recordedAt: ago(150), receivedAt: ago(150) }),
      "current",
    ],
    [
      "50 km away after a long silence",
      { latitude: 60.4 },
      known({ recordedAt: ago(200), receivedAt: ago(200) }),
      "current",
    ],
  ])("is classified correctly when it is %s", (_, change, before, judgment) => {
    expect(classifyFix(fix(change), before, now, CAR)).toBe(judgment);
  });

  it.each<[string | null, number, string]>([
    ["foot", 340, "current"],
    ["foot", 360, "teleport"],
    ["bike", 410, "current"],
    ["bike", 430, "teleport"],
    ["car", 660, "current"],
    ["van", 660, "current"],
    [null, 660, "current"],
    ["car", 680, "teleport"],
  ])("of a courier by %s, %i m away after 10 s, is %s", (transport, meters, judgment) => {
    const moved = fix({ latitude: 59.93 + meters / 111_195 });
    expect(classifyFix(moved, known(), now, getFastest(transport))).toBe(judgment);
  });

  it("gets its heading from the device, or else from the direction of travel", () => {
    expect(computeHeading(fix({ heading: 271 }), known())).toBe(271);
    expect(computeHeading(fix({ latitude: 59.931 }), known())).toBeCloseTo(0, 5);
    expect(computeHeading(fix({ latitude: 59.93001 }), known())).toBe(45);
    expect(computeHeading(fix(), null)).toBe(0);
    expect(computeHeading(fix({ heading: 0, latitude: 59.931 }), known())).toBe(0);
    expect(computeHeading(fix({ heading: 360, latitude: 59.931 }), known())).toBe(360);
    for (const heading of [-1, 361]) {
      expect(computeHeading(fix({ heading, latitude: 59.929 }), known())).toBeCloseTo(180, 5);
      expect(computeHeading(fix({ heading }), null)).toBe(0);
    }
  });

  it("keeps the last heading of a courier who stands still, even when the device reports 0", () => {
    expect(computeHeading(fix({ heading: 0 }), known())).toBe(45);
    expect(computeHeading(fix({ heading: 0, latitude: 59.93005 }), known())).toBe(45);
    expect(computeHeading(fix({ heading: 90 }), known())).toBe(90);
  });
});

describe("fixes of a clock that is ahead", () => {
  const at = (recordedAt: Date, latitude: number) => fix({ recordedAt, latitude });
  const seconds = (positions: readonly KnownPosition[]) =>
    positions.map(({ recordedAt, latitude }) => [(now.getTime() - recordedAt.getTime()) / 1000, latitude]);

  it("end now and keep their order and distance in time", () => {
    const fixes = [at(ago(-280), 59.932), at(ago(-290), 59.933), at(ago(-270), 59.931)];
    const { usable, known: newest } = classifyFixes(fixes, null, now, CAR);
    expect(seconds(usable)).toEqual([
      [20, 59.931],
      [10, 59.932],
      [0, 59.933],
    ]);
    expect(newest?.latitude).toBe(59.933);
  });

  it("are never stored before the position known until then", () => {
    const before = known({ latitude: 59.931, recordedAt: ago(5), receivedAt: ago(5) });
    const { usable } = classifyFixes([at(ago(-190), 59.932), at(ago(-200), 59.933)], before, now, CAR);
    expect(seconds(usable)).toEqual([
      [5, 59.932],
      [0, 59.933],
    ]);
  });

  it("do not move fixes of a correct clock", () => {
    const { usable } = classifyFixes([at(ago(20), 59.931), at(ago(10), 59.932)], null, now, CAR);
    expect(seconds(usable)).toEqual([
      [20, 59.931],
      [10, 59.932],
    ]);
  });
});

describe("the history of a trip", () => {
  it("keeps one fix every ten seconds on the move and every minute at rest, oldest first", () => {
    const moving = Array.from({ length: 60 }, (_, second) =>
      fix({ recordedAt: ago(second), latitude: 59.93 + second * 0.0002 }),
    );
    const stored = downsampleFixes(moving).map(
      ({ recordedAt }) => (now.getTime() - recordedAt.getTime()) / 1000,
    );
    expect(stored).toEqual([59, 49, 39, 29, 19, 9]);
    const resting = Array.from({ length: 130 }, (_, second) => fix({ recordedAt: ago(second) }));
    expect(downsampleFixes(resting)).toHaveLength(3);
  });
});
