import fc from "fast-check";
import { expect, it } from "vitest";
import { canMoveStop, moveWithin } from "@/lib/couriers/route-sequence";

const ROUTE = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 9 });
const toStops = (orders: readonly string[]) => orders.map((orderId, place) => ({ orderId, place }));

it("a stop can be moved exactly where the stops of each order keep their sequence, and never before the stop that the courier goes to", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(ROUTE, fc.nat(9), fc.nat(9), fc.boolean(), (orders, from, to, isUnderWay) => {
      const stops = toStops(orders);
      const moved = moveWithin(stops, from, to);
      const isPossible = canMoveStop(stops, { from, to, isUnderWay });
      if (moved === undefined || from === to) {
        expect(isPossible).toBe(false);
        return;
      }
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
