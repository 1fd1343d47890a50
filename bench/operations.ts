import { type Contestant, type Program, run, startContestant, startOther } from "@/bench/contestant";
import { type CpuTimes, cpuBetween, findPostmaster, readCpu, residentMegabytes } from "@/bench/cpu";
import type { LoadResult } from "@/bench/generator/job";
import { LoadProcess } from "@/bench/generator/load-process";
import { measureInserts } from "@/bench/inserts";
import { checkPeer } from "@/bench/peer/check-answers";
import { programs } from "@/bench/programs";
import type { Section } from "@/bench/report";
import { median, medianRatio } from "@/bench/statistics";
import { mb, micros, ms, table, times, whole } from "@/bench/table";
import { orderBody } from "@/testing/api-client";

const CLIENTS = 16;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
// On a busy machine everything takes longer, and code is compiled later.
const PATIENCE = Number(process.env.BENCH_PATIENCE ?? 1);
const SECONDS = 1.3 * PATIENCE;
const WARM_UP_SECONDS = 0.5 * PATIENCE;
// The first calls of a program are slow until its code is compiled.
const FIRST_CALLS = 2_000;
const LATER_CALLS = 100;
const CEILING_SECONDS = 3;

const OPERATIONS = ["ping", "quote", "create", "read", "list 20", "PATCH", "cancel"] as const;
type OperationName = (typeof OPERATIONS)[number];

const [API, ALL, NEXT, PLAIN, SINGLE] = ["api", "all", "next", "peer", "cte"];

const PROGRAMS: readonly (readonly [string, Program])[] = [
  [API, { type: "ours", lane: "server", env: { ROLE: "api" } }],
  [PLAIN, { type: "peer", peer: "plain" }],
  [SINGLE, { type: "peer", peer: "single" }],
  [ALL, { type: "ours", lane: "server", env: { ROLE: "all" } }],
  [NEXT, { type: "ours", lane: "next", env: { ROLE: "web" } }],
];

/** The measurements of one operation of one contestant, round by round. */
interface Cell {
  readonly perSecond: number[];
  readonly p50: number[];
  readonly p99: number[];
  /** Processor time per call in seconds. */
  readonly cpu: { readonly [Part in keyof CpuTimes]: number[] };
}

/** Those that the words name; all when they name none. */
function wanted<T>(all: readonly T[], words: readonly string[], nameOf: (one: T) => string): readonly T[] {
  const named = all.filter((one) => words.includes(nameOf(one)));
  return named.length > 0 ? named : all;
}

/**
 * Measures the API's operations beside the two peers, Next's lane and the machine's own limits.
 *
 * @param words names of operations and programs, to measure those alone; such figures are only printed
 */
export async function benchOperations(clusterUrl: string, words: readonly string[]): Promise<Section[]> {
  const operations = wanted(OPERATIONS, words, (name) => name);
  const wantedPrograms = wanted(PROGRAMS, words, ([name]) => name);
  const postmaster = await findPostmaster(clusterUrl);
  const load = new LoadProcess();
  const contestants: Contestant[] = [];
  try {
    for (const [name, program] of wantedPrograms) {
      contestants.push(await startContestant(clusterUrl, name, program));
      contestants.at(-1)?.rest();
    }
    await checkPeers(contestants);
    const cells = new Map<string, Cell>();
    const memory = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const contestant of contestants) {
        await contestant.wake();
        for (const operation of operations) {
          const measured = await measure(load, contestant, operation, { postmaster, round });
          record(cells, `${contestant.name} ${operation}`, measured);
        }
        memory.set(contestant.name, residentMegabytes(contestant.pid));
        contestant.rest();
        await clearWaiting(contestant);
      }
    }
    for (const contestant of contestants) await contestant.close();
    contestants.length = 0;
    if (words.length > 0) return [brief(cells)];
    const bare = await bareHttp(load);
    const inserts = await measureInserts(clusterUrl, postmaster, CLIENTS, CEILING_SECONDS);
    return report(cells, memory, bare, inserts);
  } finally {
    load.close();
    for (const contestant of contestants) await contestant.close();
  }
}

async function checkPeers([ours, ...others]: readonly Contestant[]): Promise<void> {
  if (ours === undefined) return;
  await ours.wake();
  for (const peer of others.filter(({ name }) => name === PLAIN || name === SINGLE)) {
    await peer.wake();
    await checkPeer(ours, peer);
    peer.rest();
  }
  ours.rest();
}

const created = new WeakMap<Contestant, { from: number; count: number }>();

