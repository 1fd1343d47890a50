import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { greatCircleMeters } from "@/lib/routing/geo";
import { type DemoAddress, pickDemoAddresses, placesWithoutCity } from "@/lib/sandbox/demo/demo-places";

const METERS_PER_DEGREE = 111_195;

/** A town on the equator, where degrees are as long in both directions. */
function town(streets: number, radiusMeters: number): DemoAddress[] {
  return Array.from({ length: streets * 5 }, (_, index) => {
    const [angle, radius] = [index * 2.4, (radiusMeters * Math.sqrt(index)) / Math.sqrt(streets * 5)];
    return {
      latitude: (radius * Math.sin(angle)) / METERS_PER_DEGREE,
      longitude: (radius * Math.cos(angle)) / METERS_PER_DEGREE,
      area: "Town",
      street: `Street ${index % streets}`,
      building: String(index),
    };
  });
}

describe("the addresses of the demo", () => {
  it("include shops in the center, and doors one to five kilometers away in every direction", () => {
    const places = pickDemoAddresses(town(200, 8_000));
    const [shop] = places?.shops ?? [];
    for (const { latitude, longitude } of places?.shops ?? []) {
      expect(Math.hypot(latitude, longitude) * METERS_PER_DEGREE).toBeLessThan(1_500);
    }
    const away = places?.doors.map((door) => greatCircleMeters(door, shop as DemoAddress)) ?? [];
    expect(away).toHaveLength(8);
    expect(Math.min(...away)).toBeGreaterThan(1_000);
    expect(Math.max(...away)).toBeLessThan(5_000);
    const quarters = new Set(places?.doors.map((door) => `${door.latitude > 0} ${door.longitude > 0}`));
    expect(quarters.size).toBe(4);
  });

  it("are distinct addresses of the town, however small it is, and always the same", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 11, max: 60 }),
        fc.integer({ min: 50, max: 20_000 }),
        (streets, radius) => {
          const all = town(streets, radius);
          const places = pickDemoAddresses(all);
          const chosen = [...(places?.shops ?? []), ...(places?.doors ?? [])];
          expect(new Set(chosen.map(({ street }) => street)).size).toBe(11);
          expect(all).toEqual(expect.arrayContaining(chosen));
          expect(places?.couriers).toHaveLength(5);
          expect(pickDemoAddresses(all)).toEqual(places);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("are distinct houses of a village with few streets", () => {
    const all = town(3, 500);
    const { shops, doors } = pickDemoAddresses(all) ?? { shops: [], doors: [] };
    expect(new Set([...shops, ...doors].map(({ building }) => building)).size).toBe(11);
    expect(all).toEqual(expect.arrayContaining([...shops, ...doors]));
  });

  it("are at distinct points, although a corner house is on two streets", () => {
    const houses = town(12, 8_000);
    const corners = houses.map((house, index) => ({ ...house, street: `Alley ${index % 12}` }));
    const { shops, doors } = pickDemoAddresses([...houses, ...corners]) ?? { shops: [], doors: [] };
    const points = [...shops, ...doors].map(({ latitude, longitude }) => `${latitude} ${longitude}`);
    expect(new Set(points).size).toBe(11);
  });

  it("are not chosen when there are too few addresses", () => {
    expect(pickDemoAddresses(town(2, 500))).toBeNull();
    expect(pickDemoAddresses([])).toBeNull();
  });

  it("are distinct when no city is installed", () => {
    const { shops, doors, couriers } = placesWithoutCity();
    expect(new Set([...shops, ...doors].map(({ street }) => street)).size).toBe(11);
    expect([doors.length, couriers.length]).toEqual([8, 5]);
    for (const door of doors) expect(greatCircleMeters(door, shops[0])).toBeLessThan(6_000);
  });
});
