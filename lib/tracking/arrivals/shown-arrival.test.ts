import { describe, expect, it } from "vitest";
import {
  type ArrivalSituation,
  nextShownArrival,
  type ShownArrival,
} from "@/lib/tracking/arrivals/shown-arrival";

const NOW = new Date("2026-11-21T12:00:00Z");
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const window = (from: number, to: number) => ({ from: at(from), to: at(to) });
const situation = (
  [earliest, expected, latest]: readonly [number, number, number],
  change: Partial<ArrivalSituation> = {},
): ArrivalSituation => ({
  estimate: { earliest: at(earliest), expected: at(expected), latest: at(latest) },
  courierId: "anna",
  attempts: 0,
  cause: "traffic",
  speed: 1,
  ...change,
});

const FIRST = nextShownArrival(null, situation([21, 27, 38]), NOW) as ShownArrival;

/** Shows each estimate in turn. */
const show = (...situations: readonly ArrivalSituation[]) =>
  situations.reduce<ShownArrival>((shown, next) => nextShownArrival(shown, next, NOW) ?? shown, FIRST);

/** A number that looks random and is the same in each run. */
const hash = (value: number) => Math.imul(value + 1, 2_654_435_761) >>> 16;

describe("a shown arrival", () => {
  it("begins with the first window as the promise", () => {
    expect(FIRST).toEqual({
      first: window(20, 40),
      firstAt: NOW,
      shown: window(20, 40),
      courierId: "anna",
      attempts: 0,
      former: null,
      movedAt: null,
    });
  });

  it("stays while the arrival is expected in its window", () => {
    expect(nextShownArrival(FIRST, situation([24, 33, 48]), NOW)).toBeNull();
  });

  it.each(["packing", "stops", "traffic"] as const)(
    "keeps the former window with the cause %s when it moves later by more than five minutes",
    (cause) => {
      expect(show(situation([32, 44, 57], { cause }))).toMatchObject({
        first: window(20, 40),
        shown: window(30, 60),
        former: { ...window(20, 40), cause },
        movedAt: NOW,
      });
    },
  );

  it("has no former window after a move of five minutes or to an earlier time", () => {
    expect(show(situation([32, 41, 44]))).toMatchObject({ shown: window(30, 45), former: null });
    expect(show(situation([6, 11, 14]))).toMatchObject({ shown: window(5, 15), former: null });
  });

  it("keeps the former window of an earlier move while it only becomes narrower", () => {
    const moved = show(situation([32, 44, 57]), situation([41, 45, 49]));
    expect(moved).toMatchObject({ shown: { from: at(40) }, former: { ...window(20, 40), cause: "traffic" } });
  });

  it("names the window shown last when it moves later again", () => {
    const moved = show(situation([32, 44, 57]), situation([62, 68, 79], { cause: "stops" }));
    expect(moved).toMatchObject({ shown: window(60, 80), former: { ...window(30, 60), cause: "stops" } });
  });

  it("names another courier as the cause, and belongs to them without a move", () => {
    const courierId = "boris";
    expect(show(situation([32, 44, 57], { courierId }))).toMatchObject({
      courierId,
      former: { ...window(20, 40), cause: "courier" },
    });
    expect(nextShownArrival(FIRST, situation([24, 33, 48], { courierId }), NOW)).toEqual({
      ...FIRST,
      courierId,
    });
  });

  it("has a new window for another attempt, without a former one, and the same promise", () => {
    expect(show(situation([32, 44, 57], { attempts: 1 }))).toEqual({
      ...FIRST,
      shown: window(30, 60),
      attempts: 1,
      movedAt: NOW,
    });
  });

  it("counts five minutes at the speed of a simulated courier", () => {
    const paced = { speed: 10 };
    const first = nextShownArrival(null, situation([2.1, 2.7, 3.8], paced), NOW) as ShownArrival;
    const next = (minutes: readonly [number, number, number]) =>
      nextShownArrival(first, situation(minutes, paced), NOW)?.former;
    expect(next([3.9, 4.1, 4.4])).toBeNull();
    expect(next([3.9, 4.1, 4.6])).toMatchObject({ cause: "traffic" });
  });

  it("never moves later by more than five minutes without a former window and a cause, and never loses its promise", () => {
    const causes = ["packing", "stops", "traffic"] as const;
    for (let round = 0; round < 200; round += 1) {
      let shown = FIRST;
      let expected = 27;
      for (let minute = 0; minute < 60; minute += 1) {
        expected += (hash(round * 60 + minute) % 9) - 3;
        const spread = 2 + (hash(round + minute * 7) % 15);
        const cause = causes[minute % 3] ?? "traffic";
        const estimate = [expected - spread, expected, expected + spread] as const;
        const next = nextShownArrival(shown, situation(estimate, { cause }), at(minute));
        if (next === null) continue;
        expect(next.first).toEqual(FIRST.first);
        const isLater = next.shown.to.getTime() - shown.shown.to.getTime() > 5 * 60_000;
        if (isLater) expect(next.former).toEqual({ ...shown.shown, cause });
        if (next.former !== null) expect(next.former.to < next.shown.to).toBe(true);
        shown = next;
      }
    }
  });
});