async function measure(
  load: LoadProcess,
  contestant: Contestant,
  operation: OperationName,
  { postmaster, round }: { postmaster: number; round: number },
): Promise<{ result: LoadResult; cpu: CpuTimes }> {
  const from = load.counter;
  const ids = created.get(contestant) ?? { from, count: 1 };
  const edges: CpuTimes[] = [];
  const result = await load.run(
    {
      port: contestant.port,
      clients: CLIENTS,
      seconds: SECONDS,
      // What is cancelled cannot be cancelled again, so that most orders are left for the measurement.
      warmUpSeconds: operation === "cancel" ? WARM_UP_SECONDS / 3 : WARM_UP_SECONDS,
      warmUpCalls: Math.min(
        round === 0 ? FIRST_CALLS : LATER_CALLS,
        operation === "cancel" ? ids.count / 3 : Number.POSITIVE_INFINITY,
      ),
      headers: {
        Authorization: `Bearer ${contestant.key}`,
        ...(operation in BODIES ? { "Content-Type": "application/json" } : {}),
      },
      ...requestOf(operation),
      ids: { ...ids, once: operation === "cancel" },
    },
    () => edges.push(readCpu([contestant.pid], postmaster)),
  );
  if (operation === "create") {
    // Between two of its turns the numbers are others'.
    created.set(contestant, { from, count: load.counter - from });
    // PostgreSQL does so within a minute, which no round lasts; until then it may take the wrong one of two indexes.
    await run(contestant.databaseUrl, "ANALYZE");
  }
  if (operation === "cancel") created.delete(contestant);
  const [before, after] = edges;
  if (before === undefined || after === undefined) throw new Error("A load has a beginning and an end.");
  return { result, cpu: cpuBetween(before, after) };
}

const ORDER = JSON.stringify(orderBody({ external_order_id: "bench-{n}" }));
const TRIP = JSON.stringify({
  pickup: { latitude: 59.9354, longitude: 30.3254 },
  dropoffs: [{ latitude: 59.9287, longitude: 30.3607 }],
});
const BODIES: Partial<Record<OperationName, string>> = {
  quote: TRIP,
  create: ORDER,
  PATCH: '{"comment":"Ring {n} times"}',
  cancel: "{}",
};
const CALLS: Record<OperationName, readonly [method: string, path: string]> = {
  ping: ["GET", "/ping"],
  quote: ["POST", "/quotes"],
  create: ["POST", "/orders"],
  read: ["GET", "/orders/bench-{id}"],
  "list 20": ["GET", "/orders?limit=20"],
  PATCH: ["PATCH", "/orders/bench-{id}"],
  cancel: ["POST", "/orders/bench-{id}/cancel"],
};

function requestOf(operation: OperationName) {
  const [method, path] = CALLS[operation];
  const body = BODIES[operation];
  return { method, path: `/v1/partner${path}`, ...(body === undefined ? {} : { body }) };
}

function record(
  cells: Map<string, Cell>,
  name: string,
  { result, cpu }: { result: LoadResult; cpu: CpuTimes },
): void {
  const fresh: Cell = { perSecond: [], p50: [], p99: [], cpu: { process: [], mainThread: [], postgres: [] } };
  const cell = cells.get(name) ?? fresh;
  cells.set(name, cell);
  cell.perSecond.push(result.count / result.seconds);
  cell.p50.push(result.p50);
  cell.p99.push(result.p99);
  for (const part of ["process", "mainThread", "postgres"] as const) {
    cell.cpu[part].push(cpu[part] / result.count);
  }
}

/** Ends what a round has left without a courier: a search for couriers is measured by itself. */
async function clearWaiting({ databaseUrl }: Contestant): Promise<void> {
  await run(
    databaseUrl,
    "UPDATE orders SET status = 'cancelled', cancel_reason = 'bench', updated_at = now() WHERE status = 'new'",
  );
  await run(databaseUrl, "DELETE FROM jobs WHERE kind = 'dispatch_order'");
}

async function bareHttp(load: LoadProcess): Promise<LoadResult> {
  const { child, port } = await startOther(programs()["bare-server"], {});
  try {
    const job = {
      port,
      clients: CLIENTS,
      seconds: CEILING_SECONDS,
      warmUpSeconds: 1,
      warmUpCalls: FIRST_CALLS,
    };
    return await load.run({ ...job, method: "GET", path: "/", headers: { Authorization: "none" } });
  } finally {
    child.kill("SIGKILL");
  }
}

/** Everything that was measured, one line for each program and operation. */
function brief(cells: ReadonlyMap<string, Cell>): Section {
  const rows = [...cells].map(([name, { perSecond, cpu }]) => [
    name,
    whole(median(perSecond)),
    micros(median(cpu.mainThread)),
    micros(median(cpu.process)),
    micros(median(cpu.postgres)),
    micros(median(cpu.mainThread) + median(cpu.postgres)),
  ]);
  const columns = ["", "a second", "main thread µs", "process µs", "PostgreSQL µs", "main + PostgreSQL µs"];
  return { name: "operations", text: table(`Median of ${ROUNDS} rounds`, columns, rows) };
}

