import { expect, it } from "vitest";
import { canCarry, transportsFor } from "@/lib/couriers/vehicle";

it.each([
  ["S", ["foot", "bike", "car", "van"]],
  ["M", ["bike", "car", "van"]],
  ["L", ["car", "van"]],
  ["XL", ["van"]],
] as const)("%s is carried by %j", (size, transports) => {
  expect(transportsFor(size)).toEqual(transports);
  expect(canCarry("van", size)).toBe(true);
});
