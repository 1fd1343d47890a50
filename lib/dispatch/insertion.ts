import { findStackedPosition } from "@/lib/dispatch/find-stacked-position";
import { getTripStops } from "@/lib/dispatch/get-trip-stops";
import { getUnplannedCost } from "@/lib/dispatch/get-unplanned-cost";
import { findCandidates } from "@/lib/dispatch/nearest-couriers";
import { type PlanState, setRoute } from "@/lib/dispatch/plan-state";
import type { Candidate, CourierState, OrderState } from "@/lib/dispatch/route";
import { appendVisits, getExtraCost } from "@/lib/dispatch/route-cost";
import type { Random } from "@/lib/random";

/** An order to insert, with its two cheapest couriers. */
interface Pending {
  readonly order: OrderState;
  readonly candidates: readonly Candidate[];
  best: Candidate | null;
  second: Candidate | null;
}

/**
 * Inserts orders where they cost least, those first that would lose most by another courier (regret). Returns the orders
 * that no candidate can take. `beforeChange` is called with each courier whose route is about to change.
 */
export function insertByRegret(
  state: PlanState,
  orders: readonly OrderState[],
  beforeChange: (courier: CourierState) => void,
  noise: { readonly random: Random; readonly minutes: number } | null = null,
): OrderState[] {
  const failed: OrderState[] = [];
  const pending = orders.map((order): Pending => {
    const each: Pending = { order, candidates: findCandidates(state, order), best: null, second: null };
    compareCandidates(state, each);
    return each;
  });
  while (pending.length > 0) {
    const next = takeLargestRegret(state, pending, noise);
    const { order, best } = next;
    if (best === null) {
      failed.push(order);
      continue;
    }
    beforeChange(best.courier);
    applyCandidate(state, order, best);
    for (const each of pending) updateAfterChange(state, each, best.courier);
  }
  return failed;
}

/** The extra cost of an order for a courier, from the cache while the courier's route is the same. */
function getCandidateCost(state: PlanState, order: OrderState, candidate: Candidate): number {
  const { courier } = candidate;
  if (candidate.version === courier.version) return candidate.extraCost;
  candidate.version = courier.version;
  candidate.extraCost = Number.POSITIVE_INFINITY;
  if (courier.route.planned >= state.settings.maxPlanned) return candidate.extraCost;
  if (courier.maxInHand === 1 || !state.settings.collectsOnTheWay) findChainPosition(state, order, candidate);
  if (courier.maxInHand > 1) findStackedPosition(state, order, candidate);
  return candidate.extraCost;
}

/** The courier begins the order after all others in hand are done. */
function findChainPosition(state: PlanState, order: OrderState, candidate: Candidate): void {
  const { courier } = candidate;
  const { visits } = courier.route;
  const stops = getTripStops(state, order, courier.vehicle);
  // Reused, because a plan tries up to a million places.
  const places = stops.map(() => 0);
  for (let position = courier.base.visits.length; position <= visits.length; position++) {
    const [before, next] = [visits[position - 1], visits[position]];
    if (next !== undefined && (next.stop.dropoff !== null || before?.stop.dropoff === null)) continue;
    const limit = candidate.extraCost;
    places.fill(position);
    const extraCost = getExtraCost(state.walk, courier, courier.route, { stops, places }, limit);
    if (extraCost >= candidate.extraCost) continue;
    candidate.extraCost = extraCost;
    candidate.places = places.slice();
  }
}

function applyCandidate(state: PlanState, order: OrderState, candidate: Candidate): void {
  const { courier, places } = candidate;
  const trip = getTripStops(state, order, courier.vehicle);
  const insertedBefore = (index: number) => trip.filter((_, place) => places[place] === index);
  const { visits } = courier.route;
  const stops = [
    ...visits.flatMap(({ stop }, index) => [...insertedBefore(index), stop]),
    ...insertedBefore(visits.length),
  ];
  const route = appendVisits(state.walk, courier, [], stops);
  if (route === null) throw new Error(`The route of courier ${courier.id} cannot be driven.`);
  setRoute(state, courier, route);
  order.courier = courier;
}

/**
 * Takes orders out of a courier's route and returns them. Takes out all planned ones if the rest cannot be driven: a
 * direct way can be longer than one through a stop.
 */
export function removeOrders(
  state: PlanState,
  courier: CourierState,
  orders: ReadonlySet<OrderState>,
): OrderState[] {
  const planned = listPlanned(courier);
  const stops = courier.route.visits.flatMap(({ stop }) => (orders.has(stop.order) ? [] : [stop]));
  const route = appendVisits(state.walk, courier, [], stops);
  setRoute(state, courier, route ?? courier.base);
  const removed = route === null ? planned : planned.filter((order) => orders.has(order));
  for (const order of removed) order.courier = null;
  return removed;
}

export const listPlanned = ({ route }: CourierState): OrderState[] =>
  route.visits.flatMap(({ stop }) =>
    stop.dropoff === null && stop.order.request !== null ? [stop.order] : [],
  );

function compareCandidates(state: PlanState, pending: Pending): void {
  pending.best = null;
  pending.second = null;
  for (const candidate of pending.candidates) considerCandidate(state, pending, candidate);
}

function considerCandidate(state: PlanState, pending: Pending, candidate: Candidate): void {
  const cost = getCandidateCost(state, pending.order, candidate);
  if (cost === Number.POSITIVE_INFINITY) return;
  if (pending.best === null || cost < pending.best.extraCost) {
    pending.second = pending.best;
    pending.best = candidate;
  } else if (pending.second === null || cost < pending.second.extraCost) pending.second = candidate;
}

function updateAfterChange(state: PlanState, pending: Pending, changed: CourierState): void {
  const candidate = pending.candidates.find(({ courier }) => courier === changed);
  if (candidate === undefined) return;
  if (pending.best === candidate || pending.second === candidate) compareCandidates(state, pending);
  else considerCandidate(state, pending, candidate);
}

function takeLargestRegret(
  state: PlanState,
  pending: Pending[],
  noise: { readonly random: Random; readonly minutes: number } | null,
): Pending {
  let chosen = 0;
  let largest = Number.NEGATIVE_INFINITY;
  for (const [index, { order, best, second }] of pending.entries()) {
    const unplanned = getUnplannedCost(state, order);
    const other = Math.min(second?.extraCost ?? unplanned, unplanned);
    const regret = best === null ? Number.POSITIVE_INFINITY : other - best.extraCost;
    const noisy = noise === null ? regret : regret + noise.minutes * noise.random();
    if (noisy > largest) {
      largest = noisy;
      chosen = index;
    }
  }
  const [taken] = pending.splice(chosen, 1);
  if (taken === undefined) throw new Error("There is no order to insert.");
  return taken;
}
