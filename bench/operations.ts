import { BODIES, CALLS, OPERATIONS, type OperationName } from "@/bench/calls";
import { type BenchmarkTarget, type Program, startContestant } from "@/bench/contestant";
import { type CpuTimes, findPostmaster, readCpu } from "@/bench/cpu";
import { countEstimates, run } from "@/bench/database";
import type { LoadResult } from "@/bench/generator/job";
import { LoadProcess } from "@/bench/generator/load-process";
import { findPair } from "@/bench/generator/places";
import { checkPeer } from "@/bench/peer/check-answers";
import { createBody, quoteBody } from "@/bench/places";
import {
  type BarLine,
  formatInteger,
  micros,
  ms,
  type Section,
  table,
  times,
  toBarLine,
  toMeasure,
} from "@/bench/report";
import { median, medianRatio } from "@/bench/statistics";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 10);
// On a busy machine everything takes longer, and code is compiled later.
const PATIENCE = Number(process.env.BENCH_PATIENCE ?? 1);
const WARM_UP_SECONDS = 0.4 * PATIENCE;
// The first calls of a program are slow until its code is compiled.
const FIRST_CALLS = 2_000;
const LATER_CALLS = 100;
const FEW_CLIENTS = 16;
const CLIENTS = [FEW_CLIENTS, 100, 250];

interface Load {
  readonly operation: OperationName;
  readonly clients: number;
  /** Undefined for operations without a price. */
  readonly places?: "new" | "repeated";
}

const LOADS: readonly Load[] = [
  ...OPERATIONS.flatMap((operation): Load[] => {
    const load = { operation, clients: FEW_CLIENTS };
    if (operation !== "quote" && operation !== "create") return [load];
    return [
      { ...load, places: "new" },
      { ...load, places: "repeated" },
    ];
  }),
  // Last, because a contestant may stay slow after these loads.
  ...CLIENTS.slice(1).flatMap((clients) =>
    (["quote", "create"] as const).flatMap((operation): Load[] => [
      { operation, clients, places: "repeated" },
      { operation, clients, places: "new" },
    ]),
  ),
];

const formatCall = ({ operation, places }: Load) =>
  `${operation}${places === undefined ? "" : `, ${places} places`}`;
const formatTitle = (load: Load) => `${formatCall(load)}, ${load.clients}`;

const [ROADS, NO_ROADS, PEER, BEFORE] = ["roads", "no roads", "peer", "before"] as const;
const OTHERS = { [NO_ROADS]: "the build without roads", [PEER]: "the peer", [BEFORE]: "before" };

interface Cell {
  readonly perSecond: number[];
  readonly p99: number[];
  /** Seconds per call. */
  readonly cpu: { readonly [Part in keyof CpuTimes]: number[] };
  refused: number;
}

/**
 * `words` name operations (`create`), loads (`create, new places, 16`) and programs, to measure those
 * alone; such figures are only printed.
 */
export async function benchOperations(
  clusterUrl: string,
  words: readonly string[],
  against?: string,
): Promise<Section[]> {
  const env = { ROLE: "api" };
  const programs: (readonly [string, Program])[] = [
    [ROADS, { type: "ours", env }],
    [NO_ROADS, { type: "ours", env: { ...env, OSRM_URL: "" } }],
    [PEER, { type: "peer" }],
    ...(against === undefined ? [] : [[BEFORE, { type: "ours", env, root: against }] as const]),
  ];
  const keep = <T>(all: readonly T[], namesOf: (one: T) => string[]) => {
    const named = all.filter((one) => namesOf(one).some((name) => words.includes(name)));
    return named.length > 0 ? named : all;
  };
  const loads = keep(LOADS, (one) => [one.operation, formatTitle(one)]);
  const postmaster = await findPostmaster(clusterUrl);
  const load = new LoadProcess();
  const contestants: BenchmarkTarget[] = [];
  try {
    for (const [name, program] of keep(programs, ([name]) => [name])) {
      contestants.push(await startContestant(clusterUrl, name, program));
      contestants.at(-1)?.rest();
    }
    await comparePeer(contestants);
    const cells = new Map<string, Cell>();
    for (let round = 0; round < ROUNDS; round += 1) {
      // Alternates the order, because a contestant may be affected by the one before it.
      for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
        await contestant.wake();
        for (const one of loads) {
          const measured = await measure(load, contestant, one, { postmaster, round });
          record(cells, `${contestant.name} ${formatTitle(one)}`, measured);
        }
        contestant.rest();
        await clearWaiting(contestant);
      }
    }
    const estimates = new Map<string, number>();
    for (const { name, databaseUrl } of contestants) estimates.set(name, await countEstimates(databaseUrl));
    return [report(cells, loads, estimates)];
  } finally {
    load.close();
    for (const contestant of contestants) await contestant.close();
  }
}

