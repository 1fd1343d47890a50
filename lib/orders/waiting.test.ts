import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TrackPoint, waitingPrice, waitingStart, wholeMinutes } from "@/lib/orders/waiting";
import { kopecks } from "@/lib/pricing/money";

const STOP = { latitude: 59.93, longitude: 30.33 };
/** Meters north of the stop. */
const north = (meters: number) => ({ ...STOP, latitude: STOP.latitude + meters / 111_195 });

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 12) + minutes * 60_000);
const fix = (minutes: number, meters: number): TrackPoint => ({ recordedAt: at(minutes), ...north(meters) });
const wait = { arrivedAt: at(0), completedAt: at(20), earliestAt: null };

describe("the start of billable waiting (CHG-7)", () => {
  it.each<[string, TrackPoint[], number | null]>([
    ["is the tap when the courier was at the stop", [fix(-1, 50)], 0],
    ["is the tap when the fix is from that instant", [fix(0, 299)], 0],
    ["is the tap when the last fix is ten minutes old", [fix(-10, 0)], 0],
    ["is unknown when the last fix is older than ten minutes", [fix(-10.01, 0)], null],
    [
      "is the first later fix at the stop when the tap came too early",
      [fix(-1, 900), fix(3, 400), fix(5, 280)],
      5,
    ],
    [
      "depends on the newest fix before the tap, not on an older one that was nearer",
      [fix(-5, 0), fix(-1, 301)],
      null,
    ],
    ["is the first later fix at the stop when no position was known before", [fix(4, 10), fix(9, 10)], 4],
    ["can be a fix at the instant of completion", [fix(20, 10)], 20],
    ["is never a fix after the stop was completed", [fix(20.01, 10)], null],
    ["is unknown when the courier's position is unknown", [], null],
    ["does not depend on the order of the fixes", [fix(9, 10), fix(-1, 900), fix(4, 10)], 4],
  ])("%s", (_, track, from) => {
    expect(waitingStart(STOP, track, wait)).toEqual(from === null ? null : at(from));
  });

  it.each<[string, TrackPoint[], number, number | null]>([
    ["is not before the goods are ready", [fix(-1, 50)], 12, 12],
    ["is the tap when the goods were ready before", [fix(-1, 50)], -30, 0],
    ["is the arrival when the courier comes after the goods are ready", [fix(5, 50)], 4, 5],
    ["is unknown when the goods are collected before they are ready", [fix(-1, 50)], 21, null],
    ["is unknown without a position, also when the goods are ready", [], 12, null],
  ])("%s (CHG-9)", (_, track, ready, from) => {
    const start = waitingStart(STOP, track, { ...wait, earliestAt: at(ready) });
    expect(start).toEqual(from === null ? null : at(from));
  });

  it("is between the tap and the completion, and distant later fixes never change it", () => {
    const anyFix = fc.record({
      minutes: fc.integer({ min: -30, max: 40 }),
      meters: fc.integer({ min: 0, max: 1_000 }),
    });
    fc.assert(
      fc.property(fc.array(anyFix, { maxLength: 12 }), (fixes) => {
        const track = fixes.map(({ minutes, meters }) => fix(minutes, meters));
        const from = waitingStart(STOP, track, wait);
        if (from === null) return;
        expect(from >= wait.arrivedAt && from <= wait.completedAt).toBe(true);
        const later = track.filter((each) => each.recordedAt > wait.arrivedAt);
        const farLater = later.map((each) => ({ ...each, ...north(5_000) }));
        expect(waitingStart(STOP, [...track, ...farLater], wait)).toEqual(from);
      }),
    );
  });
});

describe("the price of waiting (CHG-6)", () => {
  it.each([
    [0, 0],
    [59, 0],
    [60, 1],
    [119.999, 1],
    [660, 11],
  ])("counts %d s as %i whole minutes", (seconds, minutes) => {
    expect(wholeMinutes(at(0), new Date(at(0).getTime() + seconds * 1000))).toBe(minutes);
  });

  it("is 0 minutes when the end is before the start", () => {
    expect(wholeMinutes(at(5), at(0))).toBe(0);
  });

  it.each([
    [10, 800, 9, 0],
    [10, 800, 10, 0],
    [10, 800, 11, 800],
    [0, 1, 3, 3],
    [10, 0, 500, 0],
    [5, 750, 25, 15_000],
  ])(
    "with %i free minutes and %i kopecks a minute, is for %i minutes %i kopecks",
    (free, price, minutes, sum) => {
      const tariff = { waitingFreeMinutes: free, waitingPerMinute: kopecks(price) };
      expect(waitingPrice(tariff, minutes)).toBe(sum);
    },
  );
});
