import fc from "fast-check";
import { expect, it } from "vitest";
import { canMoveStops, moveStops } from "@/lib/couriers/route-sequence";

const ROUTE = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 9 });
const MOVE = fc.record({ from: fc.nat(9), count: fc.nat(3), to: fc.integer({ min: -1, max: 9 }) });
const toStops = (orders: readonly string[]) => orders.map((orderId, place) => ({ orderId, place }));

it("stops can be moved exactly where the stops of each order keep their sequence, and never before the stop that the courier goes to", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(ROUTE, MOVE, fc.boolean(), (orders, move, isUnderWay) => {
      const stops = toStops(orders);
      const moved = moveStops(stops, move);
      const isPossible = canMoveStops(stops, { ...move, isUnderWay });
      if (moved === undefined || move.from === move.to) {
        expect(isPossible).toBe(false);
        return;
      }
      expect(moved.toSorted((a, b) => a.place - b.place)).toEqual(stops);
      expect(moved.slice(move.to, move.to + move.count)).toEqual(
        stops.slice(move.from, move.from + move.count),
      );
      const isKept = ["a", "b", "c"].every((order) => {
        const places = moved.flatMap(({ orderId, place }) => (orderId === order ? [place] : []));
        return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
      });
      const isFirstKept = !isUnderWay || moved[0] === stops[0];
      seen.add(`${isKept} ${isFirstKept}`);
      expect(isPossible).toBe(isKept && isFirstKept);
    }),
    { numRuns: 2_000 },
  );
  expect(seen.size).toBe(4);
});
