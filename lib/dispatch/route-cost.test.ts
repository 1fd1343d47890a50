import { expect, it } from "vitest";
import { DEFAULT_PLAN_SETTINGS } from "@/lib/dispatch/plan-settings";
import { buildPlanState } from "@/lib/dispatch/plan-state";
import { appendVisits, getExtraCost } from "@/lib/dispatch/route-cost";
import { drawSnapshot } from "@/testing/plan-snapshot";

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
      const extraCost = getExtraCost(walk, courier, route, inserted, position);
      compared++;
      if (longer === Number.POSITIVE_INFINITY) expect(extraCost).toBe(longer);
      else expect(extraCost, `seed ${seed}, after ${count} orders`).toBeCloseTo(longer - route.cost, 9);
    }
  }
  expect(compared).toBeGreaterThan(50);
});
