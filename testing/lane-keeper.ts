import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cloneDatabase, TEMPLATE } from "@/testing/cluster";
import { type Lane, startServer } from "@/testing/server";

/** Where a service runs that the files of a worker have in common. */
export interface KeptLane {
  readonly baseUrl: string;
  readonly databaseUrl: string;
}

/**
 * Keeps a service and a database for each worker and lane: started when a file first asks for them, ended with the
 * run. The files of a worker run one after another, so none sees the other's orders come.
 *
 * @returns the address to ask, with `/worker/lane` behind it
 */
export async function keepLanes(clusterUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const lanes = new Map<string, Promise<KeptLane & { end(): Promise<void> }>>();
  const start = async (lane: Lane) => {
    const { url: databaseUrl } = await cloneDatabase(clusterUrl, TEMPLATE);
    const { baseUrl, kill } = await startServer({ databaseUrl, lane });
    return { baseUrl, databaseUrl, end: () => kill("SIGTERM") };
  };
  const server = createServer(async ({ url = "" }, response) => {
    const lane = lanes.get(url) ?? start(url.split("/").at(-1) as Lane);
    lanes.set(url, lane);
    await lane.then(
      (kept) => response.end(JSON.stringify(kept)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      const ends = [...lanes.values()].map((lane) => lane.then(({ end }) => end()));
      await Promise.allSettled(ends);
    },
  };
}
