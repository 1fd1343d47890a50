import fc from "fast-check";
import { expect, it } from "vitest";
import { MINUTE_MS } from "@/lib/duration";
import { isOpenAt, type OpeningHours, WEEKDAYS } from "@/lib/service-area/opening-hours";
import type { Pause } from "@/lib/service-area/pause";
import { findUnservedReason, toServedTime } from "@/lib/service-area/service-area";
import { findInnermostZone, type Zone } from "@/lib/service-area/zone";
import { square } from "@/testing/zones";

const NOON = Date.UTC(2026, 10, 30, 12);
const TIME_ZONE = "Europe/Chisinau";
const DAYS = 3;

const toZone = (name: string, west: number, size: number, hours: OpeningHours): Zone => ({
  name,
  hours,
  specialHours: {},
  waitingLimit: null,
  timeZone: TIME_ZONE,
  polygons: [[square(west, west, size)]],
});
const week = fc
  .tuple(
    ...WEEKDAYS.map(() =>
      fc.constantFrom("00:00-24:00", "09:00-13:00, 14:00-18:00", "22:00-02:00", "13:30-14:00", null),
    ),
  )
  .map(
    (days) => Object.fromEntries(WEEKDAYS.map((day, index) => [day, days[index] ?? null])) as OpeningHours,
  );
/** The city has an old town, which has a market. */
const zones = fc
  .tuple(week, week, week)
  .map(([city, town, market]) => [
    toZone("Market", 2, 0.5, market),
    toZone("City", 0, 10, city),
    toZone("Old town", 1, 4, town),
  ]);
const pause = fc
  .record({
    zone: fc.constantFrom(null, "City", "Old town", "Market"),
    from: fc.integer({ min: -600, max: 600 }),
    length: fc.integer({ min: 1, max: 900 }),
  })
  .map(({ zone, from, length }): Pause => {
    const since = new Date(NOON + from * MINUTE_MS);
    const until = new Date(since.getTime() + length * MINUTE_MS);
    return { zone, since, until, isAutomatic: false };
  });
const place = fc.constantFrom(
  { name: null, latitude: 20, longitude: 20 },
  { name: "City", latitude: 8, longitude: 8 },
  { name: "Old town", latitude: 4, longitude: 4 },
  { name: "Market", latitude: 2.2, longitude: 2.2 },
);

it("a stop is served exactly while its innermost zone is open and neither it nor the service is paused", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      zones,
      fc.array(pause, { maxLength: 4 }),
      place,
      fc.integer({ min: -700, max: 1_500 }),
      fc.constantFrom(0, 0, 1, 120, 1_440),
      fc.boolean(),
      (drawn, pauses, stop, minute, length, isOn) => {
        const zone = isOn ? drawn.find(({ name }) => name === stop.name) : undefined;
        expect(findInnermostZone(drawn, stop)?.name ?? null).toBe(stop.name);
        const isServed = (at: number) => {
          const isPaused = pauses.some(
            (one) =>
              (one.zone === null || one.zone === zone?.name) &&
              one.since.getTime() <= at &&
              at < one.until.getTime(),
          );
          return !isPaused && (zone === undefined || isOpenAt(zone, new Date(at)));
        };
        const at = NOON + minute * MINUTE_MS;
        const time = { from: new Date(at), to: new Date(at + length * MINUTE_MS) };
        const found = findUnservedReason({ isOn, zones: drawn, pauses }, stop, time);
        /** The first time at which the stop is not served; the end of a window does not belong to it. */
        let failsAt = at;
        while (failsAt < time.to.getTime() && isServed(failsAt)) failsAt += MINUTE_MS;
        const isServedThroughout = length === 0 ? isServed(at) : failsAt === time.to.getTime();
        seen.add(found?.reason ?? "served");
        if (isOn && zone === undefined) {
          expect(found).toEqual({ reason: "outside" });
          return;
        }
        if (isServedThroughout) {
          expect(found).toBeNull();
          return;
        }
        if (found === null || found.reason === "outside") throw new Error("The stop is not served.");
        let opensAt = failsAt;
        const end = at + DAYS * 24 * 60 * MINUTE_MS;
        while (opensAt < end && !isServed(opensAt)) opensAt += MINUTE_MS;
        if (opensAt < end) expect(found.opensAt?.getTime()).toBe(opensAt);
        else expect(found.opensAt === null || found.opensAt.getTime() >= end).toBe(true);
      },
    ),
    { numRuns: 400 },
  );
  expect([...seen].toSorted()).toEqual(["closed", "outside", "paused", "served"]);
});

it("the ends of a pause belong to the time before and after it", () => {
  const [since, until] = [new Date(NOON), new Date(NOON + MINUTE_MS)];
  const area = { isOn: false, zones: [], pauses: [{ zone: null, since, until, isAutomatic: false }] };
  const find = (at: number) =>
    findUnservedReason(area, { latitude: 0, longitude: 0 }, toServedTime(new Date(at)));
  expect([NOON - 1, NOON + MINUTE_MS].map(find)).toEqual([null, null]);
  expect([NOON, NOON + MINUTE_MS - 1].map(find)).toEqual([
    { reason: "paused", zone: null, opensAt: until },
    { reason: "paused", zone: null, opensAt: until },
  ]);
});
