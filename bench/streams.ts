import { Agent, type ClientRequest, request } from "node:http";
import { onStage, timesOf } from "@/bench/bench-stage";
import { drip, type Load } from "@/bench/load";
import { ms, printTable } from "@/bench/table";
import { PLACES_OF_A_READER } from "@/lib/live/places";
import { orderBody } from "@/testing/api-client";

const LINKS = 25;
const CHANGES_PER_SECOND = 10;
const PINGS_PER_SECOND = 100;
const SECONDS = 15;

/** Measures ping latency at rest, with many open tracking pages, and while what those pages show changes. */
export async function benchStreams(clusterUrl: string): Promise<void> {
  await onStage(clusterUrl, { env: { ROLE: "web" } }, async ({ api, server }, caller) => {
    const paths: string[] = [];
    const orders: string[] = [];
    for (let index = 0; index < LINKS; index += 1) {
      const body = orderBody();
      orders.push(body.external_order_id);
      paths.push(new URL((await api.create(body)).data.tracking_url ?? "").pathname);
    }
    const ping = () =>
      drip(async () => void (await caller.call("GET", "/v1/partner/ping")), {
        perSecond: PINGS_PER_SECOND,
        count: PINGS_PER_SECOND * SECONDS,
      });
    const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
    const streams: ClientRequest[] = [];
    let states = 0;
    const openStreams = async (): Promise<void> => {
      const opened = paths.flatMap((path) =>
        Array.from({ length: PLACES_OF_A_READER }, async () => {
          const stream = request(`${server.baseUrl}${path}/events`, { agent }).end();
          streams.push(stream);
          stream.on("error", () => {});
          await new Promise<void>((settle) => {
            stream.on("response", (answer) => {
              answer.on("data", (part) => {
                states += String(part).split("event: state").length - 1;
              });
              settle();
            });
          });
        }),
      );
      await Promise.all(opened);
    };
    const change = async (index: number) => {
      await api.send("PATCH", `/v1/partner/orders/${orders[index % LINKS]}`, {
        dropoffs: [{ index: 0, address: { building: String(index) } }],
      });
    };

    await ping();
    const quiet = await ping();
    const [opening] = await Promise.all([ping(), openStreams()]);
    const standing = await ping();
    const [changing] = await Promise.all([
      ping(),
      drip(change, { perSecond: CHANGES_PER_SECOND, count: CHANGES_PER_SECOND * SECONDS }),
    ]);
    for (const stream of streams) stream.destroy();
    const row = (name: string, load: Load) => [name, ...timesOf(load), ms(load.p99 - quiet.p99)];
    printTable(
      `Pings beside ${streams.length} streams of ${LINKS} links, which were sent ${states} states`,
      ["answer to a ping", "p50", "p95", "p99", "p99 above quiet"],
      [
        row("in quiet", quiet),
        row("while the streams open", opening),
        row("while they stand", standing),
        row(`while ${CHANGES_PER_SECOND} of their orders change a second`, changing),
      ],
    );
  });
}
