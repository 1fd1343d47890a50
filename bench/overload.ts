import { setTimeout as sleep } from "node:timers/promises";
import { type BenchmarkTarget, startContestant } from "@/bench/contestant";
import { countEstimates, countPrices, forgetPrices } from "@/bench/database";
import type { LoadJob, LoadResult } from "@/bench/generator/job";
import { LoadProcess } from "@/bench/generator/load-process";
import { findPair } from "@/bench/generator/places";
import { benchLargeBodies } from "@/bench/large-bodies";
import { createBody, quoteBody } from "@/bench/places";
import { formatInteger, ms, type Section, table, times, toBarLine, toMeasure } from "@/bench/report";

const CLIENTS = 250;
const SECONDS = 10;
const EQUAL = 300;
const AT_ONCE = 2_000;
const KILL_AFTER_MS = 5_000;
const OUTAGE_SECONDS = 45;
const PATIENCE_SECONDS = 30;
const RECOVERS_WITHIN_MS = 60_000;
const PINGS_PER_SECOND = 20;
const MAX_P99_MS = 3_000;
const MAX_OTHER_P95_MS = 1_000;
const MAX_ACCEPTED_MS = 4_000;
const MAX_PING_MS = 200;
const MAX_FIRST_ESTIMATE_MS = 1_000;
const MAX_RETURN_MS = 5_000;
/** Of a second account, compared with its p95 without the load. */
const MAX_SLOWDOWN = 10;
const QUIET_SECONDS = 3;

interface Step {
  readonly name: string;
  readonly result: LoadResult;
  readonly estimates: number;
  readonly other?: LoadResult;
  /** The second account without the load. */
  readonly quiet?: LoadResult;
}

class Overload {
  readonly #contestant: BenchmarkTarget;
  readonly #otherKey: string;
  readonly #loads = [new LoadProcess(), new LoadProcess()] as const;

  constructor(contestant: BenchmarkTarget, otherKey: string) {
    this.#contestant = contestant;
    this.#otherKey = otherKey;
  }

  quotes(change: Partial<LoadJob> = {}, isOther = false) {
    return this.#run(isOther, { method: "POST", path: "/v1/partner/quotes", body: quoteBody(), ...change });
  }

  creates(change: Partial<LoadJob> = {}, isOther = false, load = isOther ? 1 : 0) {
    const job = { method: "POST", path: "/v1/partner/orders", body: createBody(), ...change };
    return this.#run(isOther, job, load);
  }

  pings() {
    const job = { method: "GET", path: "/v1/partner/ping", perSecond: PINGS_PER_SECOND, warmUpSeconds: 0.5 };
    return this.#run(true, { ...job, clients: 4, seconds: SECONDS });
  }

  #run(
    isOther: boolean,
    job: Partial<LoadJob> & Pick<LoadJob, "method" | "path">,
    index = isOther ? 1 : 0,
  ): Promise<LoadResult> {
    const { port, key, checkout } = this.#contestant;
    const headers = {
      Authorization: `Bearer ${isOther ? this.#otherKey : key}`,
      "Content-Type": "application/json",
    };
    const places = { ...checkout.places, areNew: true };
    const timing = { clients: CLIENTS, seconds: SECONDS, warmUpSeconds: 0, warmUpCalls: 0 };
    const load = this.#loads[index];
    if (load === undefined) throw new Error("No load process has this index");
    return load.run({ port, headers, places, ...timing, ...job }, () => {}, { mayBeRefused: true });
  }

  async end(): Promise<number> {
    const { databaseUrl } = this.#contestant;
    const estimates = await countEstimates(databaseUrl);
    const until = performance.now() + RECOVERS_WITHIN_MS;
    for (;;) {
      const { count, estimates: still } = await this.quotes({ clients: 1, seconds: 0.5 });
      if (count > 0 && still === 0) break;
      if (performance.now() > until) throw new Error("The service does not ask the engine again.");
      await sleep(500);
    }
    await forgetPrices(databaseUrl);
    return estimates;
  }

  close(): void {
    for (const load of this.#loads) load.close();
  }
}

