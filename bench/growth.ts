import { benchAccountGrowth } from "@/bench/account-growth";
import { type BenchmarkTarget, startContestant } from "@/bench/contestant";
import { findPostmaster, readCpu } from "@/bench/cpu";
import { run } from "@/bench/database";
import { LoadProcess } from "@/bench/generator/load-process";
import { createBody } from "@/bench/places";
import { formatInteger, micros, ms, type Section, table, times, toBarLine, toMeasure } from "@/bench/report";
import { seedOrders } from "@/bench/seed";
import { median, medianRatio } from "@/bench/statistics";

const SIZES = [1_000, 100_000, 2_000_000];
const CLIENTS = 4;
const SECONDS = 3;
const ROUNDS = 3;
const MAX_GROWTH = 1.2;

interface Cost {
  readonly p50: number;
  readonly cpu: number;
}

/** Each size has its own process and database. All are measured in turn, so that none is warmer than another. */
export async function benchGrowth(clusterUrl: string, words: readonly string[]): Promise<Section[]> {
  const sizes = words.length > 0 ? words.map(Number) : SIZES;
  const postmaster = await findPostmaster(clusterUrl);
  const load = new LoadProcess();
  const contestants: BenchmarkTarget[] = [];
  const columns = sizes.map(() => new Map<string, Cost[]>());
  const bytes: number[] = [];
  try {
    for (const orders of sizes) {
      const startedAt = performance.now();
      const name = formatInteger(orders);
      const contestant = await startContestant(clusterUrl, name, { type: "ours", env: { ROLE: "api" } });
      contestants.push(contestant);
      await seedOrders(contestant.databaseUrl, { accountId: contestant.accountId, orders });
      console.log(`${name} orders after ${formatInteger((performance.now() - startedAt) / 1000)} s`);
      bytes.push(await databaseBytes(contestant.databaseUrl));
      contestant.rest();
    }
    for (let round = 0; round <= ROUNDS; round += 1) {
      const turns = [...contestants.entries()];
      for (const [index, contestant] of round % 2 === 0 ? turns : turns.toReversed()) {
        await contestant.wake();
        const costs = await measureCalls(load, contestant, postmaster, sizes[index] ?? 0);
        contestant.rest();
        // Code is compiled and statements are prepared in the first round.
        if (round === 0) continue;
        for (const [name, cost] of costs) {
          columns[index]?.set(name, [...(columns[index]?.get(name) ?? []), cost]);
        }
      }
    }
  } finally {
    load.close();
    for (const contestant of contestants) await contestant.close();
  }
  return [report(sizes, columns, bytes), await benchAccountGrowth(clusterUrl, words)];
}

/** Deletes the orders that were created under load, so that the number of orders stays what it is called. */
async function deleteCreated(databaseUrl: string): Promise<void> {
  await run(databaseUrl, "DELETE FROM orders WHERE external_order_id LIKE 'bench-%'");
  await run(databaseUrl, "VACUUM ANALYZE orders, order_stops, order_status_changes, events");
}

async function databaseBytes(url: string): Promise<number> {
  const [row] = await run<{ bytes: string }>(url, "SELECT pg_database_size(current_database()) AS bytes");
  return Number(row?.bytes);
}

async function measureCalls(
  load: LoadProcess,
  { port, key, pid, checkout, databaseUrl }: BenchmarkTarget,
  postmaster: number,
  orders: number,
): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>();
  const calls: readonly (readonly [string, "GET" | "POST", string, string?])[] = [
    ["create", "POST", "/orders", createBody()],
    ["read", "GET", `/orders/shop-${orders - (orders % 2)}`],
    ["list 20", "GET", "/orders?limit=20"],
    ["list 20 at offset 20,000", "GET", "/orders?limit=20&offset=20000"],
    ["events, 100 of them", "GET", "/events?limit=100"],
  ];
  for (const [name, method, path, body] of calls) {
    const { result, cpu } = await load.measure(
      {
        port,
        clients: CLIENTS,
        seconds: SECONDS,
        warmUpSeconds: 1,
        warmUpCalls: 1_000,
        method,
        path: `/v1/partner${path}`,
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body }),
        places: { ...checkout.places, areNew: false },
      },
      () => readCpu([pid], postmaster),
    );
    if (name === "create") await deleteCreated(databaseUrl);
    costs.set(name, { p50: result.p50, cpu: (cpu.mainThread + cpu.postgres) / result.answered });
  }
  return costs;
}

function report(
  sizes: readonly number[],
  columns: readonly ReadonlyMap<string, readonly Cost[]>[],
  bytes: readonly number[],
): Section {
  const list = (costs: ReadonlyMap<string, readonly Cost[]> | undefined, name: string, part: keyof Cost) =>
    (costs?.get(name) ?? []).map((cost) => cost[part]);
  const growth = (name: string, part: keyof Cost) =>
    medianRatio(list(columns.at(-1), name, part), list(columns[0], name, part));
  const [smallest, largest] = [sizes[0], sizes.at(-1)].map((size) => formatInteger(size ?? 0));
  const text = [
    table(
      `Calls by number of orders, half of them the caller's, ${CLIENTS} clients, medians of ${ROUNDS} rounds: p50, and processor time in µs (main thread + PostgreSQL)`,
      ["call", ...sizes.map(formatInteger), "growth of p50", "of processor time"],
      [...(columns[0]?.keys() ?? [])].map((name) => [
        name,
        ...columns.map(
          (costs) => `${ms(median(list(costs, name, "p50")))}, ${micros(median(list(costs, name, "cpu")))}`,
        ),
        times(growth(name, "p50")),
        times(growth(name, "cpu")),
      ]),
    ),
  ];
  const kilobytes = (bytes.at(-1) ?? 0) / (sizes.at(-1) ?? 1) / 1024;
  text.push(
    `An order takes ${kilobytes.toFixed(1)} KB on disk, with its stops, history, events of 30 days and all indexes.`,
  );
  const bar = ["create", "read", "list 20"].map((name) =>
    toBarLine(
      `${name}: with ${largest} orders, of that with ${smallest}`,
      toMeasure(growth(name, "cpu"), "≤", MAX_GROWTH, times, "processor time"),
      toMeasure(growth(name, "p50"), "≤", MAX_GROWTH, times, "p50"),
    ),
  );
  return { name: "growth", text: text.join("\n\n"), bar };
}
