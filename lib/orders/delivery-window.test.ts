import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type DeliveryWindow,
  findDeparture,
  findFirstWindow,
  listDriveSeconds,
  listMissedWindows,
} from "@/lib/orders/delivery-window";

const NOON = Date.UTC(2026, 10, 21, 12);
const at = (minutes: number) => new Date(NOON + minutes * 60_000);
const window = (from: number, to: number): DeliveryWindow => ({ from: at(from), to: at(to) });

const trip = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 90 }),
      fc.option(fc.tuple(fc.integer({ min: -60, max: 600 }), fc.integer({ min: 20, max: 240 }))),
    ),
    { minLength: 1, maxLength: 10 },
  )
  .map((stops) => ({
    driveSeconds: stops.map(([minutes]) => minutes * 60),
    windows: stops.map(([, bounds]) => bounds && window(bounds[0], bounds[0] + bounds[1])),
  }));

/** Drives minute by minute, waiting at each dropoff until its window begins. */
function drive(
  { driveSeconds, windows }: { driveSeconds: number[]; windows: (DeliveryWindow | null)[] },
  leavesAt: Date,
) {
  let now = leavesAt.getTime();
  return windows.map((one, index) => {
    now += (driveSeconds[index] ?? 0) * 1_000;
    const reachedAt = now;
    now = Math.max(now, one?.from.getTime() ?? now);
    return { reachedAt, isMissed: one !== null && reachedAt > one.to.getTime(), waitedMs: now - reachedAt };
  });
}

describe("delivery windows", () => {
  it("are missed exactly by a courier who leaves at once and waits at dropoffs before", () => {
    fc.assert(
      fc.property(trip, fc.integer({ min: 0, max: 300 }), (stops, minutes) => {
        const missed = listMissedWindows(stops.windows, stops.driveSeconds, at(minutes));
        const driven = drive(stops, at(minutes));
        expect(missed.map(({ dropoff, reachedAt }) => [dropoff, reachedAt.getTime()])).toEqual(
          driven.flatMap(({ isMissed, reachedAt }, dropoff) => (isMissed ? [[dropoff, reachedAt]] : [])),
        );
        // Without the waits before, a window that is missed only because of them would be kept.
        const alone = drive(
          { ...stops, windows: stops.windows.map((one) => one && { ...one, from: at(-600) }) },
          at(minutes),
        );
        for (const { dropoff, isAfterOther } of missed) expect(isAfterOther).toBe(!alone[dropoff]?.isMissed);
      }),
    );
  });

  it("let the goods leave so late that the courier waits at no dropoff, unless that misses a window that can be kept", () => {
    fc.assert(
      fc.property(trip, (stops) => {
        const departsAt = findDeparture(stops.windows, stops.driveSeconds);
        expect(departsAt === null).toBe(stops.windows.every((one) => one === null));
        if (departsAt === null) return;
        const driven = drive(stops, departsAt);
        const isEarlyEnough = (leavesAt: Date) => drive(stops, leavesAt).every(({ isMissed }) => !isMissed);
        // Leaving earlier never keeps a window that this departure misses.
        if (isEarlyEnough(new Date(departsAt.getTime() - 3_600_000)))
          expect(isEarlyEnough(departsAt)).toBe(true);
        const isWaiting = driven.some(({ waitedMs }) => waitedMs > 0);
        if (isWaiting) expect(isEarlyEnough(new Date(departsAt.getTime() + 60_000))).toBe(false);
      }),
    );
  });

  it("begin with the one that ends first", () => {
    expect(findFirstWindow([null, window(60, 180), window(0, 240), undefined])).toEqual(window(60, 180));
    expect(findFirstWindow([null, undefined])).toBeNull();
  });

  it("are reached from one dropoff to the next, also where each is priced from the pickup", () => {
    const dropoffs = [
      { latitude: 59.93, longitude: 30.3 },
      { latitude: 59.93, longitude: 30.31 },
    ];
    const legs = [{ durationSeconds: 3_600 }, { durationSeconds: 3_700 }];
    expect(listDriveSeconds({ dropoffs, routingMode: "sequential" }, legs)).toEqual([3_600, 3_700]);
    const [first, second = 0] = listDriveSeconds({ dropoffs, routingMode: "parallel" }, legs);
    expect(first).toBe(3_600);
    expect(second).toBeLessThan(600);
  });
});
