import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "pg";
import { onStage } from "@/bench/bench-stage";
import { Caller } from "@/bench/caller";
import { type Call, type Load, pour } from "@/bench/load";
import { ms, printTable, times, whole } from "@/bench/table";
import { orderBody } from "@/testing/api-client";
import { LANES, type Lane } from "@/testing/server";

const CLIENTS = 16;
const SECONDS = 5;
const TRIP = {
  pickup: { latitude: 59.9354, longitude: 30.3254 },
  dropoffs: [{ latitude: 59.9287, longitude: 30.3607 }],
};

/** Measures the API's operations on both lanes, next to the machine's own limits. */
export async function benchOperations(clusterUrl: string): Promise<void> {
  const nothing = await bareServer();
  const insert = await bareInsert(clusterUrl);
  const lanes = new Map<Lane, Map<string, Load>>();
  for (const lane of LANES) lanes.set(lane, await measureLane(clusterUrl, lane));
  const [direct, next] = [lanes.get("server"), lanes.get("next")];
  const ping = direct?.get("GET ping")?.perSecond ?? 0;
  printTable(
    `Operations, ${CLIENTS} clients, ${SECONDS} s each`,
    ["operation", "a second", "p50", "p99", "of a ping", "of Next's lane"],
    [
      ["bare HTTP server", whole(nothing.perSecond), ms(nothing.p50), ms(nothing.p99), "", ""],
      ["bare INSERT of one row, committed", whole(insert.perSecond), ms(insert.p50), ms(insert.p99), "", ""],
      ...[...(direct ?? [])].map(([name, load]) => [
        name,
        whole(load.perSecond),
        ms(load.p50),
        ms(load.p99),
        times(load.perSecond / ping),
        times(load.perSecond / (next?.get(name)?.perSecond ?? Number.NaN)),
      ]),
    ],
  );
}

function measureLane(clusterUrl: string, lane: Lane): Promise<Map<string, Load>> {
  return onStage(clusterUrl, { lane }, async ({ api }, caller) => {
    const { data: known } = await api.create(orderBody());
    const call = (...words: Parameters<Caller["call"]>) => caller.call(...words).then(() => {});
    const operations: Record<string, Call> = {
      "GET ping": () => call("GET", "/v1/partner/ping"),
      "POST quotes": () => call("POST", "/v1/partner/quotes", TRIP),
      "POST orders": () => call("POST", "/v1/partner/orders", orderBody()),
      "GET order": () => call("GET", `/v1/partner/orders/${known.external_order_id}`),
      "GET orders, 20 of them": () => call("GET", "/v1/partner/orders?limit=20"),
    };
    const loads = new Map<string, Load>();
    // The first operation measured must not pay for what all of them share.
    for (const one of Object.values(operations)) await pour(one, { clients: CLIENTS, seconds: 1 });
    for (const [name, one] of Object.entries(operations)) {
      loads.set(name, await pour(one, { clients: CLIENTS, seconds: SECONDS }));
    }
    return loads;
  });
}

/** Measures the limit of the client and the machine: a server that returns the same few bytes. */
async function bareServer(): Promise<Load> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json").end('{"success":true,"data":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const caller = new Caller(`http://127.0.0.1:${port}`, "none");
  const load = await pour(async () => void (await caller.call("GET", "/")), {
    clients: CLIENTS,
    seconds: SECONDS,
  });
  await caller.close();
  server.close();
  return load;
}

/** Measures the limit of the database: one row per transaction, over as many connections. */
async function bareInsert(clusterUrl: string): Promise<Load> {
  const pool = new Pool({ connectionString: clusterUrl, max: CLIENTS });
  pool.on("error", () => {});
  await pool.query("CREATE TABLE bench_rows (id bigserial PRIMARY KEY, body text NOT NULL)");
  const body = JSON.stringify(orderBody());
  const load = await pour(
    async () => void (await pool.query("INSERT INTO bench_rows (body) VALUES ($1)", [body])),
    { clients: CLIENTS, seconds: SECONDS },
  );
  await pool.query("DROP TABLE bench_rows");
  await pool.end();
  return load;
}
