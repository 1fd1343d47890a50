import { getUnplannedCost } from "@/lib/dispatch/get-unplanned-cost";
import { insertByRegret, listPlanned, removeOrders } from "@/lib/dispatch/insertion";
import type { PlanState } from "@/lib/dispatch/plan-state";
import type { CourierState, OrderState, Route } from "@/lib/dispatch/route";
import { pickOne, type Random } from "@/lib/random";

/** Orders that an iteration takes out of their routes at most, unless it empties whole routes. */
const MAX_REMOVED = 5;
const MAX_SAME_PICKUP = 6;
/** Unplanned orders that an iteration tries again. */
const MAX_RETRIED = 5;
const MAX_COMPARED = 24;
/** By how many minutes a plan may be worse than the one it replaces, at the beginning; falls to 0. */
const TEMPERATURE_MINUTES = 2;
const NOISE_MINUTES = 4;
/** Less is a rounding error. */
const MIN_GAIN_MINUTES = 1e-6;

/** A route before an iteration changed it. */
interface Saved {
  readonly route: Route;
  readonly version: number;
}

/**
 * Large neighborhood search: takes a few orders out and inserts them again, and keeps the result if the plan is cheaper
 * or, at first, only a little dearer. Ends with the cheapest plan it found.
 */
export function searchNeighborhoods(state: PlanState, random: Random, iterations: number): void {
  const { orders } = state;
  if (orders.length === 0) return;
  let current = getPlanCost(state);
  let least = current;
  /** Null while the current plan is the cheapest. */
  let cheapest: readonly Route[] | null = null;
  for (let iteration = 0; iteration < iterations; iteration++) {
    const change = new Change(state);
    const unplanned = orders.filter(({ courier }) => courier === null);
    const removed = chooseOrders(state, random);
    for (const order of sample(random, unplanned, MAX_RETRIED)) removed.add(order);
    change.reinsert(removed, random() < 0.5 ? null : { random, minutes: NOISE_MINUTES });
    const allowed = TEMPERATURE_MINUTES * (1 - iteration / iterations) * random();
    if (change.cost > allowed && current + change.cost >= least) {
      change.undo();
      continue;
    }
    const before: readonly Route[] = cheapest ?? change.listRoutesBefore();
    current += change.cost;
    const isCheapest = current < least - MIN_GAIN_MINUTES;
    if (isCheapest) least = current;
    cheapest = isCheapest ? null : before;
  }
  // A plan that costs the same as the first one is no reason to change it.
  if (cheapest !== null) restoreRoutes(state, cheapest);
}

function getPlanCost(state: PlanState): number {
  const unplanned = state.orders.filter(({ courier }) => courier === null);
  return state.couriers.reduce((sum, { route }) => sum + route.cost, sumUnplanned(state, unplanned));
}

const sumUnplanned = (state: PlanState, orders: readonly OrderState[]): number =>
  orders.reduce((sum, order) => sum + getUnplannedCost(state, order), 0);

/** One iteration's change of the plan. */
class Change {
  /** In minutes, negative if the plan became cheaper. */
  cost = 0;
  readonly #saved = new Map<CourierState, Saved>();
  readonly #courierBefore = new Map<OrderState, CourierState | null>();

  constructor(readonly state: PlanState) {}

  reinsert(orders: ReadonlySet<OrderState>, noise: Parameters<typeof insertByRegret>[3]): void {
    const affected = new Set<CourierState>();
    const removed = new Set(orders);
    for (const order of orders) {
      if (order.courier === null) this.#courierBefore.set(order, null);
      else affected.add(order.courier);
    }
    const save = (courier: CourierState) => this.#save(courier);
    for (const courier of affected) {
      save(courier);
      for (const order of removeOrders(this.state, courier, orders)) {
        this.#courierBefore.set(order, courier);
        removed.add(order);
      }
    }
    const failed = insertByRegret(this.state, [...removed], save, noise);
    const unplannedBefore = [...removed].filter((order) => this.#courierBefore.get(order) === null);
    this.cost = sumUnplanned(this.state, failed) - sumUnplanned(this.state, unplannedBefore);
    for (const [courier, { route }] of this.#saved) this.cost += courier.route.cost - route.cost;
  }

  undo(): void {
    for (const [courier, { route, version }] of this.#saved) {
      courier.route = route;
      courier.version = version;
    }
    for (const [order, courier] of this.#courierBefore) order.courier = courier;
  }

  listRoutesBefore(): Route[] {
    return this.state.couriers.map((courier) => this.#saved.get(courier)?.route ?? courier.route);
  }

  #save(courier: CourierState): void {
    const { route, version } = courier;
    if (!this.#saved.has(courier)) this.#saved.set(courier, { route, version });
  }
}

function restoreRoutes({ couriers, orders }: PlanState, routes: readonly Route[]): void {
  for (const order of orders) order.courier = null;
  for (const [index, courier] of couriers.entries()) {
    courier.route = routes[index] ?? courier.base;
    for (const { stop } of courier.route.visits) {
      if (stop.order.request !== null) stop.order.courier = courier;
    }
  }
}

/** Orders whose places in the plan could be exchanged. */
function chooseOrders(state: PlanState, random: Random): Set<OrderState> {
  const { orders } = state;
  const first = pickOne(random, orders);
  const count = 1 + Math.floor(random() * MAX_REMOVED);
  const kind = random();
  if (kind < 0.35) return chooseRelated(state, random, first, count);
  if (kind < 0.6) return new Set([...listTogether(first), ...listTogether(pickOne(random, orders))]);
  if (kind < 0.8) {
    const alike = orders.filter(({ pickup }) => pickup.point === first.pickup.point);
    return new Set([first, ...alike.slice(0, MAX_SAME_PICKUP)]);
  }
  return new Set([first, ...sample(random, orders, count - 1)]);
}

/** Near in place and time. */
function chooseRelated(
  { snapshot, orders }: PlanState,
  random: Random,
  first: OrderState,
  count: number,
): Set<OrderState> {
  const vehicle = first.request?.vehicles[0] ?? 0;
  const getDistance = (order: OrderState) =>
    snapshot.travelSeconds(first.pickup.point, order.pickup.point, vehicle) +
    0.5 * snapshot.travelSeconds(getEndPoint(first), getEndPoint(order), vehicle) +
    0.5 * Math.abs(first.readyAt - order.readyAt);
  const compared = [...sample(random, orders, MAX_COMPARED)]
    .filter((order) => order !== first)
    .map((order) => ({ order, distance: getDistance(order) }));
  compared.sort((a, b) => a.distance - b.distance);
  return new Set([first, ...compared.slice(0, count - 1).map(({ order }) => order)]);
}

const getEndPoint = ({ dropoffs, pickup }: OrderState): number => (dropoffs.at(-1) ?? pickup).point;

/** All planned orders of the courier who has this one. */
const listTogether = (order: OrderState): OrderState[] =>
  order.courier === null ? [order] : listPlanned(order.courier);

/** Up to `count` different items in random sequence. */
function sample<Item>(random: Random, items: readonly Item[], count: number): Set<Item> {
  const chosen = new Set<Item>();
  if (items.length === 0) return chosen;
  for (let draw = 0; draw < count; draw++) chosen.add(pickOne(random, items));
  return chosen;
}
