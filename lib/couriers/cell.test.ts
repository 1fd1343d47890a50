import fc from "fast-check";
import { expect, it } from "vitest";
import { cellsNear, toCell } from "@/lib/couriers/cell";
import { greatCircleMeters } from "@/lib/routing/geo";
import { destinationPoint } from "@/lib/routing/path";

const place = fc.record({
  latitude: fc.double({ min: -75, max: 75, noNaN: true }),
  longitude: fc.double({ min: -179, max: 179, noNaN: true }),
});

it("the cells around a place contain every point within their promised distance, anywhere on Earth", () => {
  fc.assert(
    fc.property(
      place,
      fc.integer({ max: 359, min: 0 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (pickup, heading, part) => {
        const { cells, completeWithinMeters } = cellsNear(pickup);
        const courier = destinationPoint(pickup, heading, completeWithinMeters * part * 0.99);
        if (greatCircleMeters(pickup, courier) > completeWithinMeters) return;
        expect(cells).toContain(toCell(courier));
      },
    ),
    { numRuns: 500 },
  );
});
