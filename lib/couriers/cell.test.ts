import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellOf, searchDisks } from "@/lib/couriers/cell";
import { greatCircleMeters } from "@/lib/routing/geo";
import { placeFrom } from "@/lib/routing/path";

const place = fc.record({
  latitude: fc.double({ min: -75, max: 75, noNaN: true }),
  longitude: fc.double({ min: -179, max: 179, noNaN: true }),
});

describe("the disks of a courier search", () => {
  it("contain every place within their promised distance, anywhere on Earth", () => {
    fc.assert(
      fc.property(
        place,
        fc.integer({ max: 359, min: 0 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (pickup, heading, part) => {
          for (const { cells, completeWithinMeters } of searchDisks(pickup).slice(0, -1)) {
            const courier = placeFrom(pickup, heading, completeWithinMeters * part * 0.99);
            if (greatCircleMeters(pickup, courier) > completeWithinMeters) continue;
            expect(cells).toContain(cellOf(courier));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("widen, and the last has no promised distance", () => {
    const disks = searchDisks({ latitude: 59.93, longitude: 30.33 });
    const sizes = disks.map(({ cells }) => cells.length);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(disks.at(-1)?.completeWithinMeters).toBe(Number.POSITIVE_INFINITY);
  });
});