async function comparePeer(contestants: readonly BenchmarkTarget[]): Promise<void> {
  const [ours, peer] = [ROADS, PEER].map((wanted) => contestants.find(({ name }) => name === wanted));
  if (ours === undefined || peer === undefined) return;
  for (const one of [ours, peer]) await one.wake();
  await checkPeer(ours, peer, ours.checkout.places);
  for (const one of [ours, peer]) one.rest();
}

const created = new WeakMap<BenchmarkTarget, { from: number; count: number }>();

async function measure(
  load: LoadProcess,
  contestant: BenchmarkTarget,
  { operation, clients, places }: Load,
  { postmaster, round }: { postmaster: number; round: number },
): Promise<{ result: LoadResult; cpu: CpuTimes }> {
  const from = load.counter;
  const ids = created.get(contestant) ?? { from, count: 1 };
  const { checkout, databaseUrl, key, pid, port } = contestant;
  const isEnding = operation === "cancel";
  const measured = await load.measure(
    {
      port,
      clients,
      seconds: (clients === FEW_CLIENTS ? 1 : 2) * PATIENCE,
      // A cancelled order cannot be cancelled again, so most orders are left for the measurement.
      warmUpSeconds: isEnding ? WARM_UP_SECONDS / 3 : WARM_UP_SECONDS,
      warmUpCalls: Math.min(
        round === 0 ? FIRST_CALLS : LATER_CALLS,
        isEnding ? ids.count / 3 : Number.POSITIVE_INFINITY,
      ),
      headers: { Authorization: `Bearer ${key}`, ...(operation in BODIES ? JSON_BODY : {}) },
      ...(await loadRequest(contestant, operation)),
      places: { ...checkout.places, areNew: places === "new" },
      ids: { ...ids, once: isEnding },
    },
    () => readCpu([pid], postmaster, checkout.enginePids()),
    { mayBeRefused: clients > FEW_CLIENTS },
  );
  if (operation === "create" || operation === "create with quote_id") {
    // Other contestants use the numbers in between.
    created.set(contestant, { from, count: load.counter - from });
    // Autovacuum analyzes only after a minute, longer than a round. Until then the planner may use the wrong index.
    await run(databaseUrl, "ANALYZE");
  }
  if (isEnding) created.delete(contestant);
  return measured;
}

const JSON_BODY = { "Content-Type": "application/json" };
async function loadRequest(contestant: BenchmarkTarget, operation: OperationName) {
  const [method, path] = CALLS[operation];
  const body = operation === "create with quote_id" ? await quotedOrder(contestant) : BODIES[operation];
  return { method, path: `/v1/partner${path}`, ...(body === undefined ? {} : { body }) };
}

/** One quote prices any number of orders while it is valid (spec, QUO-9). */
async function quotedOrder({ port, key, checkout }: BenchmarkTarget): Promise<string> {
  const pair = findPair(checkout.places, 0, false);
  const response = await fetch(`http://127.0.0.1:${port}/v1/partner/quotes`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, ...JSON_BODY },
    body: quoteBody(pair),
  });
  const { data } = (await response.json()) as { data: { quote_id: string } };
  return createBody(pair, { quote_id: data.quote_id });
}

function record(
  cells: Map<string, Cell>,
  name: string,
  { result, cpu }: { result: LoadResult; cpu: CpuTimes },
): void {
  const parts = { process: [], mainThread: [], postgres: [], engine: [] };
  const cell = cells.get(name) ?? { perSecond: [], p99: [], cpu: parts, refused: 0 };
  cells.set(name, cell);
  cell.perSecond.push(result.count / result.seconds);
  cell.p99.push(result.p99);
  cell.refused += result.failures;
  for (const part of ["process", "mainThread", "postgres", "engine"] as const) {
    cell.cpu[part].push(cpu[part] / (result.answered || Number.NaN));
  }
}

/** The search for couriers is measured separately. */
async function clearWaiting({ databaseUrl }: BenchmarkTarget): Promise<void> {
  await run(
    databaseUrl,
    "UPDATE orders SET status = 'cancelled', cancel_reason = 'bench', updated_at = now() WHERE status = 'new'",
  );
}

