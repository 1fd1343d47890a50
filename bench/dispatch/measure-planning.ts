import { median } from "@/bench/statistics";
import { planRoutes } from "@/lib/dispatch/plan-routes";
import { DEFAULT_PLAN_SETTINGS } from "@/lib/dispatch/plan-settings";
import type { Plan, PlanCourier, PlanOrder, PlanSnapshot } from "@/lib/dispatch/plan-snapshot";
import { createRandom, pickOne, type Random } from "@/lib/random";

const MINUTE = 60;
const COURIERS = 500;
const WARM_UP = 3;
const ROUNDS = 7;
const METERS_PER_SECOND = 320 / MINUTE;

export interface PlanningTime {
  readonly name: string;
  /** CPU time, median of several rounds. */
  readonly cpuMs: number;
  readonly limitMs: number;
}

/** CPU time of one plan with 500 couriers, of whom about half are busy. */
export function measurePlanning(): PlanningTime[] {
  return [
    { name: "100 new orders", cpuMs: measureNew(100), limitMs: 50 },
    { name: "1,000 new orders", cpuMs: measureNew(1_000), limitMs: 700 },
    { name: "a steady tick, 500 orders planned and one new", cpuMs: measureSteady(500), limitMs: 20 },
  ];
}

const measureNew = (orders: number): number =>
  measureRounds((round) => {
    const snapshot = drawSnapshot(createRandom(round), orders);
    return () => planRoutes(snapshot);
  });

/** One second later, with one order more and the previous plan as a start. */
const measureSteady = (orders: number): number =>
  measureRounds((round) => {
    const snapshot = drawSnapshot(createRandom(round), orders + 1);
    const before = { ...snapshot, orders: snapshot.orders.slice(0, orders) };
    const previous: Plan = planRoutes(before);
    return () => planRoutes({ ...snapshot, now: snapshot.now + 1 }, DEFAULT_PLAN_SETTINGS, previous);
  });

/** The first rounds warm up the compiler and do not count. */
function measureRounds(prepare: (round: number) => () => unknown): number {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const work = prepare(round + 1);
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    if (round >= WARM_UP) times.push((user + system) / 1_000);
  }
  return median(times);
}

/** A city of 14 km with orders of 15 to 35 minutes of preparation from up to 300 shops. */
function drawSnapshot(random: Random, orderCount: number): PlanSnapshot {
  const xs: number[] = [];
  const ys: number[] = [];
  const addPoint = (spread: number): number => {
    ys.push((random() - 0.5) * spread);
    return xs.push((random() - 0.5) * spread) - 1;
  };
  const now = 12 * 60 * MINUTE;
  const shopCount = Math.min(300, Math.max(50, orderCount / 4));
  const shops = Array.from({ length: shopCount }, () => addPoint(9_000));
  const couriers = Array.from(
    { length: COURIERS },
    (_, index): PlanCourier => ({
      id: `courier ${index}`,
      vehicle: 0,
      capacity: 10,
      point: addPoint(12_000),
      freeAt: now + Math.max(0, random() - 0.5) * 40 * MINUTE,
      shiftStartsAt: null,
      shiftEndsAt: null,
      maxInHand: 1,
      committed: [],
      stops: [],
      isAtStop: true,
    }),
  );
  const orders = Array.from({ length: orderCount }, (_, index): PlanOrder => {
    const placedAt = now - Math.floor(random() * 2) * MINUTE;
    return {
      id: `order ${index}`,
      placedAt,
      readyAt: placedAt + (15 + random() * 20) * MINUTE,
      readyDeviationSeconds: 0,
      group: "all",
      pickup: { point: pickOne(random, shops), beforeSeconds: 2 * MINUTE, afterSeconds: 2 * MINUTE },
      dropoffs: [
        {
          point: addPoint(14_000),
          beforeSeconds: 2 * MINUTE,
          afterSeconds: 2 * MINUTE,
          opensAt: null,
          promisedAt: placedAt + 40 * MINUTE,
          load: 1,
        },
      ],
      isSequenceFree: false,
      vehicles: [0],
      excludedCouriers: [],
    };
  });
  const travelSeconds = (from: number, to: number): number =>
    Math.sqrt(((xs[from] ?? 0) - (xs[to] ?? 0)) ** 2 + ((ys[from] ?? 0) - (ys[to] ?? 0)) ** 2) /
    METERS_PER_SECOND;
  return {
    now,
    couriers,
    orders,
    travelSeconds,
    expectedPickups: shops.map((point) => ({ point, weight: 1 })),
  };
}
