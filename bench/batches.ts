import { startContestant, startService } from "@/bench/contestant";
import { run } from "@/bench/database";
import type { LoadResult } from "@/bench/generator/job";
import { LoadProcess } from "@/bench/generator/load-process";
import { findPair } from "@/bench/generator/places";
import { createBody } from "@/bench/places";
import { formatInteger, ms, type Section, table, times, toBarLine, toMeasure } from "@/bench/report";
import { median, medianRatio } from "@/bench/statistics";
import { pollUntil } from "@/testing/until";

const ROUNDS = 7;
const BATCH = 500;
/** More than are created while the requests are measured. */
const BATCHES = 4;
const ORDERS_PER_SECOND = 20;
const CLIENTS = 16;
const SECONDS = 6;
const MIN_RATE = 100;
const MAX_SLOWDOWN = 2;

interface Round {
  readonly quiet: LoadResult;
  readonly busy: LoadResult;
  /** Orders of the batches that were created a second, while the requests were measured. */
  readonly rate: number;
}

/** Orders by request during batches of an account without a rate limit, with one API process and one worker. */
export async function benchBatches(clusterUrl: string): Promise<Section[]> {
  const { port, key, databaseUrl, checkout, close } = await startContestant(clusterUrl, "api", {
    type: "ours",
    env: { ROLE: "api" },
  });
  const worker = await startService(databaseUrl, checkout, { ROLE: "worker" });
  const load = new LoadProcess();
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const createOrders = (seconds: number): Promise<LoadResult> =>
    load.run({
      port,
      headers,
      seconds,
      clients: CLIENTS,
      perSecond: ORDERS_PER_SECOND,
      warmUpSeconds: 1,
      warmUpCalls: 0,
      method: "POST",
      path: "/v1/partner/orders",
      body: createBody(),
      places: { ...checkout.places, areNew: false },
    });
  const submit = async (name: string): Promise<void> => {
    const orders = Array.from({ length: BATCH }, (_, index) => ({
      ...JSON.parse(createBody(findPair(checkout.places, index, false))),
      external_order_id: `${name}-${index}`,
    }));
    const response = await fetch(`http://127.0.0.1:${port}/v1/partner/batches`, {
      method: "POST",
      headers,
      body: JSON.stringify({ external_batch_id: name, orders }),
    });
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  };
  const countOutcome = async (outcome: string): Promise<number> => {
    const text = "SELECT count(*)::int AS count FROM batch_items WHERE outcome = $1::batch_outcome";
    return (await run<{ count: number }>(databaseUrl, text, [outcome]))[0]?.count ?? 0;
  };
  const measure = async (name: string): Promise<Round> => {
    const quiet = await createOrders(SECONDS);
    for (let batch = 1; batch <= BATCHES; batch += 1) await submit(`${name}-${batch}`);
    const before = await countOutcome("created");
    const startedAt = performance.now();
    const busy = await createOrders(SECONDS);
    const seconds = (performance.now() - startedAt) / 1_000;
    const rate = ((await countOutcome("created")) - before) / seconds;
    await pollUntil(async () => (await countOutcome("pending")) === 0, 60_000);
    return { quiet, busy, rate };
  };
  try {
    await createOrders(SECONDS);
    const rounds: Round[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) rounds.push(await measure(`bench-${round}`));
    return [report(rounds)];
  } finally {
    load.close();
    await worker.kill();
    await close();
  }
}

function report(rounds: readonly Round[]): Section {
  const [quiet, busy] = [rounds.map((round) => round.quiet), rounds.map((round) => round.busy)];
  const row = (name: string, results: readonly LoadResult[]) => [
    name,
    ...(["p50", "p95", "p99"] as const).map((share) => ms(median(results.map((result) => result[share])))),
  ];
  const text = table(
    `${ORDERS_PER_SECOND} orders a second by request, alone and during batches of ${BATCH} orders with repeated places; one API process and one worker, medians of ${ROUNDS} rounds`,
    ["", "p50", "p95", "p99"],
    [row("alone", quiet), row("during batches", busy)],
  );
  const rate = median(rounds.map((round) => round.rate));
  const slowdown = medianRatio(
    busy.map(({ p95 }) => p95),
    quiet.map(({ p95 }) => p95),
  );
  const refused = [...quiet, ...busy].reduce((sum, { failures }) => sum + failures, 0);
  const orders = `orders of batches a second, with ${ORDERS_PER_SECOND} by request`;
  const p95 = "p95 of an order by request during a batch, of its quiet value";
  const bar = [
    toBarLine(orders, toMeasure(rate, "≥", MIN_RATE, formatInteger)),
    toBarLine(p95, toMeasure(slowdown, "<", MAX_SLOWDOWN, times)),
    toBarLine("refused orders by request", toMeasure(refused, "=", 0, formatInteger)),
  ];
  return { name: "batches", text, bar };
}
