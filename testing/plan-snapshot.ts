import type { CommittedOrder, PlanCourier, PlanOrder, PlanSnapshot } from "@/lib/dispatch/plan-snapshot";
import { createRandom, pickOne } from "@/lib/random";

const MINUTE = 60;

/** A courier on shift without an order, who stands at point 0. */
export const buildCourier = (id: string, values: Partial<PlanCourier> = {}): PlanCourier => ({
  id,
  vehicle: 0,
  capacity: 10,
  point: 0,
  freeAt: 0,
  shiftStartsAt: null,
  shiftEndsAt: null,
  maxInHand: 1,
  committed: [],
  stops: [],
  isAtStop: true,
  ...values,
});

/** A courier's only committed order. */
export function commit(
  order: CommittedOrder,
  { isCollected }: { readonly isCollected: boolean },
): Pick<PlanCourier, "committed" | "stops"> {
  const stops = [...(isCollected ? [] : [null]), ...order.dropoffs.keys()];
  return { committed: [order], stops: stops.map((dropoff) => ({ orderId: order.id, dropoff })) };
}

/** An order from point 0 to the given points, ready now, without a promise. */
export function buildOrder(
  id: string,
  doors: readonly number[],
  values: Partial<PlanOrder & { readonly opensAt: number; readonly promisedAt: number }> = {},
): PlanOrder {
  const { opensAt = null, promisedAt = null, ...rest } = values;
  const service = { beforeSeconds: 0, afterSeconds: 0 };
  return {
    id,
    placedAt: 0,
    readyAt: 0,
    readyDeviationSeconds: 0,
    group: "all",
    pickup: { point: 0, ...service },
    dropoffs: doors.map((point) => ({ point, ...service, opensAt, promisedAt, load: 1 })),
    isSequenceFree: false,
    vehicles: [0],
    excludedCouriers: [],
    ...rest,
  };
}

/** Points are places on a line, one minute apart. */
export const buildSnapshot = (
  couriers: readonly PlanCourier[],
  orders: readonly PlanOrder[],
  values: Partial<PlanSnapshot> = {},
): PlanSnapshot => ({
  now: 0,
  couriers,
  orders,
  travelSeconds: (from, to) => Math.abs(from - to) * MINUTE,
  expectedPickups: [],
  ...values,
});

/** Places in a square of 20 minutes, with vehicles, windows, promises, shifts and exclusions. */
export function drawSnapshot(seed: number, couriers: number, orders: number): PlanSnapshot {
  const random = createRandom(seed);
  const draw = (most: number) => Math.floor(random() * most);
  const now = 1_000 * MINUTE;
  const places = Array.from({ length: couriers + 6 * orders }, () => ({ x: draw(20), y: draw(20) }));
  const ids = Array.from({ length: couriers }, (_, index) => `courier ${index}`);
  let point = 0;
  return {
    now,
    couriers: ids.map((id) =>
      buildCourier(id, {
        vehicle: draw(2),
        point: point++,
        freeAt: now + (draw(30) - 15) * MINUTE,
        shiftStartsAt: random() < 0.2 ? now + draw(60) * MINUTE : null,
        shiftEndsAt: random() < 0.3 ? now + draw(90) * MINUTE : null,
      }),
    ),
    orders: Array.from({ length: orders }, (_, index) => {
      const placedAt = now - draw(20) * MINUTE;
      const readyAt = placedAt + draw(40) * MINUTE;
      return buildOrder(
        `order ${index}`,
        Array.from({ length: 1 + draw(3) }, () => point++),
        {
          placedAt,
          readyAt,
          pickup: { point: point++, beforeSeconds: 2 * MINUTE, afterSeconds: MINUTE },
          vehicles: random() < 0.7 ? [0, 1] : [draw(2)],
          isSequenceFree: random() < 0.3,
          excludedCouriers: random() < 0.2 ? [pickOne(random, ids)] : [],
          ...(random() < 0.2 ? { opensAt: readyAt + draw(40) * MINUTE } : {}),
          ...(random() < 0.5 ? { promisedAt: readyAt + draw(40) * MINUTE } : {}),
        },
      );
    }),
    travelSeconds: (from, to, vehicle) => {
      const [a, b] = [places[from], places[to]];
      if (a === undefined || b === undefined) throw new Error("An unknown point was asked for.");
      return Math.hypot(a.x - b.x, a.y - b.y) * (vehicle === 0 ? MINUTE : 2 * MINUTE);
    },
    expectedPickups: [],
  };
}
