import { getTripStops } from "@/lib/dispatch/get-trip-stops";
import type { PlanState } from "@/lib/dispatch/plan-state";
import {
  areCollectedTogether,
  type Candidate,
  type CourierState,
  type OrderState,
  type Route,
  type StopState,
} from "@/lib/dispatch/route";
import { getExtraCost } from "@/lib/dispatch/route-cost";

/** The stop of a route before which a pickup can be inserted, and the last one for its dropoffs, as indexes. */
interface Range {
  readonly pickup: number;
  readonly last: number;
}

/** Places of a long route that are compared for a stop: those with the shortest detours, and the end. */
const MAX_PLACES = 24;

/** Places the order among the stops of others, where that is cheaper than the candidate. */
export function findStackedPosition(state: PlanState, order: OrderState, candidate: Candidate): void {
  const { courier } = candidate;
  const { collectsOnTheWay } = state.settings;
  const ranges = collectsOnTheWay ? listRanges(courier) : listSharedTrips(courier.route, order.pickup);
  if (ranges.length === 0) return;
  const stops = getTripStops(state, order, courier.vehicle);
  const carried = listCarried(courier);
  if (!collectsOnTheWay) {
    for (const range of ranges) placeTogether(state, stops, candidate, carried, range);
    return;
  }
  const places = ranges.map(({ pickup }) => pickup);
  const compared = new Set(selectPlaces(state, courier, order.pickup, places));
  for (const range of ranges) {
    if (compared.has(range.pickup)) placeEach(state, stops, candidate, carried, range);
  }
}

/** Comparing a place takes time in proportion to the route, so a route with many stops is not compared everywhere. */
function selectPlaces(
  { snapshot: { travelSeconds } }: PlanState,
  { route, point, vehicle }: CourierState,
  stop: StopState,
  places: readonly number[],
): readonly number[] {
  if (places.length <= MAX_PLACES) return places;
  const getDetour = (place: number): number => {
    const before = route.visits[place - 1]?.stop.point ?? point;
    const next = route.visits[place]?.stop.point;
    if (next === undefined) return 0;
    const there = travelSeconds(before, stop.point, vehicle);
    return there + travelSeconds(stop.point, next, vehicle) - travelSeconds(before, next, vehicle);
  };
  const detours = places.map((place) => ({ place, detour: getDetour(place) }));
  detours.sort((a, b) => a.detour - b.detour);
  return detours
    .slice(0, MAX_PLACES)
    .map(({ place }) => place)
    .sort((a, b) => a - b);
}

function listRanges({ base, route }: CourierState): Range[] {
  const last = route.visits.length;
  // The courier is already on the way to the first committed stop.
  const first = base.visits.length === 0 ? 0 : 1;
  return Array.from({ length: last + 1 - first }, (_, place) => ({ pickup: first + place, last }));
}

/** With the last pickup at the same place, up to the next pickup. */
function listSharedTrips({ visits }: Route, pickup: StopState): Range[] {
  const isPickup = (index: number) => visits[index]?.stop.dropoff === null;
  return visits.flatMap(({ stop }, index): Range[] => {
    if (!areCollectedTogether(stop, pickup) || isPickup(index + 1)) return [];
    const next = visits.findIndex((_, later) => later > index && isPickup(later));
    return [{ pickup: index + 1, last: next === -1 ? visits.length : next }];
  });
}

/** Places each dropoff where it costs least, after the one before it; others may come between. */
function placeEach(
  state: PlanState,
  stops: readonly StopState[],
  candidate: Candidate,
  carried: readonly Carried[],
  { pickup, last }: Range,
): void {
  const { courier } = candidate;
  let places = [pickup];
  let extraCost = Number.POSITIVE_INFINITY;
  let load = stops[0]?.load ?? 0;
  const group = stops[0]?.order.group ?? null;
  for (const stop of stops.slice(1)) {
    const from = places.at(-1) ?? pickup;
    let best = places;
    extraCost = Number.POSITIVE_INFINITY;
    const possible: number[] = [];
    for (let place = from; place <= last && canAdd(courier, carried[place], load, group); place++)
      possible.push(place);
    for (const place of selectPlaces(state, courier, stop, possible)) {
      const tried = [...places, place];
      const cost = getExtraCost(state.walk, courier, courier.route, { stops, places: tried }, extraCost);
      if (cost >= extraCost) continue;
      extraCost = cost;
      best = tried;
    }
    // Further dropoffs cost more.
    if (extraCost >= candidate.extraCost) return;
    places = best;
    load += stop.load;
  }
  candidate.extraCost = extraCost;
  candidate.places = places;
}

/** Places all dropoffs after one stop. */
function placeTogether(
  state: PlanState,
  stops: readonly StopState[],
  candidate: Candidate,
  carried: readonly Carried[],
  { pickup, last }: Range,
): void {
  const { courier } = candidate;
  const load = stops[0]?.load ?? 0;
  const group = stops[0]?.order.group ?? null;
  for (
    let dropoffs = pickup;
    dropoffs <= last && canAdd(courier, carried[dropoffs], load, group);
    dropoffs++
  ) {
    const places = stops.map((_, index) => (index === 0 ? pickup : dropoffs));
    const limit = candidate.extraCost;
    const extraCost = getExtraCost(state.walk, courier, courier.route, { stops, places }, limit);
    if (extraCost >= candidate.extraCost) continue;
    candidate.extraCost = extraCost;
    candidate.places = places;
  }
}

/** Whether the courier can have another order of this load and group in addition. */
const canAdd = (
  { capacity, maxInHand }: CourierState,
  { load, orders, group }: Carried = NOTHING,
  more: number,
  groupOfOrder: string | null,
): boolean =>
  load + more <= capacity &&
  orders + 1 <= maxInHand &&
  (orders === 0 || (group !== null && group === groupOfOrder));

interface Carried {
  readonly load: number;
  readonly orders: number;
  /** Of all orders; null if there are none, or one that must be alone. */
  readonly group: string | null;
}

const NOTHING: Carried = { load: 0, orders: 0, group: null };

/** The load and the orders on board before each stop of the route and at its end. */
function listCarried({ collected, route }: CourierState): Carried[] {
  const left = new Map<OrderState, number>();
  let load = 0;
  for (const stop of collected) {
    left.set(stop.order, (left.get(stop.order) ?? 0) + 1);
    load -= stop.load;
  }
  const carried: Carried[] = [toCarried(left, load)];
  for (const { stop } of route.visits) {
    const { order, dropoff } = stop;
    load += stop.load;
    const count = dropoff === null ? order.dropoffs.length : (left.get(order) ?? 0) - 1;
    if (count > 0) left.set(order, count);
    else left.delete(order);
    carried.push(toCarried(left, load));
  }
  return carried;
}

function toCarried(left: ReadonlyMap<OrderState, number>, load: number): Carried {
  const [first] = left.keys();
  return { load, orders: left.size, group: first?.group ?? null };
}
