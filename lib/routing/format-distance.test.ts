import { expect, it } from "vitest";
import { formatDistance } from "@/lib/routing/format-distance";

it.each([
  [0, "meter", 10],
  [42, "meter", 40],
  [96, "meter", 100],
  [112, "meter", 100],
  [879, "meter", 900],
  [974, "meter", 950],
  [975, "kilometer", 0.975],
  [4_388, "kilometer", 4.388],
])("%d meters are shown in the unit %s with the value %d", (meters, unit, value) => {
  expect(formatDistance(meters)).toEqual({ unit, value });
});
