import type { StackedInsertion } from "@/lib/dispatch/find-stacked-stops";
import { getTripStops } from "@/lib/dispatch/get-trip-stops";
import type { PlanState } from "@/lib/dispatch/plan-state";
import type { CourierState, OrderState, StopState, Visit } from "@/lib/dispatch/route";
import { appendVisits } from "@/lib/dispatch/route-cost";

/** Stops of a route from the first pickup at a place to the last handover of what was collected there. */
interface Trip {
  /** Index of its first stop. */
  readonly start: number;
  /** Index after its last pickup, and after its last stop. */
  readonly collected: number;
  readonly end: number;
}

/**
 * The cheapest trip of the courier that begins at the order's pickup and can take the order: its goods are collected
 * with those of the others, and its dropoffs follow each other somewhere among theirs.
 */
export function findSharedTrip(state: PlanState, courier: CourierState, order: OrderState): StackedInsertion {
  let best: StackedInsertion = { extraCost: Number.POSITIVE_INFINITY, stops: null };
  const { visits } = courier.route;
  if (!visits.some(({ stop }) => isSamePickup(stop, order))) return best;
  const stops = visits.map(({ stop }) => stop);
  const [pickup, ...dropoffs] = getTripStops(state, order, courier.vehicle);
  if (pickup === undefined) return best;
  for (const trip of listTrips(visits)) {
    const pickups = stops.slice(trip.start, trip.collected);
    const onBoard = trip.start === 0 ? courier.collected : [];
    if (!canJoin(courier, order, { pickups, onBoard })) continue;
    const collected = stops.toSpliced(trip.collected, 0, pickup);
    for (let position = trip.collected + 1; position <= trip.end + 1; position++) {
      const tried = collected.toSpliced(position, 0, ...dropoffs);
      const cost = appendVisits(state.walk, courier, [], tried)?.cost ?? Number.POSITIVE_INFINITY;
      const extraCost = cost - courier.route.cost;
      if (extraCost < best.extraCost) best = { extraCost, stops: tried };
    }
  }
  return best;
}

const isSamePickup = ({ dropoff, point }: StopState, { pickup }: OrderState): boolean =>
  dropoff === null && point === pickup.point;

/** Without one whose goods the courier already has. */
function listTrips(visits: readonly Visit[]): Trip[] {
  const isPickup = (index: number) => visits[index]?.stop.dropoff === null;
  const starts = [...visits.keys()].filter(
    (index) => isPickup(index) && (index === 0 || !isPickup(index - 1)),
  );
  return starts.map((start, trip) => {
    const end = starts[trip + 1] ?? visits.length;
    const collected = visits.findIndex((_, index) => index > start && !isPickup(index));
    return { start, collected, end };
  });
}

/** @param pickups of the trip @param onBoard dropoffs of orders that are already collected for it */
function canJoin(
  { maxInHand, capacity }: CourierState,
  order: OrderState,
  { pickups, onBoard }: { readonly pickups: readonly StopState[]; readonly onBoard: readonly StopState[] },
): boolean {
  const inHand = new Set([...pickups, ...onBoard].map((stop) => stop.order)).size;
  const toCollect = pickups.reduce((sum, { load }) => sum + load, order.load);
  const load = onBoard.reduce((sum, dropoff) => sum - dropoff.load, toCollect);
  return pickups.every((stop) => isSamePickup(stop, order)) && inHand < maxInHand && load <= capacity;
}
