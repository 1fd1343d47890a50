import { getTripStops } from "@/lib/dispatch/get-trip-stops";
import { mayTake } from "@/lib/dispatch/nearest-couriers";
import type { UnplannedReason } from "@/lib/dispatch/plan-snapshot";
import type { PlanState } from "@/lib/dispatch/plan-state";
import type { OrderState } from "@/lib/dispatch/route";
import { getExtraCost } from "@/lib/dispatch/route-cost";

/** States what keeps an order out of the plan. */
export function findUnplannedReason(state: PlanState, order: OrderState): UnplannedReason {
  const { request, load } = order;
  const canCarry = state.snapshot.couriers.filter(
    ({ vehicle, capacity }) => load <= capacity && request?.vehicles.includes(vehicle),
  );
  if (canCarry.length === 0) return "no_vehicle";
  if (canCarry.every(({ id }) => request?.excludedCouriers.includes(id))) return "excluded";
  const able = state.couriers.filter((courier) => mayTake(courier, order));
  if (able.length === 0) return "no_courier";
  let canReach = false;
  for (const courier of able) {
    const stops = getTripStops(state, order, courier.vehicle);
    const position = courier.base.visits.length;
    const insertion = { stops, places: stops.map(() => position) };
    if (getExtraCost(state.walk, courier, courier.base, insertion) < Number.POSITIVE_INFINITY)
      return "queue_full";
    const unlimited = { ...courier, shiftEndsAt: Number.POSITIVE_INFINITY };
    canReach ||= getExtraCost(state.walk, unlimited, courier.base, insertion) < Number.POSITIVE_INFINITY;
  }
  return canReach ? "shift_ends" : "unreachable";
}