export async function benchOverload(
  clusterUrl: string,
  words: readonly string[],
  against?: string,
): Promise<Section[]> {
  // `npm run bench -- overload bodies` takes a minute.
  if (words.includes("bodies")) return [await benchLargeBodies(clusterUrl, against)];
  const program = { type: "ours", env: { ROLE: "api" } } as const;
  const root = against === undefined ? {} : { root: against };
  const contestant = await startContestant(clusterUrl, "api", { ...program, ...root });
  const overload = new Overload(contestant, await contestant.newKey());
  try {
    // Compiles the code and opens the connections.
    await overload.quotes({ clients: 4, seconds: 3 });
    await overload.creates({ clients: 4, seconds: 3 }, true);
    await overload.end();
    const steps: Required<Step>[] = [];
    for (const kind of ["quotes", "creates"] as const) {
      const quiet = await overload[kind]({ clients: 1, seconds: QUIET_SECONDS }, true);
      const [result, other] = await Promise.all([overload[kind](), overload[kind]({ clients: 1 }, true)]);
      const name = `${CLIENTS} clients for ${SECONDS} s, ${kind} of new places`;
      steps.push({ name, result, other, quiet, estimates: await overload.end() });
    }
    const equal = await sendEqual(overload, contestant);
    const outage = await killEngine(overload, contestant);
    const quiet = await overload.pings();
    const [burst, pings] = await Promise.all([
      sleep(1_500).then(() =>
        overload.creates({
          clients: AT_ONCE,
          seconds: PATIENCE_SECONDS,
          ids: { from: 0, count: AT_ONCE, once: true },
        }),
      ),
      overload.pings(),
    ]);
    const name = `${formatInteger(AT_ONCE)} creates of new places at once`;
    const atOnce = { name, result: burst, other: pings, quiet, estimates: await overload.end() };
    return [report(steps, equal, outage, atOnce), await benchLargeBodies(clusterUrl, against)];
  } finally {
    overload.close();
    await contestant.close();
  }
}

interface Equal extends Step {
  readonly prices: number;
}

async function sendEqual(overload: Overload, { databaseUrl, checkout }: BenchmarkTarget): Promise<Equal> {
  const pair = findPair(checkout.places, 2_000_000, true);
  const once = { clients: EQUAL, seconds: PATIENCE_SECONDS, ids: { from: 0, count: EQUAL, once: true } };
  const [result, other] = await Promise.all([
    overload.quotes({ ...once, body: quoteBody(pair) }),
    overload.creates({ ...once, body: createBody(pair) }, false, 1),
  ]);
  const prices = await countPrices(databaseUrl);
  const name = `${EQUAL} equal quotes and ${EQUAL} equal creates at once`;
  return { name, result: addUp(result, other), prices, estimates: await overload.end() };
}

function addUp(one: LoadResult, other: LoadResult): LoadResult {
  const sum = (part: "count" | "failures" | "retryLater" | "resets" | "estimates") => one[part] + other[part];
  return {
    ...one,
    count: sum("count"),
    failures: sum("failures"),
    retryLater: sum("retryLater"),
    resets: sum("resets"),
    estimates: sum("estimates"),
    p99: Math.max(one.p99, other.p99),
    max: Math.max(one.max, other.max),
  };
}

interface Outage extends Step {
  /** Milliseconds from the kill to the first estimate, and from the engine's return to the last; NaN without one. */
  readonly firstMs: number;
  readonly lastMs: number;
}

