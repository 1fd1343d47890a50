import { createHash } from "node:crypto";
import { startContestant, startService } from "@/bench/contestant";
import { type CpuTimes, findPostmaster, readCpu, residentMegabytes } from "@/bench/cpu";
import { run } from "@/bench/database";
import type { LoadResult } from "@/bench/generator/job";
import { LoadProcess } from "@/bench/generator/load-process";
import { createBody } from "@/bench/places";
import {
  type BarLine,
  formatInteger,
  mb,
  micros,
  ms,
  percent,
  type Section,
  table,
  times,
  toBarLine,
  toMeasure,
} from "@/bench/report";
import type { RunningServer } from "@/testing/server";

const MIN_FIXES_PER_SECOND = 5_000;
/** More than the bar, because a paced load cannot be answered faster than it is sent. */
const FIXES_PER_SECOND = 5_100;
const COURIERS = FIXES_PER_SECOND;
const ORDERS_PER_SECOND = 20;
const ORDER_CLIENTS = 16;
const SECONDS = 10;
const TIMING = { seconds: SECONDS, warmUpSeconds: 3, warmUpCalls: 0 };
const MAX_P95_MS = 50;
const MAX_SLOWDOWN = 2;

interface Measurement {
  readonly orders: LoadResult;
  readonly fixes: LoadResult;
  readonly cpu: CpuTimes;
  readonly resident: number;
}

export async function benchPositions(clusterUrl: string): Promise<Section[]> {
  const postmaster = await findPostmaster(clusterUrl);
  const contestant = await startContestant(clusterUrl, "api", { type: "ours", env: { ROLE: "api" } });
  const [orderLoad, fixLoad] = [new LoadProcess(), new LoadProcess()];
  let other: RunningServer | undefined;
  try {
    await makeCouriers(contestant.databaseUrl);
    const { port, key, pid } = contestant;
    const orders = () =>
      orderLoad.run(
        {
          ...TIMING,
          port,
          clients: ORDER_CLIENTS,
          perSecond: ORDERS_PER_SECOND,
          method: "POST",
          path: "/v1/partner/orders",
          headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
          body: createBody(),
          places: { ...contestant.checkout.places, areNew: true },
        },
        () => {},
        { mayBeRefused: true },
      );
    const withPositions = async (gps: { port: number; pid: number }): Promise<Measurement> => {
      const read = () => readCpu([gps.pid], postmaster);
      const [busy, { result, cpu }] = await Promise.all([orders(), sendFixes(fixLoad, gps.port, read)]);
      return { orders: busy, fixes: result, cpu, resident: residentMegabytes(gps.pid) };
    };
    const quiet = await orders();
    const one = await withPositions({ port, pid });
    other = await startService(contestant.databaseUrl, contestant.checkout, { ROLE: "api" });
    const two = await withPositions({
      port: Number(new URL(other.baseUrl).port),
      pid: other.process.pid ?? 0,
    });
    return [report(quiet, { one, two })];
  } finally {
    orderLoad.close();
    fixLoad.close();
    await other?.kill();
    await contestant.close();
  }
}

function sendFixes(load: LoadProcess, port: number, read: () => CpuTimes) {
  return load.measure(
    {
      ...TIMING,
      port,
      clients: COURIERS,
      perSecond: FIXES_PER_SECOND,
      method: "POST",
      // About 40 km/h northward.
      path: "/gps?id=bench-driver-{id}&lat=59.9{s}&lon=30.3254&timestamp={t}",
      headers: {},
      ids: { from: 1, count: COURIERS, once: false },
    },
    read,
    { mayBeRefused: true },
  );
}

const ONE = "on one process";
const TWO = "on two processes by route";

function report(quiet: LoadResult, { one, two }: { one: Measurement; two: Measurement }): Section {
  const row = (name: string, { p50, p95, p99, count, seconds, failures }: LoadResult) => [
    name,
    formatInteger(count / seconds),
    formatInteger(failures),
    ms(p50),
    ms(p95),
    ms(p99),
  ];
  const cost = (name: string, { fixes, cpu, resident }: Measurement) => [
    name,
    `${micros(cpu.mainThread / fixes.count)} µs`,
    `${micros(cpu.postgres / fixes.count)} µs`,
    percent(cpu.process / SECONDS),
    percent(cpu.postgres / SECONDS),
    mb(resident),
  ];
  const text = [
    table(
      `${formatInteger(COURIERS)} couriers, each over its own connection with a fix a second`,
      ["answer to", "a second", "refused", "p50", "p95", "p99"],
      [
        row("an order, in quiet", quiet),
        row(`an order next to the positions, ${ONE}`, one.orders),
        row(`a position, ${ONE}`, one.fixes),
        row(`an order next to the positions, ${TWO}`, two.orders),
        row(`a position, ${TWO}`, two.fixes),
      ],
    ),
    table(
      "What a position costs the process that takes it, and PostgreSQL; the concurrent orders are in these figures",
      ["", "main thread", "PostgreSQL", "process of a core", "PostgreSQL of a core", "resident"],
      [cost(ONE, one), cost(TWO, two)],
    ),
  ];
  const bar = [barLine(ONE, one, quiet), barLine(TWO, two, quiet)];
  return { name: "positions", text: text.join("\n\n"), bar };
}

function barLine(where: string, { orders, fixes }: Measurement, quiet: LoadResult): BarLine {
  return toBarLine(
    `${formatInteger(FIXES_PER_SECOND)} positions a second next to ${ORDERS_PER_SECOND} orders a second, ${where}`,
    toMeasure(fixes.count / fixes.seconds, "≥", MIN_FIXES_PER_SECOND, formatInteger, "positions a second"),
    toMeasure(fixes.failures + orders.failures, "=", 0, formatInteger, "refused"),
    toMeasure(orders.p95, "<", MAX_P95_MS, ms, "p95 of an order"),
    toMeasure(orders.p95 / quiet.p95, "<", MAX_SLOWDOWN, times, "of its quiet p95"),
  );
}

async function makeCouriers(databaseUrl: string): Promise<void> {
  const hashes = Array.from({ length: COURIERS }, (_, index) => {
    const token = `bench-driver-${String(index + 1).padStart(9, "0")}`;
    return createHash("sha256").update(token).digest();
  });
  await run(
    databaseUrl,
    `INSERT INTO couriers (id, name, phone, transport_type, mode, on_shift_since, device_hash)
     SELECT md5('bench courier ' || n)::uuid, 'Courier ' || n, '+79110000000', 'car', 'live', now(), hash
     FROM unnest($1::bytea[]) WITH ORDINALITY AS t(hash, n)`,
    [hashes],
  );
}