function report(
  cells: ReadonlyMap<string, Cell>,
  loads: readonly Load[],
  estimates: ReadonlyMap<string, number>,
): Section {
  const names = [...estimates.keys()];
  const rows = (shown: readonly Load[], cellText: (cell: Cell) => string) =>
    shown.map((load) => {
      const found = names.map((name) => cells.get(`${name} ${formatTitle(load)}`));
      return [formatTitle(load), ...found.map((cell) => (cell === undefined ? "" : cellText(cell)))];
    });
  const few = loads.filter(({ clients }) => clients === FEW_CLIENTS);
  const columns = ["call, clients", ...names];
  const text = [
    table(
      `Calls a second, p99, and refused calls of all rounds; medians of ${ROUNDS} rounds`,
      columns,
      rows(loads, ({ perSecond, p99, refused }) => {
        const more = refused === 0 ? "" : ` (${formatInteger(refused)})`;
        return `${formatInteger(median(perSecond))}, ${ms(median(p99))}${more}`;
      }),
    ),
    table(
      "CPU per call in µs: main thread/whole process + PostgreSQL + engine",
      columns,
      rows(few, ({ cpu }) => {
        const [main, all, postgres, engine] = [cpu.mainThread, cpu.process, cpu.postgres, cpu.engine].map(
          (part) => micros(median(part)),
        );
        return `${main}/${all}+${postgres}+${engine}`;
      }),
    ),
  ].join("\n\n");
  return { name: "operations", text, bar: readBar(cells, loads, estimates) };
}

/** A call costs at most this much more than with the program that it is compared with, in each part. */
const LEAST = 0.8;
const LEAST_OF_BEFORE = 0.9;

/** CPU time of all parts for one call. */
const sumCpu = ({ cpu }: Cell, round: number) =>
  (cpu.process[round] ?? Number.NaN) + (cpu.postgres[round] ?? 0) + (cpu.engine[round] ?? 0);

/** A cheap call may still be a slow one, so CPU time, throughput and p99 are one line. */
function compare(what: string, mine: Cell, theirs: Cell, least: number): BarLine {
  const cost = (cell: Cell) => cell.cpu.process.map((_, round) => sumCpu(cell, round));
  return toBarLine(
    what,
    toMeasure(medianRatio(cost(theirs), cost(mine)), "≥", least, times, "calls by CPU time"),
    toMeasure(medianRatio(mine.perSecond, theirs.perSecond), "≥", least, times, "calls a second"),
    toMeasure(medianRatio(mine.p99, theirs.p99), "≤", 1 / least, times, "p99"),
  );
}

function readBar(
  cells: ReadonlyMap<string, Cell>,
  loads: readonly Load[],
  estimates: ReadonlyMap<string, number>,
): BarLine[] {
  const lines: BarLine[] = [];
  const add = (program: keyof typeof OTHERS, one: Load, least: number, other = one) => {
    const [mine, theirs] = [
      cells.get(`${ROADS} ${formatTitle(one)}`),
      cells.get(`${program} ${formatTitle(other)}`),
    ];
    if (mine === undefined || theirs === undefined) return;
    const against = other === one ? OTHERS[program] : `${formatCall(other)}, ${OTHERS[program]}`;
    lines.push(compare(`${formatCall(one)}, against ${against}`, mine, theirs, least));
  };
  const few = loads.filter(({ clients }) => clients === FEW_CLIENTS);
  const repeated = few.filter(({ places }) => places === "repeated");
  for (const load of repeated) add(NO_ROADS, load, LEAST);
  const create = repeated.find(({ operation }) => operation === "create");
  const quoted = few.find(({ operation }) => operation === "create with quote_id");
  if (quoted !== undefined && create !== undefined) add(NO_ROADS, quoted, LEAST, create);
  for (const load of few) {
    // The peer has no cache, so with repeated places it would only show what ours saves.
    if (load.places !== "repeated") add(PEER, load, LEAST);
    add(BEFORE, load, LEAST_OF_BEFORE);
  }
  const estimated = estimates.get(ROADS);
  if (estimated === undefined) return lines;
  const cellsOfFew = few.flatMap((load) => cells.get(`${ROADS} ${formatTitle(load)}`) ?? []);
  const refused = cellsOfFew.reduce((sum, cell) => sum + cell.refused, 0);
  lines.push(
    toBarLine(`refused calls with ${FEW_CLIENTS} clients`, toMeasure(refused, "=", 0, formatInteger)),
    toBarLine("prices from straight lines, all loads", toMeasure(estimated, "=", 0, formatInteger)),
  );
  return lines;
}
