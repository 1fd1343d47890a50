import { type Checkout, openCheckout } from "@/bench/checkout";
import { run, SERVICE_ENV } from "@/bench/contestant";
import { type CpuTimes, cpuBetween, findPostmaster, readCpu } from "@/bench/cpu";
import { LoadProcess } from "@/bench/generator/load-process";
import { createBody } from "@/bench/places";
import type { Section } from "@/bench/report";
import { median } from "@/bench/statistics";
import { micros, ms, percent, table, times, whole } from "@/bench/table";
import { orderBody } from "@/testing/api-client";
import { cloneDatabase } from "@/testing/cluster";
import { type RunningServer, startServer } from "@/testing/server";
import { actOn } from "@/testing/stage";

const ROLES = ["api", "api", "web", "worker"] as const;
// Of both kinds over all processes; each process gets its share.
const CREATING_CLIENTS = 4;
const READING_CLIENTS = 12;
const SECONDS = 4;
const ROUNDS = 3;

interface Measured {
  readonly creates: number;
  readonly reads: number;
  readonly createMs: number;
  readonly readMs: number;
  /** Shares of a core. */
  readonly cpu: CpuTimes;
}

/** Measures two API processes against one, beside a web process and a worker, all on one database. */
export async function benchScaling(clusterUrl: string): Promise<Section[]> {
  const postmaster = await findPostmaster(clusterUrl);
  const checkout = await openCheckout(clusterUrl);
  const database = await cloneDatabase(clusterUrl, checkout.template);
  const servers: RunningServer[] = [];
  const loads = Array.from({ length: 4 }, () => new LoadProcess());
  try {
    for (const role of ROLES) {
      const env = { ...SERVICE_ENV, ...checkout.env, ROLE: role };
      servers.push(await startServer({ databaseUrl: database.url, env }));
    }
    const apis = servers.slice(0, 2);
    const scene = await actOn(database.url, apis[0]?.baseUrl ?? "");
    await run(database.url, "UPDATE accounts SET rate_limit_per_minute = 1000000000");
    const { data: known } = await scene.api.create(orderBody());
    await scene.close();
    const work = { key: scene.shop.key, id: known.external_order_id, postmaster, loads, checkout };
    const rounds: [Measured, Measured][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // The process that a round leaves out is stopped, so that it costs nothing.
      apis[1]?.process.kill("SIGSTOP");
      const one = await measure(apis.slice(0, 1), work, round);
      apis[1]?.process.kill("SIGCONT");
      rounds.push([one, await measure(apis, work, round)]);
    }
    return [report(rounds)];
  } finally {
    for (const load of loads) load.close();
    for (const server of servers) await server.kill();
    await database.drop();
  }
}

async function measure(
  apis: readonly RunningServer[],
  {
    key,
    id,
    postmaster,
    loads,
    checkout,
  }: { key: string; id: string; postmaster: number; loads: readonly LoadProcess[]; checkout: Checkout },
  round: number,
): Promise<Measured> {
  const pids = apis.map(({ process: { pid } }) => pid ?? 0);
  const edges: CpuTimes[] = [];
  const results = await Promise.all(
    apis.flatMap(({ baseUrl }, index) => {
      const job = {
        port: Number(new URL(baseUrl).port),
        seconds: SECONDS,
        warmUpSeconds: round === 0 ? 4 : 1,
        warmUpCalls: 0,
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      };
      const [creating, reading] = [loads[2 * index], loads[2 * index + 1]];
      return [
        creating?.run(
          {
            ...job,
            clients: CREATING_CLIENTS / apis.length,
            method: "POST",
            path: "/v1/partner/orders",
            body: createBody().replace("bench-{n}", `bench-${index}-{n}`),
            places: { ...checkout.places, areNew: true },
          },
          () => index === 0 && edges.push(readCpu(pids, postmaster, checkout.enginePids())),
        ),
        reading?.run({
          ...job,
          clients: READING_CLIENTS / apis.length,
          method: "GET",
          path: `/v1/partner/orders/${id}`,
        }),
      ];
    }),
  );
  const [before, after] = edges;
  if (before === undefined || after === undefined) throw new Error("A load has a beginning and an end.");
  const { process, mainThread, postgres, engine } = cpuBetween(before, after);
  const ofKind = (kind: number) => results.filter((_, index) => index % 2 === kind);
  const perSecond = (kind: number) =>
    ofKind(kind).reduce((sum, result) => sum + (result?.count ?? 0) / (result?.seconds ?? 1), 0);
  const p50 = (kind: number) => median(ofKind(kind).map((result) => result?.p50 ?? Number.NaN));
  return {
    creates: perSecond(0),
    reads: perSecond(1),
    createMs: p50(0),
    readMs: p50(1),
    cpu: {
      process: process / SECONDS,
      mainThread: mainThread / SECONDS,
      postgres: postgres / SECONDS,
      engine: engine / SECONDS,
    },
  };
}

function report(rounds: readonly [Measured, Measured][]): Section {
  const of = (side: 0 | 1, value: (one: Measured) => number) =>
    median(rounds.map((round) => value(round[side])));
  const calls = ({ creates, reads }: Measured) => creates + reads;
  const row = (name: string, side: 0 | 1) => {
    const get = (value: (one: Measured) => number) => of(side, value);
    return [
      name,
      whole(get(({ creates }) => creates)),
      whole(get(({ reads }) => reads)),
      ms(get(({ createMs }) => createMs)),
      ms(get(({ readMs }) => readMs)),
      percent(get(({ cpu }) => cpu.process)),
      percent(get(({ cpu }) => cpu.postgres)),
      percent(get(({ cpu }) => cpu.engine)),
      `${micros(get((one) => (one.cpu.process + one.cpu.postgres + one.cpu.engine) / calls(one)))} µs`,
    ];
  };
  const growth = median(rounds.map(([one, two]) => calls(two) / calls(one)));
  const text = table(
    `Creates of new places and reads at once, ${CREATING_CLIENTS + READING_CLIENTS} clients, beside one ROLE=web and one ROLE=worker on the same database`,
    [
      "API processes",
      "creates a second",
      "reads a second",
      "create p50",
      "read p50",
      "API, of a core",
      "PostgreSQL, of a core",
      "engine, of a core",
      "processor time per call",
    ],
    [row("one", 0), row("two", 1), ["two of one", times(growth), "", "", "", "", "", "", ""]],
  );
  return { name: "scaling", text };
}
