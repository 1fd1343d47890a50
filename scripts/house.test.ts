import { expect, it } from "vitest";
import { isExceeded, measureHouse } from "@/scripts/house";

it.each(measureHouse())("$name: $value is within $ceiling", (measure) => {
  expect(measure.value).toBeGreaterThanOrEqual(0);
  expect(isExceeded(measure)).toBe(false);
});
