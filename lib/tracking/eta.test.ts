import { describe, expect, it } from "vitest";
import { destinationPoint } from "@/lib/routing/path";
import { toFirstWindow } from "@/lib/tracking/arrivals/arrival-window";
import { toWaitGroups } from "@/lib/tracking/arrivals/duration-groups";
import { PRIOR_MODEL, predict } from "@/lib/tracking/arrivals/duration-model";
import {
  type EtaInput,
  estimateArrivalVia,
  estimateVisitArrivals,
  metersToNext,
  minutesLeft,
  minuteTtlMs,
  type OtherStop,
  secondsSince,
  secondsUntil,
  secondsUntilReady,
} from "@/lib/tracking/eta";

const pickup = { latitude: 59.93, longitude: 30.3 };
const first = { latitude: 59.93, longitude: 30.32 };
const second = { latitude: 59.95, longitude: 30.32 };
const door = { handover: "plain", floor: "unknown", size: "S", area: "" };
const leg = { door, stoodSeconds: null };
const toPickup = { isPickedUp: false, waitedSeconds: null } as const;
const journey = (change: Partial<EtaInput> = {}): EtaInput => ({
  durations: PRIOR_MODEL,
  period: "weekday 12",
  vehicle: "car",
  shop: "shop",
  isPickedUp: true,
  courier: pickup,
  pickup,
  approach: null,
  waitedSeconds: null,
  secondsUntilReady: 0,
  othersFirst: [],
  legs: [
    { path: [pickup, first], durationSeconds: 600, to: first, others: [], secondsUntilOpen: 0, ...leg },
    { path: [first, second], durationSeconds: 900, to: second, others: [], secondsUntilOpen: 0, ...leg },
  ],
  speed: 1,
  ...change,
});
const withLegs = (...states: Partial<EtaInput["legs"][number]>[]) =>
  journey({ legs: journey().legs.map((one, index) => ({ ...one, ...states[index] })) });
const NOW = new Date("2026-11-21T12:00:00Z");

describe("the seconds until an arrival", () => {
  it("include the stops of other orders before it: drives, doors and waits for goods, once for those of one place", () => {
    const shop = { ...destinationPoint(pickup, 90, 3_000), isPickup: true };
    const other = { ...destinationPoint(pickup, 90, 4_000), isPickup: false };
    const until = (change: Partial<EtaInput>, visit = 0) => secondsUntil(journey(change), visit);
    const toCollect = { isPickedUp: false };
    expect(until({ ...toCollect, othersFirst: [shop] })).toBeGreaterThan(until(toCollect) + (2 * 3_000) / 12);
    expect(until({ ...toCollect, othersFirst: [shop, shop] })).toBe(
      until({ ...toCollect, othersFirst: [shop] }),
    );
    const withOthers = (others: readonly OtherStop[], visit: number) => {
      const legs = journey().legs.map((one, index) => (index === 1 ? { ...one, others } : one));
      return until({ legs }, visit);
    };
    expect(withOthers([other], 0)).toBe(until({}, 0));
    expect(withOthers([other, shop], 1)).toBeGreaterThan(withOthers([other], 1));
    // A second order at the same door takes only its handover.
    const [one, two] = [withOthers([other], 1), withOthers([other, other], 1)];
    expect(two - one).toBeGreaterThan(30);
    expect(two - one).toBeLessThan(600);
  });

  it("are the learned factor times the planned ones, and grow with each stop before", () => {
    const [one, other] = [secondsUntil(journey(), 0), secondsUntil(journey(), 1)];
    expect(one).toBeCloseTo(660 * 1.1, 0);
    expect(other).toBeGreaterThan(one + 960 * 1.1 + 60);
    expect(other).toBeLessThan(one + 960 * 1.3 + 300);
  });

  it("decrease along the route to the time for parking", () => {
    const half = journey({ courier: { latitude: 59.93, longitude: 30.31 } });
    expect(secondsUntil(half, 0)).toBeCloseTo(360 * 1.1, 0);
    expect(secondsUntil(journey({ courier: first }), 0)).toBeCloseTo(60 * 1.1, 0);
  });

  it("are zero at a reached stop, and the next one is sooner the longer the courier stands there", () => {
    const standing = [0, 60, 120, 180].map((stoodSeconds) => withLegs({ stoodSeconds }));
    expect(standing.map((there) => secondsUntil(there, 0))).toEqual([0, 0, 0, 0]);
    const left = standing.map((there) => secondsUntil(there, 1));
    expect(left).toEqual(left.toSorted((a, b) => b - a));
    expect(new Set(left).size).toBe(4);
  });

  it("are zero for a visit that does not exist", () => {
    expect([2, -1].map((visit) => secondsUntil(journey(), visit))).toEqual([0, 0]);
  });

  it("use the leg's duration where it has no line, and only parking where it has no length", () => {
    expect(secondsUntil(withLegs({ path: [] }), 0)).toBeCloseTo(660 * 1.1, 0);
    expect(secondsUntil(withLegs({ path: [pickup, pickup] }), 0)).toBeCloseTo(60 * 1.1, 0);
  });

  it("include the drive to the pickup and the wait there, of which less is left once it has begun", () => {
    const far = { latitude: 59.93, longitude: 30.26 };
    const coming = journey({ ...toPickup, courier: far });
    const waiting = [0, 120, 240, 360].map((waitedSeconds) => journey({ ...toPickup, waitedSeconds }));
    const left = waiting.map((one) => secondsUntil(one, 0));
    expect(secondsUntil(coming, 0)).toBeGreaterThan((left[0] ?? 0) + 200);
    expect(left[0]).toBeGreaterThan(660 * 1.1 + 240);
    // A wait is not expected to begin anew with each minute that it lasts.
    for (const seconds of left.slice(1)) expect(seconds).toBeLessThan((left[0] ?? 0) - 10);
  });

  it("begin when the goods are ready if the courier is there before", () => {
    const waiting = journey({ ...toPickup, secondsUntilReady: 3_600 });
    const wait = Math.exp(predict(PRIOR_MODEL, "wait", toWaitGroups("weekday 12", pickup, "shop")).location);
    const expected = 3_600 + wait + 660 * 1.1;
    expect(Math.abs(secondsUntil(waiting, 0) - expected)).toBeLessThan(90);
    expect(secondsUntil({ ...waiting, speed: 10 }, 0)).toBeLessThan(3_600 + 140);
    expect(secondsUntil({ ...waiting, isPickedUp: true }, 0)).toBeCloseTo(660 * 1.1, 0);
  });

  it("use a straight line for a courier off the route", () => {
    const lost = journey({ courier: { latitude: 59.99, longitude: 30.4 } });
    expect(secondsUntil(lost, 0)).toBeGreaterThan(1_200);
  });

  it("decrease by the speed factor of a simulated courier", () => {
    expect(secondsUntil(journey({ speed: 10 }), 1)).toBeCloseTo(secondsUntil(journey(), 1) / 10, 6);
  });
});

