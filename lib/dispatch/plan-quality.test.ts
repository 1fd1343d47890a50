import { expect, it } from "vitest";
import { planRoutes } from "@/lib/dispatch/plan-routes";
import { DEFAULT_PLAN_SETTINGS } from "@/lib/dispatch/plan-settings";
import type { Plan, PlanCourier, PlanDropoff, PlanOrder, PlanSnapshot } from "@/lib/dispatch/plan-snapshot";
import { drawSnapshot } from "@/testing/plan-snapshot";

const { weights, lookaheadSeconds, maxPlanned } = DEFAULT_PLAN_SETTINGS;

/** Minutes of a route that collects these orders one after another; Infinity if the rules forbid it. */
function getRouteCost(
  { now, travelSeconds }: PlanSnapshot,
  courier: PlanCourier,
  orders: readonly PlanOrder[],
): number {
  const shiftEndsAt = courier.shiftEndsAt ?? Number.POSITIVE_INFINITY;
  if (orders.length === 0) return 0;
  if (shiftEndsAt <= now || (courier.shiftStartsAt ?? 0) > now + lookaheadSeconds)
    return Number.POSITIVE_INFINITY;
  let time = Math.max(now, courier.freeAt, courier.shiftStartsAt ?? 0);
  let point = courier.point;
  let cost = 0;
  for (const order of orders) {
    const mayTake = order.vehicles.includes(courier.vehicle) && !order.excludedCouriers.includes(courier.id);
    if (!mayTake) return Number.POSITIVE_INFINITY;
    const way = travelSeconds(point, order.pickup.point, courier.vehicle);
    const collectedAt = Math.max(time + way + order.pickup.beforeSeconds, order.readyAt);
    cost += (weights.drivenMinute * way + weights.readyMinute * (collectedAt - order.readyAt)) / 60;
    if (collectedAt > shiftEndsAt) return Number.POSITIVE_INFINITY;
    time = collectedAt + order.pickup.afterSeconds;
    point = order.pickup.point;
    for (const dropoff of order.dropoffs) {
      const leg = travelSeconds(point, dropoff.point, courier.vehicle);
      const handedOverAt = Math.max(time + leg + dropoff.beforeSeconds, dropoff.opensAt ?? 0);
      if (handedOverAt > shiftEndsAt) return Number.POSITIVE_INFINITY;
      cost += (weights.drivenMinute * leg) / 60 + getRecipientCost(order, dropoff, handedOverAt);
      time = handedOverAt + dropoff.afterSeconds;
      point = dropoff.point;
    }
  }
  return cost;
}

function getRecipientCost(order: PlanOrder, dropoff: PlanDropoff, handedOverAt: number): number {
  const waited = dropoff.opensAt === null ? (handedOverAt - order.placedAt) / 60 : 0;
  const waiting = weights.waitingMinute * waited + weights.longWaitSquareMinute * waited ** 2;
  const late = Math.max(0, handedOverAt - (dropoff.promisedAt ?? Number.POSITIVE_INFINITY));
  return waiting + (weights.lateMinute * late) / 60 + (late > 0 ? weights.brokenPromise : 0);
}

/** Tries every courier and place for each order, and leaving it out. */
function findOptimum(snapshot: PlanSnapshot): number {
  const routes = new Map<PlanCourier, PlanOrder[]>(snapshot.couriers.map((courier) => [courier, []]));
  const place = (index: number): number => {
    const order = snapshot.orders[index];
    if (order === undefined) {
      return snapshot.couriers.reduce(
        (sum, courier) => sum + getRouteCost(snapshot, courier, routes.get(courier) ?? []),
        0,
      );
    }
    let least = weights.unplanned + place(index + 1);
    for (const courier of snapshot.couriers) {
      const route = routes.get(courier) ?? [];
      for (let position = 0; position <= route.length; position++) {
        routes.set(courier, route.toSpliced(position, 0, order));
        least = Math.min(least, place(index + 1));
      }
      routes.set(courier, route);
    }
    return least;
  };
  return place(0);
}

const withGivenSequences = (snapshot: PlanSnapshot): PlanSnapshot => ({
  ...snapshot,
  orders: snapshot.orders.map((order) => ({ ...order, isSequenceFree: false })),
});

it("a plan of up to four orders and three couriers costs as little as the best of all plans", () => {
  const settings = { ...DEFAULT_PLAN_SETTINGS, iterationsPerPlan: 100 };
  for (let seed = 1; seed <= 60; seed++) {
    const snapshot = withGivenSequences(drawSnapshot(seed, 1 + (seed % 3), 1 + (seed % 4)));
    const plan = planRoutes(snapshot, settings);
    const cost = plan.costMinutes + plan.unplanned.length * weights.unplanned;
    expect(cost, `seed ${seed}`).toBeCloseTo(findOptimum(snapshot), 6);
  }
});

it("the search makes plans cheaper than insertion alone", () => {
  const getCost = (seed: number, maxIterations: number) => {
    const snapshot = drawSnapshot(seed, 10, 30);
    const plan = planRoutes(snapshot, { ...DEFAULT_PLAN_SETTINGS, maxIterations });
    return plan.costMinutes + plan.unplanned.length * weights.unplanned;
  };
  for (const seed of [1, 2, 3, 4, 5]) expect(getCost(seed, 200)).toBeLessThan(getCost(seed, 0));
});

