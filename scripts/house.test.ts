import { expect, it } from "vitest";
import { isExceeded, measureHouse } from "@/scripts/house";

it.each(measureHouse().filter(({ ceiling }) => ceiling !== undefined))(
  "the code measure $name has the value $value, within its limit of $ceiling",
  (measure) => {
    expect(measure.value).toBeGreaterThanOrEqual(0);
    expect(isExceeded(measure)).toBe(false);
  },
);