function report(
  cells: ReadonlyMap<string, Cell>,
  memory: ReadonlyMap<string, number>,
  bare: LoadResult,
  inserts: Awaited<ReturnType<typeof measureInserts>>,
): Section[] {
  const cell = (name: string, operation: OperationName): Cell => {
    const found = cells.get(`${name} ${operation}`);
    if (found === undefined) throw new Error(`${name} was not measured.`);
    return found;
  };
  const names = [ALL, API, PLAIN, SINGLE, NEXT] as const;
  const titles = ["ROLE=all", "ROLE=api", "peer", "CTE peer", "Next's lane"];
  const ratio = (one: string, other: string, operation: OperationName) =>
    medianRatio(cell(one, operation).perSecond, cell(other, operation).perSecond);
  const cpuOf = (name: string, operation: OperationName) => {
    const { mainThread, process, postgres } = cell(name, operation).cpu;
    return { main: median(mainThread), process: median(process), postgres: median(postgres) };
  };

  const speed = table(
    `Calls a second, ${CLIENTS} clients, median of ${ROUNDS} rounds`,
    ["operation", ...titles, "ROLE=api of the peer", "of the CTE peer", "of Next's lane"],
    OPERATIONS.map((operation) => [
      operation,
      ...names.map((name) => whole(median(cell(name, operation).perSecond))),
      times(ratio(API, PLAIN, operation)),
      times(ratio(API, SINGLE, operation)),
      times(ratio(API, NEXT, operation)),
    ]),
  );
  const cpu = table(
    "Processor time per call in µs: main thread + PostgreSQL = sum (with the process's other threads)",
    ["operation", ...titles],
    OPERATIONS.map((operation) => [
      operation,
      ...names.map((name) => {
        const { main, process, postgres } = cpuOf(name, operation);
        return `${micros(main)} + ${micros(postgres)} = ${micros(main + postgres)} (${micros(process + postgres)})`;
      }),
    ]),
  );
  const latency = table(
    "Time to the answer, p50 and p99",
    ["operation", ...titles],
    OPERATIONS.map((operation) => [
      operation,
      ...names.map((name) => {
        const { p50, p99 } = cell(name, operation);
        return `${ms(median(p50))}, ${ms(median(p99))}`;
      }),
    ]),
  );
  const resident = table(
    "Memory after the load",
    ["", ...titles],
    [["resident", ...names.map((name) => mb(memory.get(name) ?? Number.NaN))]],
  );
  const ceilings = table(
    "What the machine and this client do at most",
    ["ceiling", "a second", "processor time of PostgreSQL each"],
    [
      ["bare HTTP server of Node", whole(bare.count / bare.seconds), ""],
      ...inserts.map(({ name, perSecond, postgres }) => [name, whole(perSecond), `${micros(postgres)} µs`]),
    ],
  );

  const costOfCreate = (name: string) => {
    const { main, postgres } = cpuOf(name, "create");
    return main + postgres;
  };
  const ofPeer = costOfCreate(API) / costOfCreate(PLAIN);
  const least = Math.min(...OPERATIONS.map((operation) => ratio(API, NEXT, operation)));
  const bar = [
    ...(["ping", "quote", "read", "list 20"] as const).map((operation) => ({
      what: `${operation}: ROLE=api of the peer`,
      measured: times(ratio(API, PLAIN, operation)),
      bar: "≥ 0.80 ×",
      isReached: ratio(API, PLAIN, operation) >= 0.8,
    })),
    {
      what: "create: ROLE=api of the peer",
      measured: times(ratio(API, PLAIN, "create")),
      bar: "≥ 1.00 ×",
      isReached: ratio(API, PLAIN, "create") >= 1,
    },
    {
      what: "create: ROLE=api of the CTE peer",
      measured: times(ratio(API, SINGLE, "create")),
      bar: "≥ 0.60 ×",
      isReached: ratio(API, SINGLE, "create") >= 0.6,
    },
    ...(["PATCH", "cancel"] as const).map((operation) => ({
      what: `${operation}: ROLE=api of the peer`,
      measured: times(ratio(API, PLAIN, operation)),
      bar: "≥ 0.60 ×",
      isReached: ratio(API, PLAIN, operation) >= 0.6,
    })),
    {
      what: "processor time of a create: ROLE=api of the peer",
      measured: times(ofPeer),
      // 600 µs on a machine where the peer takes 623.
      bar: "≤ 0.96 ×",
      isReached: ofPeer <= 0.96,
    },
    {
      what: "every operation: ROLE=api of Next's lane, the least",
      measured: times(least),
      bar: "≥ 10 ×",
      isReached: least >= 10,
    },
  ];
  return [{ name: "operations", text: [speed, cpu, latency, resident, ceilings].join("\n\n"), bar }];
}