/** Rules that every plan keeps. */
function checkPlan(snapshot: PlanSnapshot, plan: Plan): void {
  const planned = plan.routes.flatMap(({ orders }) => orders.map(({ orderId }) => orderId));
  const unplanned = plan.unplanned.map(({ orderId }) => orderId);
  expect([...planned, ...unplanned].toSorted()).toEqual(snapshot.orders.map(({ id }) => id).toSorted());
  for (const route of plan.routes) {
    const courier = snapshot.couriers.find(({ id }) => id === route.courierId);
    expect(courier).toBeDefined();
    expect(route.orders.length).toBeLessThanOrEqual(maxPlanned);
    for (const { orderId, collectedAt, handedOverAt } of route.orders) {
      const order = snapshot.orders.find(({ id }) => id === orderId);
      expect(order?.vehicles).toContain(courier?.vehicle);
      expect(order?.excludedCouriers).not.toContain(courier?.id);
      expect(handedOverAt).toHaveLength(order?.dropoffs.length ?? 0);
      expect(collectedAt).toBeGreaterThanOrEqual(order?.readyAt ?? Number.POSITIVE_INFINITY);
      const last = Math.max(collectedAt, ...handedOverAt);
      expect(last).toBeLessThanOrEqual(courier?.shiftEndsAt ?? Number.POSITIVE_INFINITY);
    }
    const instants = route.stops.flatMap(({ arrivesAt, handledAt }) => [arrivesAt, handledAt]);
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    // One order in hand: the stops of an order are together.
    const changes = route.stops.filter(({ orderId }, index) => route.stops[index - 1]?.orderId !== orderId);
    expect(changes).toHaveLength(route.orders.length);
  }
  for (const { orderId, courierId } of plan.due) {
    const route = plan.routes.find((each) => each.courierId === courierId);
    expect(route?.orders[0]?.orderId).toBe(orderId);
  }
}

it("random plans have each order once or with a reason, and keep vehicles, exclusions and shifts", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const snapshot = drawSnapshot(seed, 1 + (seed % 14), 1 + ((seed * 7) % 40));
    const plan = planRoutes(snapshot);
    checkPlan(snapshot, plan);
    const later = { ...snapshot, now: snapshot.now + 300, orders: snapshot.orders.slice(1) };
    checkPlan(later, planRoutes(later, DEFAULT_PLAN_SETTINGS, plan));
  }
});

it("plans keep their rules where a direct way is longer than one through a stop", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const drawn = drawSnapshot(seed, 8, 30);
    const snapshot = {
      ...drawn,
      travelSeconds: (from: number, to: number, vehicle: number) =>
        drawn.travelSeconds(from, to, vehicle) * (1 + ((from * 7 + to * 13) % 5)),
    };
    checkPlan(snapshot, planRoutes(snapshot));
  }
});

it("random plans collect several orders only at one place, within the limit and the capacity", () => {
  let most = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const drawn = drawSnapshot(seed, 4, 24);
    const [first, second] = drawn.orders.map(({ pickup }) => pickup.point);
    const snapshot = {
      ...drawn,
      couriers: drawn.couriers.map((courier) => ({ ...courier, maxInHand: 3, capacity: 4 })),
      orders: drawn.orders.map((order, index) => ({
        ...order,
        pickup: { ...order.pickup, point: (index % 2 === 0 ? first : second) ?? 0 },
      })),
    };
    const orders = new Map(snapshot.orders.map((order) => [order.id, order]));
    const plan = planRoutes(snapshot);
    const later = { ...snapshot, now: snapshot.now + 300, orders: snapshot.orders.slice(1) };
    for (const { routes } of [plan, planRoutes(later, DEFAULT_PLAN_SETTINGS, plan)]) {
      for (const { stops } of routes) {
        const left = new Map<string, number>();
        let load = 0;
        for (const [index, { orderId, dropoff }] of stops.entries()) {
          const order = orders.get(orderId);
          const count = order?.dropoffs.length ?? 0;
          load += dropoff === null ? count : -1;
          const before = stops[index - 1];
          if (dropoff === null && left.size > 0) {
            expect(before?.dropoff).toBeNull();
            expect(orders.get(before?.orderId ?? "")?.pickup.point).toBe(order?.pickup.point);
          }
          const remaining = dropoff === null ? count : (left.get(orderId) ?? 0) - 1;
          if (remaining > 0) left.set(orderId, remaining);
          else left.delete(orderId);
          most = Math.max(most, left.size);
          expect(load).toBeLessThanOrEqual(4);
        }
        expect(left.size).toBe(0);
      }
    }
  }
  expect(most).toBe(3);
});

it("random plans with two orders in hand never exceed this limit", () => {
  let most = 0;
  for (let seed = 1; seed <= 8; seed++) {
    const drawn = drawSnapshot(seed, 3, 9);
    const snapshot = { ...drawn, couriers: drawn.couriers.map((courier) => ({ ...courier, maxInHand: 2 })) };
    const settings = { ...DEFAULT_PLAN_SETTINGS, collectsOnTheWay: true, iterationsPerPlan: 30 };
    const plan = planRoutes(snapshot, settings);
    for (const { stops } of plan.routes) {
      for (const index of stops.keys()) {
        const before = new Set(stops.slice(0, index + 1).map(({ orderId }) => orderId));
        const after = new Set(stops.slice(index + 1).map(({ orderId }) => orderId));
        most = Math.max(most, [...before].filter((id) => after.has(id)).length);
      }
    }
  }
  expect(most).toBe(2);
});
