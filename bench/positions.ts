import { createHash } from "node:crypto";
import { run, startContestant } from "@/bench/contestant";
import { cpuBetween, findPostmaster, readCpu, residentMegabytes } from "@/bench/cpu";
import type { LoadResult } from "@/bench/generator/job";
import { LoadProcess } from "@/bench/generator/load-process";
import type { Section } from "@/bench/report";
import { mb, micros, ms, percent, table, whole } from "@/bench/table";
import { orderBody } from "@/testing/api-client";

const COURIERS = 5_000;
const FIXES_PER_SECOND = 5_000;
const ORDERS_PER_SECOND = 20;
const ORDER_CLIENTS = 16;
const SECONDS = 10;
const WARM_UP_SECONDS = 3;
const MOST_P95_MS = 50;

/** Measures the API's orders in quiet, and beside couriers who each send where they are once a second. */
export async function benchPositions(clusterUrl: string): Promise<Section[]> {
  const postmaster = await findPostmaster(clusterUrl);
  const contestant = await startContestant(clusterUrl, "api", {
    type: "ours",
    lane: "server",
    env: { ROLE: "api" },
  });
  const [orderLoad, fixLoad] = [new LoadProcess(), new LoadProcess()];
  try {
    await makeCouriers(contestant.databaseUrl);
    const { port, key, pid } = contestant;
    const timing = { seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS, warmUpCalls: 0 };
    const orders = () =>
      orderLoad.run(
        {
          ...timing,
          port,
          clients: ORDER_CLIENTS,
          perSecond: ORDERS_PER_SECOND,
          method: "POST",
          path: "/v1/partner/orders",
          headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
          body: JSON.stringify(orderBody({ external_order_id: "bench-{n}" })),
        },
        () => {},
        { mayBeRefused: true },
      );
    const edges: ReturnType<typeof readCpu>[] = [];
    const fixes = () =>
      fixLoad.run(
        {
          ...timing,
          port,
          clients: COURIERS,
          perSecond: FIXES_PER_SECOND,
          method: "POST",
          // Some 40 km/h to the north.
          path: "/gps?id=bench-driver-{id}&lat=59.9{s}&lon=30.3254&timestamp={t}",
          headers: {},
          ids: { from: 1, count: COURIERS, once: false },
        },
        () => edges.push(readCpu([pid], postmaster)),
        { mayBeRefused: true },
      );
    const quiet = await orders();
    const [busy, sent] = await Promise.all([orders(), fixes()]);
    const [before, after] = edges;
    if (before === undefined || after === undefined) throw new Error("A load has a beginning and an end.");
    const cpu = cpuBetween(before, after);
    const perSecond = sent.count / sent.seconds;
    const row = (name: string, { p50, p95, p99, count, seconds, failures }: LoadResult) => [
      name,
      whole(count / seconds),
      whole(failures),
      ms(p50),
      ms(p95),
      ms(p99),
    ];
    const text = [
      table(
        `${whole(COURIERS)} couriers, each over its own connection with a fix a second, on one process`,
        ["answer to", "a second", "refused", "p50", "p95", "p99"],
        [
          row("an order, in quiet", quiet),
          row("an order, beside the positions", busy),
          row("a position", sent),
        ],
      ),
      table(
        "What a position costs",
        ["main thread", "PostgreSQL", "process of a core", "PostgreSQL of a core", "resident"],
        [
          [
            `${micros(cpu.mainThread / sent.count)} µs`,
            `${micros(cpu.postgres / sent.count)} µs`,
            percent(cpu.process / SECONDS),
            percent(cpu.postgres / SECONDS),
            mb(residentMegabytes(pid)),
          ],
        ],
      ),
    ];
    const isReached = sent.failures === 0 && perSecond >= FIXES_PER_SECOND * 0.98 && busy.p95 < MOST_P95_MS;
    const bar = {
      what: `positions a second beside ${ORDERS_PER_SECOND} orders a second (p95 of an order)`,
      measured: `${whole(perSecond)} (${ms(busy.p95)})`,
      bar: `≥ ${whole(FIXES_PER_SECOND)} (< ${MOST_P95_MS} ms)`,
      isReached,
    };
    return [{ name: "positions", text: text.join("\n\n"), bar: [bar] }];
  } finally {
    orderLoad.close();
    fixLoad.close();
    await contestant.close();
  }
}

/** Couriers on shift, whose trackers' tokens have the form of real ones. */
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
