import { expect, it } from "vitest";
import { median, medianRatio, percentile } from "@/bench/statistics";

it("the median is the middle value, or the mean of the two middle values", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([1, Number.NaN, 3])).toBeNaN();
  expect(median([])).toBeNaN();
});

it("the median ratio compares values measured in the same round", () => {
  // In the second round the machine was ten times slower, for both.
  expect(medianRatio([100, 10, 100], [200, 20, 200])).toBe(0.5);
  expect(medianRatio([100], [])).toBeNaN();
});

it("a percentile is one of the measured values", () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(values, 0.5)).toBe(51);
  expect(percentile(values, 0.99)).toBe(100);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});
