import { beforeEach, describe, expect, it } from "vitest";
import { createRandom } from "@/lib/random";
import {
  addDurations,
  atLeast,
  type Duration,
  fromLogNormal,
  type LogNormal,
  P5,
  P50,
  P95,
  probabilityBeyond,
  remainAfter,
  toDuration,
  toQuantile,
} from "@/lib/tracking/arrivals/duration";

let random = createRandom(7);
beforeEach(() => {
  random = createRandom(7);
});
const drawNormal = () => {
  // Twelve uniform values have the variance of a standard normal one.
  let sum = -6;
  for (let index = 0; index < 12; index += 1) sum += random();
  return sum;
};
const draw = ({ location, scale }: LogNormal) => Math.exp(location + scale * drawNormal());
const drawMany = (value: () => number, count = 40_000) =>
  Array.from({ length: count }, value).toSorted((a, b) => a - b);
const quantileOf = (values: readonly number[], share: number) =>
  values[Math.floor(values.length * share)] ?? Number.NaN;

/** All three quantiles within a share of those of the drawn values. */
function expectQuantiles(duration: Duration, values: readonly number[], within = 0.05) {
  for (const [normal, share] of [
    [P5, 0.05],
    [P50, 0.5],
    [P95, 0.95],
  ] as const) {
    const drawn = quantileOf(values, share);
    expect(Math.abs(Math.max(0, toQuantile(duration, normal)) - drawn)).toBeLessThan(
      within * quantileOf(values, 0.5),
    );
  }
}

const wait = { location: Math.log(300), scale: 0.7 };
const drive = { location: Math.log(900), scale: 0.25 };

describe("a random duration", () => {
  it("has exactly the quantiles of its only part", () => {
    const duration = fromLogNormal(wait);
    expect(toQuantile(duration, P50)).toBeCloseTo(300, 6);
    expect(toQuantile(duration, P95)).toBeCloseTo(300 * Math.exp(0.7 * P95), 6);
  });

  it("has the quantiles of a sum of independent parts", () => {
    const values = drawMany(() => draw(wait) + draw(drive) + draw(wait));
    expectQuantiles(addDurations(fromLogNormal(wait), fromLogNormal(drive), fromLogNormal(wait)), values);
  });

  it("has the quantiles of longer ones after it has lasted for a time", () => {
    for (const elapsed of [60, 300, 900]) {
      const values = drawMany(() => draw(wait), 60_000).flatMap((one) =>
        one > elapsed ? [one - elapsed] : [],
      );
      expectQuantiles(remainAfter(wait, elapsed), values, 0.16);
    }
  });

  it("is expected to last longer the longer it has lasted beyond all expectation", () => {
    const means = [3_600, 7_200, 36_000].map((elapsed) => remainAfter(wait, elapsed).mean);
    expect(means.toSorted((a, b) => a - b)).toEqual(means);
    expect(means[0]).toBeGreaterThan(300);
    for (const elapsed of [1, 100, 86_400, 1e7]) {
      const { mean, variance, third } = remainAfter({ location: 3, scale: 0.01 }, elapsed);
      expect(mean).toBeGreaterThan(0);
      expect(Number.isFinite(variance + third)).toBe(true);
    }
  });

  it("has the quantiles of the later of both if it must not end before a time", () => {
    for (const seconds of [0, 600, 900, 1_200]) {
      const values = drawMany(() => Math.max(draw(drive), seconds) + draw(wait));
      const duration = addDurations(atLeast(fromLogNormal(drive), seconds), fromLogNormal(wait));
      expectQuantiles(duration, values);
    }
    expect(atLeast(fromLogNormal(drive), 100_000).mean).toBeCloseTo(100_000, 3);
  });

  it("knows how probable it is to last longer than a time", () => {
    expect(probabilityBeyond(fromLogNormal(drive), 900)).toBeCloseTo(0.5, 3);
    expect(probabilityBeyond(fromLogNormal(drive), 0)).toBeCloseTo(1, 6);
    expect(probabilityBeyond(toDuration(10), 5)).toBe(1);
    expect(probabilityBeyond(toDuration(10), 10)).toBe(0);
  });

  it("has one quantile if it is certain", () => {
    expect([P5, P50, P95].map((normal) => toQuantile(toDuration(42), normal))).toEqual([42, 42, 42]);
    expect(atLeast(toDuration(42), 60)).toEqual(toDuration(60));
  });
});
