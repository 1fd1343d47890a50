import { type BenchmarkTarget, startContestant, startService } from "@/bench/contestant";
import { run } from "@/bench/database";
import type { LoadResult } from "@/bench/generator/job";
import { LoadProcess } from "@/bench/generator/load-process";
import { createBody } from "@/bench/places";
import { formatInteger, ms, type Section, table, times, toBarLine, toMeasure } from "@/bench/report";
import { seedWaiting } from "@/bench/seed-waiting";
import { median, medianRatio } from "@/bench/statistics";
import { mintScope } from "@/lib/account-scope";
import { DAY_MS } from "@/lib/duration";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { CourierSide } from "@/testing/shop";
import { pollUntil } from "@/testing/until";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const WAITING = 2_000;
const COURIERS = 1_000;
const ORDERS_PER_SECOND = 20;
const CLIENTS = 16;
const SECONDS = 6;
const FINISHED = 15;
const MAX_SLOWDOWN = 1.2;
const PLANNED_WITHIN_MS = 60_000;

interface Round {
  readonly quiet: LoadResult;
  readonly beside: LoadResult;
}

/** Orders by request while a worker plans waiting orders, and couriers who finish their orders meanwhile. */
export async function benchBesidePlanning(clusterUrl: string): Promise<Section[]> {
  const contestant = await startContestant(clusterUrl, "api", { type: "ours", env: { ROLE: "api" } });
  const { port, key, databaseUrl, accountId, checkout } = contestant;
  const worker = await startService(databaseUrl, checkout, { ROLE: "worker" });
  const load = new LoadProcess();
  // Scheduled orders are not planned yet, so each round plans the same ones.
  const later = JSON.stringify(new Date(Date.now() + DAY_MS).toISOString());
  const body = createBody().replace("{", `{"delivery_time":${later},`);
  const createOrders = (): Promise<LoadResult> =>
    load.run({
      port,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      seconds: SECONDS,
      clients: CLIENTS,
      perSecond: ORDERS_PER_SECOND,
      warmUpSeconds: 1,
      warmUpCalls: 0,
      method: "POST",
      path: "/v1/partner/orders",
      body,
      places: { ...checkout.places, areNew: false },
    });
  const countPlanned = async (): Promise<number> => {
    const text =
      "SELECT count(*)::int AS count FROM planned_orders WHERE planned_at > now() - interval '1 minute'";
    return (await run<{ count: number }>(databaseUrl, text))[0]?.count ?? 0;
  };
  const setWaiting = async (isWaiting: boolean): Promise<void> => {
    await run(
      databaseUrl,
      `UPDATE orders SET dispatch_at = now() + $1::interval WHERE status = 'new' AND external_order_id LIKE 'waiting-%'`,
      [isWaiting ? "0" : "1 year"],
    );
    await run(databaseUrl, "UPDATE courier_positions SET received_at = now(), recorded_at = now()");
    await pollUntil(async () => (await countPlanned()) > 0 === isWaiting, PLANNED_WITHIN_MS);
  };
  try {
    await seedWaiting(databaseUrl, { accountId, name: "waiting", busy: COURIERS, free: 0, waiting: WAITING });
    await createOrders();
    const rounds: Round[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      await setWaiting(false);
      const quiet = await createOrders();
      await setWaiting(true);
      rounds.push({ quiet, beside: await createOrders() });
    }
    const idle = await measureIdle(contestant);
    return [report(rounds, idle)];
  } finally {
    load.close();
    await worker.kill();
    await contestant.close();
  }
}

/** Milliseconds from the end of a courier's order to the offer of the next one. */
async function measureIdle({ db, accountId }: BenchmarkTarget): Promise<number[]> {
  const { context } = new CourierSide(db);
  const scope = mintScope(accountId, "live");
  const idle: number[] = [];
  for (let number = 1; number <= FINISHED; number += 1) {
    const externalOrderId = `waiting-${number}`;
    const { courierId } = await db.models.order.findFirstOrThrow({ where: { accountId, externalOrderId } });
    const finishedAt = performance.now();
    await deliverOrder(context, scope, externalOrderId);
    await pollUntil(
      async () => (await db.models.order.count({ where: { courierId, status: "assigned" } })) > 0,
      PLANNED_WITHIN_MS,
    );
    idle.push(performance.now() - finishedAt);
  }
  return idle;
}

function report(rounds: readonly Round[], idle: readonly number[]): Section {
  const [quiet, beside] = [rounds.map((round) => round.quiet), rounds.map((round) => round.beside)];
  const row = (name: string, results: readonly LoadResult[]) => [
    name,
    ...(["p50", "p95", "p99"] as const).map((share) => ms(median(results.map((result) => result[share])))),
  ];
  const text = [
    table(
      `${ORDERS_PER_SECOND} orders a second by request, alone and while ${formatInteger(WAITING)} orders wait for ${formatInteger(COURIERS)} busy couriers; one API process and one worker, medians of ${ROUNDS} rounds`,
      ["", "p50", "p95", "p99"],
      [row("alone", quiet), row("while they wait", beside)],
    ),
    table(
      `From the end of a courier's order to the offer of the next one, while they wait, ${FINISHED} couriers in turn`,
      ["median", "slowest"],
      [[ms(median(idle)), ms(Math.max(...idle))]],
    ),
  ];
  const slowdown = medianRatio(
    beside.map(({ p95 }) => p95),
    quiet.map(({ p95 }) => p95),
  );
  const refused = [...quiet, ...beside].reduce((sum, { failures }) => sum + failures, 0);
  const p95 = `p95 of an order by request while ${formatInteger(WAITING)} orders wait, of its quiet value`;
  const bar = [
    toBarLine(p95, toMeasure(slowdown, "≤", MAX_SLOWDOWN, times)),
    toBarLine("refused orders by request", toMeasure(refused, "=", 0, formatInteger)),
  ];
  return { name: "planning", text: text.join("\n\n"), bar };
}
