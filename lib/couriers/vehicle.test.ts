import { expect, it } from "vitest";
import { transportsFor } from "@/lib/couriers/vehicle";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import { MAX_DROPOFFS } from "@/lib/routing/trip";

const times = (count: number, size: CargoSize) => Array.from({ length: count }, () => size);

it.each<[CargoSize[], string[]]>([
  [["S"], ["foot", "bike", "car", "van"]],
  [["M"], ["bike", "car", "van"]],
  [["L"], ["car", "van"]],
  [["XL"], ["van"]],
])("cargo of size %j can be carried by %j", (sizes, transports) => {
  expect(transportsFor(sizes)).toEqual(transports);
});

it.each<[CargoSize[], string]>([
  [times(3, "S"), "foot"],
  [times(4, "S"), "bike"],
  [["M", "M", "S", "S"], "bike"],
  [["M", "M", "S", "S", "S"], "car"],
  [times(10, "S"), "bike"],
  [times(3, "L"), "car"],
  [[...times(3, "L"), "S"], "van"],
  [times(MAX_DROPOFFS, "M"), "van"],
])("the combined cargo %j requires at least a courier by %s", (sizes, lightest) => {
  expect(transportsFor(sizes)[0]).toBe(lightest);
});

it("the largest possible order fits some vehicle", () => {
  expect(transportsFor(times(MAX_DROPOFFS, "XL"))).toEqual(["van"]);
});