describe("the estimated arrivals", () => {
  it("are in the order of their quantiles and visits, around the median", () => {
    const arrivals = estimateVisitArrivals(journey({ ...toPickup }), NOW);
    for (const [visit, { earliest, expected, latest }] of arrivals.entries()) {
      expect(earliest < expected && expected < latest).toBe(true);
      const seconds = (expected.getTime() - NOW.getTime()) / 1_000;
      expect(seconds).toBeCloseTo(secondsUntil(journey({ ...toPickup }), visit), 2);
    }
    expect(arrivals).toHaveLength(2);
    expect(estimateVisitArrivals(withLegs({ stoodSeconds: 0 }), NOW)[0]?.latest).toEqual(NOW);
  });

  it("never promise goods that are not ready (RES-20)", () => {
    for (const secondsUntilReady of [0, 300, 1_000, 5_000]) {
      for (const waitedSeconds of [null, 0]) {
        const courier = { latitude: 59.93, longitude: 30.26 };
        const coming = journey({ ...toPickup, waitedSeconds, courier, secondsUntilReady });
        const { from } = toFirstWindow(estimateVisitArrivals(coming, NOW)[0] ?? failed(), NOW);
        expect(from.getTime()).toBeGreaterThanOrEqual(NOW.getTime() + secondsUntilReady * 1_000 - 1_000);
      }
    }
  });

  it("via the pickup are those of a courier on the way there", () => {
    const trip = {
      thereSeconds: 300,
      onwardSeconds: 600,
      secondsUntilReady: 0,
      secondsUntilOpen: 0,
      pickup,
      dropoff: first,
    };
    const terms = { durations: PRIOR_MODEL, period: "weekday 12", vehicle: "car", shop: "shop" };
    const approach = { path: [second, pickup], durationSeconds: 300 };
    const coming = journey({ ...toPickup, approach, courier: second });
    expect(estimateArrivalVia(NOW, { ...trip, ...terms })).toEqual(estimateVisitArrivals(coming, NOW)[0]);
  });
});

const failed = (): never => {
  throw new Error("There is no arrival.");
};

describe("times in whole minutes", () => {
  it("change when their time to live is over, at a simulated courier's pace", () => {
    for (const speed of [1, 7, 20]) {
      for (const offsetMs of [-200_000, -60_000, -1, 0, 1, 59_999, 90_500]) {
        const at = new Date(NOW.getTime() - offsetMs);
        const read = (now: Date) => [secondsSince(at, now, speed), secondsUntilReady(at, now, speed)];
        const ttlMs = minuteTtlMs(at, NOW, speed);
        const readIn = (ms: number) => read(new Date(NOW.getTime() + ms));
        expect(readIn(ttlMs - 1)).toEqual(readIn(0));
        expect(readIn(ttlMs)).not.toEqual(readIn(ttlMs - 1));
      }
    }
    expect(secondsSince(null, NOW, 1)).toBeNull();
    expect(secondsUntilReady(null, NOW)).toBe(0);
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
});

describe("the distance to the next stop", () => {
  const half = { latitude: 59.93, longitude: 30.31 };
  const far = { latitude: 59.94, longitude: 30.31 };
  it.each<[string, Partial<EtaInput>, number | null]>([
    ["is measured along the route", { courier: half }, 557],
    ["is a straight line off the route", { courier: far }, 1_244],
    ["leads to the pickup first", { ...toPickup, courier: far }, 1_244],
    [
      "follows the known road to the pickup",
      { ...toPickup, approach: { path: [first, pickup], durationSeconds: 300 }, courier: first },
      1_114,
    ],
    ["is unknown without a line", { legs: [] }, null],
  ])("%s", (_, change, meters) => {
    const measured = metersToNext(journey(change));
    expect(measured === null ? null : Math.round(measured)).toBe(meters);
  });
});
