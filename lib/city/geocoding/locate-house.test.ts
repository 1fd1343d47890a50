import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseHouseNumber } from "@/lib/city/geocoding/address-grammar";
import type { HouseRow } from "@/lib/city/geocoding/city-row";
import { locateHouse } from "@/lib/city/geocoding/locate-house";

/** Creates a house this many thousandths of a degree along its street. */
function house(label: string, along: number): HouseRow {
  const { key = "", number = 0 } = parseHouseNumber(label) ?? {};
  return {
    streetId: 1,
    key,
    number,
    label,
    latitude: 47,
    longitude: 29 + along / 1000,
    isApproximate: false,
  };
}

const requested = (text: string) => {
  const found = parseHouseNumber(text);
  if (found === null) throw new Error(`${text} is no number.`);
  return found;
};

const STREET = [
  house("2", 0),
  house("10", 4),
  house("10А", 4.5),
  house("1", 0),
  house("9", 4),
  house("60", 30),
];

describe("a house on a street", () => {
  it("is placed where the map has it, with the number on the map", () => {
    expect(locateHouse(requested("10а"), STREET)).toEqual([
      { latitude: 47, longitude: 29.0045, building: "10А", isApproximate: false },
    ]);
  });

  it("is estimated between its neighbors on the same side when it is missing, and marked as approximate", () => {
    const [found] = locateHouse(requested("4"), STREET);
    expect(found).toMatchObject({ building: "4", isApproximate: true });
    expect(found?.longitude).toBeCloseTo(29.001, 6);
    expect(locateHouse(requested("10к3"), STREET)).toMatchObject([{ building: "10к3", isApproximate: true }]);
  });

  it("is not found when it has no neighbors", () => {
    expect(locateHouse(requested("30"), STREET)).toEqual([]);
    expect(locateHouse(requested("999"), STREET)).toEqual([]);
    expect(locateHouse(requested("5"), [])).toEqual([]);
  });

  it("has exactly the requested number unless it is marked as approximate", () => {
    const label = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom("", "а", "/2", "к1", " стр. 3"));
    const written = label.map((parts) => parts.join(""));
    const houses = fc.array(fc.tuple(written, fc.integer({ min: 0, max: 9 })).map((one) => house(...one)));
    fc.assert(
      fc.property(houses, written, (all, text) => {
        for (const found of locateHouse(requested(text), all)) {
          if (found.isApproximate) expect(all.some(({ key }) => key === requested(text).key)).toBe(false);
          else expect(parseHouseNumber(found.building)?.key).toBe(requested(text).key);
        }
      }),
    );
  });
});
