import { benchAccountGrowth } from "@/bench/account-growth";
import { type BenchmarkTarget, startContestant } from "@/bench/contestant";
import { findPostmaster, readCpu } from "@/bench/cpu";
import { run } from "@/bench/database";
import { LoadProcess } from "@/bench/generator/load-process";
import { createBody } from "@/bench/places";
import { formatInteger, micros, ms, type Section, table, times, toBarLine } from "@/bench/report";
import { seedOrders } from "@/bench/seed";

const SIZES = [1_000, 100_000, 2_000_000];
const CLIENTS = 4;
const SECONDS = 3;
const MAX_GROWTH = 1.2;

interface Cost {
  readonly p50: number;
  readonly cpu: number;
}

export async function benchGrowth(clusterUrl: string, words: readonly string[]): Promise<Section[]> {
  const sizes = words.length > 0 ? words.map(Number) : SIZES;
  const postmaster = await findPostmaster(clusterUrl);
  const load = new LoadProcess();
  const contestant = await startContestant(clusterUrl, "api", {
    type: "ours",
    env: { ROLE: "api" },
  });
  const columns: Map<string, Cost>[] = [];
  const bytes: number[] = [];
  try {
    for (const orders of sizes) {
      const startedAt = performance.now();
      await seedOrders(contestant.databaseUrl, { accountId: contestant.accountId, orders });
      console.log(
        `${formatInteger(orders)} orders after ${formatInteger((performance.now() - startedAt) / 1000)} s`,
      );
      bytes.push(await databaseBytes(contestant.databaseUrl));
      columns.push(await measureCalls(load, contestant, postmaster, orders));
    }
  } finally {
    load.close();
    await contestant.close();
  }
  return [report(sizes, columns, bytes), await benchAccountGrowth(clusterUrl, words)];
}

async function databaseBytes(url: string): Promise<number> {
  const [row] = await run<{ bytes: string }>(url, "SELECT pg_database_size(current_database()) AS bytes");
  return Number(row?.bytes);
}

async function measureCalls(
  load: LoadProcess,
  { port, key, pid, checkout }: BenchmarkTarget,
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
    costs.set(name, { p50: result.p50, cpu: (cpu.mainThread + cpu.postgres) / result.answered });
  }
  return costs;
}

function report(
  sizes: readonly number[],
  columns: readonly Map<string, Cost>[],
  bytes: readonly number[],
): Section {
  const [first, last] = [columns[0] ?? new Map<string, Cost>(), columns.at(-1) ?? new Map<string, Cost>()];
  const growth = (name: string) => (last.get(name)?.p50 ?? Number.NaN) / (first.get(name)?.p50 ?? Number.NaN);
  const cpuGrowth = (name: string) => (last.get(name)?.cpu ?? 0) / (first.get(name)?.cpu ?? 1);
  const largest = formatInteger(sizes.at(-1) ?? 0);
  const text = [
    table(
      `Calls by number of orders, half of them the caller's, ${CLIENTS} clients: p50, and processor time in µs (main thread + PostgreSQL)`,
      ["call", ...sizes.map((size) => formatInteger(size)), "growth of p50", "of processor time"],
      [...last.keys()].map((name) => [
        name,
        ...columns.map((costs) => {
          const { p50, cpu } = costs.get(name) ?? { p50: Number.NaN, cpu: Number.NaN };
          return `${ms(p50)}, ${micros(cpu)}`;
        }),
        times(growth(name)),
        times(cpuGrowth(name)),
      ]),
    ),
  ];
  const kilobytes = (bytes.at(-1) ?? 0) / (sizes.at(-1) ?? 1) / 1024;
  text.push(
    `An order takes ${kilobytes.toFixed(1)} KB on disk, with its stops, history, events of 30 days and all indexes.`,
  );
  const bar = ["create", "read", "list 20"].map((name) => {
    const what = `${name}: processor time with 2,000,000 orders of that with 1,000`;
    const measured = cpuGrowth(name);
    return toBarLine(what, times(measured), `≤ ${MAX_GROWTH.toFixed(2)} ×`, measured <= MAX_GROWTH);
  });
  return { name: "growth", text: text.join("\n\n"), ...(largest === "2,000,000" ? { bar } : {}) };
}
