import { describe, expect, it } from "vitest";
import {
  arrivalVia,
  arrivalWindow,
  type EtaInput,
  estimateWindow,
  isLate,
  metersToNext,
  minutesLeft,
  plannedWindow,
  secondsUntil,
} from "@/lib/tracking/eta";

const pickup = { latitude: 59.93, longitude: 30.3 };
const first = { latitude: 59.93, longitude: 30.32 };
const second = { latitude: 59.95, longitude: 30.32 };
const leg = { isThere: false, isDone: false };
const journey = (change: Partial<EtaInput> = {}): EtaInput => ({
  isPickedUp: true,
  hasArrivedAtPickup: true,
  courier: pickup,
  pickup,
  approach: null,
  secondsUntilReady: 0,
  legs: [
    { path: [pickup, first], durationSeconds: 600, ...leg },
    { path: [first, second], durationSeconds: 900, ...leg },
  ],
  speed: 1,
  ...change,
});
const withLegs = (...states: Partial<EtaInput["legs"][number]>[]) =>
  journey({ legs: journey().legs.map((one, index) => ({ ...one, ...states[index] })) });

describe("the seconds until an arrival", () => {
  it("follow the remaining route and include the stops before it", () => {
    expect(secondsUntil(journey(), 0)).toBe(600);
    expect(secondsUntil(journey(), 1)).toBe(600 + 150 + 900);
  });

  it("decrease evenly along the route", () => {
    const half = journey({ courier: { latitude: 59.93, longitude: 30.31 } });
    expect(secondsUntil(half, 0)).toBeCloseTo(300, 0);
    expect(secondsUntil(journey({ courier: first }), 0)).toBeCloseTo(0, 0);
  });

  it("are zero at a reached stop, and include the stop duration for the next one", () => {
    const there = withLegs({ isThere: true });
    expect([secondsUntil(there, 0), secondsUntil(there, 1)]).toEqual([0, 150 + 900]);
    const done = withLegs({ isThere: true, isDone: true });
    expect(secondsUntil({ ...done, courier: first }, 1)).toBeCloseTo(900, 0);
  });

  it("are zero for a passed stop and for one that does not exist", () => {
    const skipped = withLegs({ isDone: true });
    expect(secondsUntil({ ...skipped, courier: second }, 0)).toBe(0);
    expect(secondsUntil(journey(), 2)).toBe(0);
  });

  it("use the leg's duration where it has no line, and zero where it has no length", () => {
    expect(secondsUntil(withLegs({ path: [] }), 0)).toBe(600);
    expect(secondsUntil(withLegs({ path: [pickup, pickup] }), 0)).toBe(0);
  });

  it("include the route to the pickup until the order is picked up", () => {
    const far = { latitude: 59.93, longitude: 30.26 };
    const coming = journey({ isPickedUp: false, hasArrivedAtPickup: false, courier: far });
    const waiting = { ...coming, hasArrivedAtPickup: true };
    expect(secondsUntil(waiting, 0)).toBe(240 + 600);
    expect(secondsUntil(coming, 0)).toBeGreaterThan(240 + 600 + 300);
  });

  it("begin when the goods are ready if the courier is there before", () => {
    const waiting = journey({ isPickedUp: false, secondsUntilReady: 3_600 });
    expect(secondsUntil(waiting, 0)).toBe(3_600 + 600);
    expect(secondsUntil({ ...waiting, speed: 10 }, 0)).toBe(3_600 + 60);
    expect(secondsUntil({ ...waiting, secondsUntilReady: 200 }, 0)).toBe(240 + 600);
    expect(secondsUntil({ ...waiting, isPickedUp: true }, 0)).toBe(600);
  });

  it("use a straight line for a courier off the route", () => {
    const lost = journey({ courier: { latitude: 59.99, longitude: 30.4 } });
    expect(secondsUntil(lost, 0)).toBeGreaterThan(1_200);
  });

  it("decrease by the speed factor of a simulated courier", () => {
    expect(secondsUntil(journey({ speed: 10 }), 1)).toBe(165);
  });
});

