import { expect, it } from "vitest";
import { listNearestCouriers } from "@/lib/dispatch/nearest-couriers";
import { DEFAULT_PLAN_SETTINGS } from "@/lib/dispatch/plan-settings";
import { buildPlanState } from "@/lib/dispatch/plan-state";
import { buildCourier, buildOrder, buildSnapshot } from "@/testing/plan-snapshot";

const MINUTE = 60;

it("an order's candidates are the couriers who can be at the pickup first and may take it", () => {
  const couriers = [
    buildCourier("far", { point: 9 }),
    buildCourier("busy", { point: 1, freeAt: 4 * MINUTE }),
    buildCourier("near", { point: 2 }),
    buildCourier("declined", { point: 1 }),
    buildCourier("leaving", { point: 3, shiftEndsAt: 2 * MINUTE }),
    buildCourier("bicycle", { vehicle: 1 }),
  ];
  const order = buildOrder("a", [5], { excludedCouriers: ["declined"] });
  const list = (maxCandidates: number) => {
    const settings = { ...DEFAULT_PLAN_SETTINGS, maxCandidates };
    const state = buildPlanState(buildSnapshot(couriers, [order]), settings);
    return new Map(
      state.orders.map((each) => [each.id, listNearestCouriers(state, each).map(({ id }) => id)]),
    );
  };
  expect(list(3)).toEqual(new Map([["a", ["near", "busy", "far"]]]));
  expect(list(2)).toEqual(new Map([["a", ["near", "busy"]]]));
  // More couriers are unsuitable than the ones that are sorted first.
  expect(list(1)).toEqual(new Map([["a", ["near"]]]));
});
