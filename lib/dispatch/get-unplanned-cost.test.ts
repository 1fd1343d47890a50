import { expect, it } from "vitest";
import { planRoutes } from "@/lib/dispatch/plan-routes";
import { DEFAULT_PLAN_SETTINGS } from "@/lib/dispatch/plan-settings";
import { buildCourier, buildOrder, buildSnapshot } from "@/testing/plan-snapshot";

it("when there are more orders than a courier can be planned for, the longest waiting ones are planned", () => {
  const orders = Array.from({ length: 12 }, (_, place) =>
    buildOrder(String(place), [5], { placedAt: -60 * ((place * 5) % 12) }),
  );
  const plan = planRoutes(buildSnapshot([buildCourier("only")], orders));
  const planned = plan.routes.flatMap((route) => route.orders.map(({ orderId }) => orderId));
  const oldest = orders
    .toSorted((a, b) => a.placedAt - b.placedAt)
    .slice(0, DEFAULT_PLAN_SETTINGS.maxPlanned);
  expect(planned.toSorted()).toEqual(oldest.map(({ id }) => id).toSorted());
  expect(plan.due).toEqual([{ orderId: oldest[0]?.id, courierId: "only" }]);
});