async function killEngine(overload: Overload, { checkout }: BenchmarkTarget): Promise<Outage> {
  const running = overload.quotes({ clients: 4, seconds: OUTAGE_SECONDS });
  await sleep(KILL_AFTER_MS);
  const killedAt = Date.now();
  for (const pid of checkout.enginePids()) process.kill(pid, "SIGKILL");
  while (!(await isEngineUp(checkout.engineUrl))) await sleep(20);
  const returnedAt = Date.now();
  const result = await running;
  return {
    name: "engine killed under 4 clients, quotes of new places",
    result,
    firstMs: (result.firstEstimateAt ?? Number.NaN) - killedAt,
    lastMs: (result.lastEstimateAt ?? Number.NaN) - returnedAt,
    estimates: await overload.end(),
  };
}

async function isEngineUp(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`);
    return ((await response.json()) as { version: string | null }).version !== null;
  } catch {
    return false;
  }
}

function report(
  steps: readonly Required<Step>[],
  equal: Equal,
  outage: Outage,
  atOnce: Required<Step>,
): Section {
  const all: readonly Step[] = [...steps, equal, outage, atOnce];
  const text = table(
    "More than one API process and its engine can serve",
    [
      "load",
      "accepted",
      "straight lines",
      "of them marked",
      "503, Retry-After",
      "resets",
      "else",
      "p50",
      "p99",
      "slowest",
      "second account p95",
      "its quiet p95",
      "slowest",
    ],
    all.map(({ name, result, estimates, other, quiet }) => [
      name,
      formatInteger(result.count),
      formatInteger(estimates),
      formatInteger(result.estimates + (other?.estimates ?? 0)),
      formatInteger(result.retryLater),
      formatInteger(result.resets),
      formatInteger(countWrong(result) - result.resets),
      ms(result.p50),
      ms(result.p99),
      ms(result.max),
      other === undefined ? "" : ms(other.p95),
      quiet === undefined ? "" : ms(quiet.p95),
      other === undefined ? "" : ms(other.max),
    ]),
  );
  const wrong = all.reduce((sum, { result }) => sum + countWrong(result), 0);
  const unmarked = outage.estimates - outage.result.estimates;
  const count = (value: number) => toMeasure(value, "=", 0, formatInteger);
  const slowdown = ({ other, quiet }: Required<Step>) =>
    toMeasure(other.p95 / quiet.p95, "≤", MAX_SLOWDOWN, times, "of its quiet p95");
  const bar = [
    toBarLine("all loads: neither price nor 503 with Retry-After", count(wrong)),
    ...steps.flatMap((step) => [
      toBarLine(`${step.name}: prices from straight lines`, count(step.estimates)),
      toBarLine(`${step.name}: p99 of the accepted`, toMeasure(step.result.p99, "≤", MAX_P99_MS, ms)),
      toBarLine(
        `${step.name}: a second account`,
        toMeasure(step.other.p95, "<", MAX_OTHER_P95_MS, ms, "p95"),
        slowdown(step),
      ),
    ]),
    toBarLine(`${equal.name}: different prices`, toMeasure(equal.prices, "=", 1, formatInteger)),
    toBarLine(
      "engine killed: first estimate, after the kill",
      toMeasure(outage.firstMs, "≤", MAX_FIRST_ESTIMATE_MS, seconds),
    ),
    toBarLine("engine killed: loads with an estimate before the kill", count(Number(outage.firstMs < 0))),
    toBarLine("engine killed: estimates that are not marked", count(unmarked)),
    toBarLine(
      "engine killed: last estimate, after its return",
      toMeasure(outage.lastMs, "≤", MAX_RETURN_MS, seconds),
    ),
    toBarLine(`${atOnce.name}: slowest accepted`, toMeasure(atOnce.result.max, "≤", MAX_ACCEPTED_MS, ms)),
    toBarLine(
      `${atOnce.name}: pings of a second account`,
      toMeasure(atOnce.other.max, "<", MAX_PING_MS, ms, "slowest"),
      slowdown(atOnce),
      toMeasure(atOnce.other.failures, "=", 0, formatInteger, "refused"),
    ),
  ];
  return { name: "overload", text, bar };
}

const countWrong = ({ failures, retryLater }: LoadResult) => failures - retryLater;
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
