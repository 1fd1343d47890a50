import { expect, test } from "vitest";
import { type CargoSize, largestCargoSize } from "@/lib/pricing/cargo-size";

test.each<[CargoSize[], CargoSize]>([
  [["S"], "S"],
  [["S", "XL", "M"], "XL"],
  [["M", "L", "M"], "L"],
  [["L", "L"], "L"],
])("the largest of %j is %s", (sizes, largest) => {
  expect(largestCargoSize(sizes)).toBe(largest);
});

test("no sizes have no largest", () => {
  expect(() => largestCargoSize([])).toThrow(RangeError);
});
