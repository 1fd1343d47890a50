import { expect, it } from "vitest";
import { DEFAULT_PLAN_SETTINGS } from "@/lib/dispatch/plan-settings";
import { buildPlanState } from "@/lib/dispatch/plan-state";
import { appendVisits, getExtraCost } from "@/lib/dispatch/route-cost";
import { buildCourier, buildOrder, buildSnapshot, drawSnapshot } from "@/testing/plan-snapshot";

it("the extra cost of an insertion is the difference of the costs of both routes", () => {
  let compared = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const drawn = drawSnapshot(seed, 1, 4);
    const expectedPickups = [{ point: 0, weight: 1 }];
    const { couriers, orders, walk } = buildPlanState({ ...drawn, expectedPickups }, DEFAULT_PLAN_SETTINGS);
    const [courier] = couriers;
    const [inserted, ...others] = orders.map(({ pickup, dropoffs }) => [pickup, ...dropoffs]);
    if (courier === undefined || inserted === undefined) continue;
    const route = appendVisits(walk, courier, [], others.flat());
    if (route === null) continue;
    for (let count = 0; count <= others.length; count++) {
      const stops = others.toSpliced(count, 0, inserted).flat();
      const longer = appendVisits(walk, courier, [], stops)?.cost ?? Number.POSITIVE_INFINITY;
      const position = others.slice(0, count).flat().length;
      const extraCost = getExtraCost(walk, courier, route, {
        stops: inserted,
        places: inserted.map(() => position),
      });
      compared++;
      if (longer === Number.POSITIVE_INFINITY) expect(extraCost).toBe(longer);
      else expect(extraCost, `seed ${seed}, after ${count} orders`).toBeCloseTo(longer - route.cost, 9);
    }
  }
  expect(compared).toBeGreaterThan(50);
});

it("an insertion costs nothing after a stop that waits for its window anyway", () => {
  const later = buildOrder("later", [5], { opensAt: 18_000 });
  const orders = [later, buildOrder("last", [9]), buildOrder("a", [3])];
  const snapshot = buildSnapshot([buildCourier("one")], orders);
  const { couriers, orders: states, walk } = buildPlanState(snapshot, DEFAULT_PLAN_SETTINGS);
  const [courier] = couriers;
  const [first, last, inserted] = states.map(({ pickup, dropoffs }) => [pickup, ...dropoffs]);
  if (courier === undefined || first === undefined || last === undefined || inserted === undefined) {
    throw new Error("The snapshot has one courier and three orders.");
  }
  const route = appendVisits(walk, courier, [], [...first, ...last]);
  const longer = appendVisits(walk, courier, [], [...inserted, ...first, ...last]);
  const extraCost = getExtraCost(walk, courier, route ?? courier.base, {
    stops: inserted,
    places: inserted.map(() => 0),
  });
  expect(extraCost).toBeCloseTo((longer?.cost ?? 0) - (route?.cost ?? 0), 9);
  const { drivenMinute, readyMinute, longWaitSquareMinute } = DEFAULT_PLAN_SETTINGS.weights;
  // The recipient waits 3 minutes, the legs there and back take 6, and the other goods wait 6 minutes longer.
  expect(extraCost).toBeCloseTo(3 + 9 * longWaitSquareMinute + 6 * drivenMinute + 6 * readyMinute, 9);
});