describe("the published window", () => {
  const at = (time: string) => new Date(`2026-11-21T${time}Z`);

  it.each([
    ["12:00:00", 0, "12:00", "12:10"],
    ["12:01:00", 0, "12:01", "12:10"],
    ["12:04:21", 30, "12:04", "12:10"],
    ["12:01:00", 600, "12:05", "12:15"],
    ["12:03:00", 1_800, "12:25", "12:45"],
    ["12:00:00", 7_200, "13:40", "14:30"],
  ])("is, at %s with %i seconds left, from %s to %s", (now, seconds, from, to) => {
    const window = arrivalWindow(at(now), seconds);
    expect([window.from, window.to]).toEqual([at(`${from}:00`), at(`${to}:00`)]);
  });

  it("contains the estimate, begins no earlier than this minute, and is ten minutes wide until it has begun (RES-11)", () => {
    for (const speed of [1, 8, 20, 600]) {
      for (let seconds = 0; seconds < 10_000; seconds += 37) {
        const now = at("12:03:21");
        const { from, to } = arrivalWindow(now, seconds / speed, speed);
        const expected = now.getTime() + (seconds / speed) * 1000;
        expect(from.getTime()).toBeGreaterThanOrEqual(now.getTime() - Math.max(1_000, 60_000 / speed));
        expect(from.getTime()).toBeLessThanOrEqual(expected);
        expect(to.getTime()).toBeGreaterThanOrEqual(expected);
        const width = Math.max(2_000, 600_000 / speed);
        const isBegun = from <= now;
        expect(to.getTime() - from.getTime()).toBeGreaterThanOrEqual(isBegun ? width / 2 : width);
      }
    }
  });

  it("never promises goods that are not ready, and is as wide as for the trip after that (RES-20)", () => {
    const now = at("12:00:00");
    const legs = journey().legs;
    const waiting = journey({ isPickedUp: false, secondsUntilReady: 7_200 });
    expect(estimateWindow(now, waiting, 0)).toEqual(arrivalWindow(at("14:00:00"), 600));
    expect(estimateWindow(now, waiting, 1)).toEqual(arrivalWindow(at("14:00:00"), 600 + 150 + 900));
    for (const secondsUntilReady of [0, 300, 1_000, 5_000]) {
      for (const hasArrivedAtPickup of [true, false]) {
        const courier = { latitude: 59.93, longitude: 30.26 };
        const coming = journey({ isPickedUp: false, hasArrivedAtPickup, courier, legs, secondsUntilReady });
        const { from, to } = estimateWindow(now, coming, 0);
        const readyAt = now.getTime() + secondsUntilReady * 1000;
        const expected = now.getTime() + secondsUntil(coming, 0) * 1000;
        expect(to.getTime()).toBeGreaterThanOrEqual(expected);
        expect(from.getTime()).toBeLessThanOrEqual(expected);
        expect(from.getTime()).toBeGreaterThanOrEqual(readyAt + 500_000 - 300_000);
      }
    }
    const via = { thereSeconds: 60, secondsUntilReady: 7_200, onwardSeconds: 600 };
    expect(arrivalVia(now, via)).toEqual({ at: at("14:10:00"), window: estimateWindow(now, waiting, 0) });
  });

  it("includes, when planned at pickup, the earlier legs and stops at the courier's speed", () => {
    const now = at("12:00:00");
    const { legs } = journey();
    expect(plannedWindow(now, legs, 0, 1)).toEqual(arrivalWindow(now, 600));
    expect(plannedWindow(now, legs, 1, 1)).toEqual(arrivalWindow(now, 600 + 150 + 900));
    expect(plannedWindow(now, legs, 1, 10)).toEqual(arrivalWindow(now, 165, 10));
  });

  it("is late when it ends more than five minutes after the planned one", () => {
    const planned = plannedWindow(at("12:00:00"), journey().legs, 1, 1);
    expect(isLate(planned, planned)).toBe(false);
    const shifted = (minutes: number) => ({
      ...planned,
      to: new Date(planned.to.getTime() + minutes * 60_000),
    });
    expect(isLate(planned, shifted(5))).toBe(false);
    expect(isLate(planned, shifted(5.1))).toBe(true);
    expect([isLate(planned, shifted(0.25), 20), isLate(planned, shifted(0.26), 20)]).toEqual([false, true]);
  });
});

describe("minutesLeft", () => {
  it.each([
    [0, 1],
    [60, 1],
    [61, 2],
    [90 * 60, 90],
    [90 * 60 + 1, null],
  ])("returns, for %i seconds, %j", (seconds, minutes) => {
    expect(minutesLeft(seconds)).toBe(minutes);
  });

  it("never points outside the published window", () => {
    for (const clock of ["12:00:00", "12:03:21", "12:04:59"]) {
      for (let seconds = 0; seconds <= 90 * 60; seconds += 7) {
        const now = new Date(`2026-11-21T${clock}Z`);
        const { from, to } = arrivalWindow(now, seconds);
        const arrival = now.getTime() + (minutesLeft(seconds) ?? 0) * 60_000;
        expect([clock, seconds, arrival >= from.getTime(), arrival <= to.getTime()]).toEqual([
          clock,
          seconds,
          true,
          true,
        ]);
      }
    }
  });
});

describe("the distance to the next stop", () => {
  const half = { latitude: 59.93, longitude: 30.31 };
  const far = { latitude: 59.94, longitude: 30.31 };
  it.each<[string, Partial<EtaInput>, number | null]>([
    ["is measured along the route", { courier: half }, 557],
    ["is a straight line off the route", { courier: far }, 1_244],
    ["leads to the pickup first", { isPickedUp: false, courier: far }, 1_244],
    [
      "follows the known road to the pickup",
      { isPickedUp: false, approach: { path: [first, pickup], durationSeconds: 300 }, courier: first },
      1_114,
    ],
    ["is unknown without a line", { legs: [] }, null],
  ])("%s", (_, change, meters) => {
    const measured = metersToNext(journey(change));
    expect(measured === null ? null : Math.round(measured)).toBe(meters);
  });
});
