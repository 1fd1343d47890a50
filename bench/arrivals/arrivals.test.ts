import { beforeAll, describe, expect, it } from "vitest";
import { measureArrivals, sumFigures, type WeekResult } from "@/bench/arrivals/measure-arrivals";

describe("the windows of a simulated city", () => {
  let weeks: readonly WeekResult[] = [];
  const sum = (week: number, rule: "learned" | "former") => sumFigures(weeks[week]?.[rule] ?? []);

  beforeAll(async () => {
    weeks = await measureArrivals(11, 500);
  });

  it("hold for most recipients once their durations are learned, also for the last of eight", () => {
    const { held, early, late, lastOfEight } = sum(2, "learned");
    expect(held).toBeGreaterThan(0.86);
    expect(early + late).toBeCloseTo(1 - held, 9);
    expect(Math.max(early, late)).toBeLessThan(0.1);
    expect(lastOfEight).toBeGreaterThan(0.75);
  });

  it("are little wider than what really varies", () => {
    expect(sum(2, "learned").width).toBeLessThan((weeks[2]?.trueWidth ?? 0) * 1.4 + 10);
  });

  it("seldom move later twice, and never both ways twice", () => {
    const { movedLaterTwice, turnedTwice } = sum(2, "learned");
    expect(movedLaterTwice).toBeLessThan(0.08);
    expect(turnedTwice).toBe(0);
  });

  it("hold without anything learned more often than under the former rule", () => {
    expect(sum(0, "learned").held).toBeGreaterThan(0.75);
    expect(sum(0, "former").held).toBeLessThan(0.7);
  });
});
