import { type BenchmarkTarget, startContestant } from "@/bench/contestant";
import type { LoadResult } from "@/bench/generator/job";
import { LoadProcess } from "@/bench/generator/load-process";
import { createBody } from "@/bench/places";
import { formatInteger, ms, type Section, table, times, toBarLine, toMeasure } from "@/bench/report";
import { seedWaiting } from "@/bench/seed-waiting";
import { median, medianRatio } from "@/bench/statistics";
import { DAY_MS } from "@/lib/duration";
import { allowSeveralOrders } from "@/testing/allow-several-orders";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const COURIERS = 1_000;
const ORDERS_PER_COURIER = 4;
const CLIENTS = 16;
const PER_SECOND = 40;
const SECONDS = 4;
const MAX_SLOWDOWN = 1.2;

const CALLS = {
  create: { method: "POST", path: "/v1/partner/orders" },
  read: { method: "GET", path: "/v1/partner/orders/carried-7" },
  list: { method: "GET", path: "/v1/partner/orders?limit=20" },
} as const;
type Call = keyof typeof CALLS;

/** Calls of a shop while 1,000 couriers have four orders each in a route, and while they have one. */
export async function benchRoutes(clusterUrl: string): Promise<Section[]> {
  const apart = await startContestant(clusterUrl, "apart", { type: "ours", env: { ROLE: "api" } });
  const shared = await startContestant(clusterUrl, "shared", { type: "ours", env: { ROLE: "api" } });
  const load = new LoadProcess();
  // Scheduled orders are not assigned meanwhile.
  const later = JSON.stringify(new Date(Date.now() + DAY_MS).toISOString());
  const body = createBody().replace("{", `{"delivery_time":${later},`);
  const run = ({ port, key, checkout }: BenchmarkTarget, call: Call): Promise<LoadResult> =>
    load.run({
      port,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      seconds: SECONDS,
      clients: CLIENTS,
      perSecond: PER_SECOND,
      warmUpSeconds: 1,
      warmUpCalls: 0,
      ...CALLS[call],
      ...(call === "create" ? { body, places: { ...checkout.places, areNew: false } } : {}),
    });
  try {
    for (const [target, ordersPerCourier] of [
      [apart, 1],
      [shared, ORDERS_PER_COURIER],
    ] as const) {
      const { databaseUrl, accountId, db } = target;
      await allowSeveralOrders(db);
      // As many orders for both.
      const busy = (COURIERS * ORDERS_PER_COURIER) / ordersPerCourier;
      await seedWaiting(databaseUrl, {
        accountId,
        name: "carried",
        busy,
        ordersPerCourier,
        free: 0,
        waiting: 0,
      });
    }
    const rounds: Record<Call, { apart: LoadResult; shared: LoadResult }>[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const measure = async (call: Call) => ({
        apart: await run(apart, call),
        shared: await run(shared, call),
      });
      const results = {
        create: await measure("create"),
        read: await measure("read"),
        list: await measure("list"),
      };
      // The first round warms both up.
      if (round > 0) rounds.push(results);
    }
    return [report(rounds)];
  } finally {
    load.close();
    await apart.close();
    await shared.close();
  }
}

function report(rounds: readonly Record<Call, { apart: LoadResult; shared: LoadResult }>[]): Section {
  const names: readonly Call[] = ["create", "read", "list"];
  const list = (call: Call, which: "apart" | "shared") => rounds.map((round) => round[call][which].p95);
  const text = table(
    `${formatInteger(COURIERS * ORDERS_PER_COURIER)} carried orders, ${PER_SECOND} calls a second, p95, medians of ${ROUNDS} rounds`,
    ["", "one order per courier", `routes of ${ORDERS_PER_COURIER}`],
    names.map((call) => [call, ms(median(list(call, "apart"))), ms(median(list(call, "shared")))]),
  );
  const bar = names.map((call) =>
    toBarLine(
      `p95 of ${call} with ${formatInteger(COURIERS)} couriers on routes of ${ORDERS_PER_COURIER}, of that with one order each`,
      toMeasure(medianRatio(list(call, "shared"), list(call, "apart")), "≤", MAX_SLOWDOWN, times),
    ),
  );
  const failures = rounds.flatMap((round) =>
    names.flatMap((call) => [round[call].apart.failures, round[call].shared.failures]),
  );
  const refused = toBarLine(
    "refused calls",
    toMeasure(
      failures.reduce((sum, count) => sum + count, 0),
      "=",
      0,
      formatInteger,
    ),
  );
  return { name: "routes", text, bar: [...bar, refused] };
}
