import { expect, it } from "vitest";
import { moveIdleCouriers } from "@/lib/dispatch/move-idle-couriers";
import { planRoutes } from "@/lib/dispatch/plan-routes";
import type { PlanCourier, PlanOrder } from "@/lib/dispatch/plan-snapshot";
import { buildCourier, buildOrder, buildSnapshot } from "@/testing/plan-snapshot";

const MINUTE = 60;

function listMoves(couriers: readonly PlanCourier[], pickups: readonly number[], orders: PlanOrder[] = []) {
  const expectedPickups = pickups.map((point) => ({ point, weight: 1 }));
  const snapshot = buildSnapshot(couriers, orders, { expectedPickups });
  return moveIdleCouriers(snapshot, planRoutes(snapshot));
}

it("an idle courier moves to an expected pickup within eight minutes that no other courier is near", () => {
  expect(listMoves([buildCourier("one")], [6])).toEqual([{ courierId: "one", toPoint: 6 }]);
  expect(listMoves([buildCourier("one")], [9])).toEqual([]);
  expect(listMoves([buildCourier("one"), buildCourier("there", { point: 6 })], [6])).toEqual([]);
});

it("two idle couriers at one place spread over two pickups", () => {
  const moves = listMoves([buildCourier("one"), buildCourier("two")], [5, -5]);
  expect(moves.map(({ toPoint }) => toPoint).toSorted((a, b) => a - b)).toEqual([-5, 5]);
});

it("couriers with a planned order, before their shift, near its end or still busy stay", () => {
  expect(listMoves([buildCourier("one")], [6], [buildOrder("a", [3])])).toEqual([]);
  expect(listMoves([buildCourier("one", { shiftStartsAt: MINUTE })], [6])).toEqual([]);
  expect(listMoves([buildCourier("one", { shiftEndsAt: 14 * MINUTE })], [6])).toEqual([]);
  expect(listMoves([buildCourier("one", { freeAt: MINUTE })], [6])).toEqual([]);
});
