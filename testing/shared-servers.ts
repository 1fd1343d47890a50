import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cloneDatabase, TEMPLATE } from "@/testing/cluster";
import { requireAllProofs } from "@/testing/require-proofs";
import { type Adapter, startServer } from "@/testing/server";
import { AUTH } from "@/testing/sign-in";

/** The service that a worker's files share. */
export interface SharedServer {
  readonly baseUrl: string;
  readonly databaseUrl: string;
}

/**
 * Runs a service and a database per worker and adapter, from a file's first request to the end of the run. A
 * worker's files run one after another, so none sees another's orders arrive. On the Next adapter
 * orders require every proof and the tariff has all fees.
 *
 * @returns the URL to request, followed by `/worker/adapter`
 */
export async function startSharedServers(
  clusterUrl: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const sharedServers = new Map<string, Promise<SharedServer & { end(): Promise<void> }>>();
  const start = async (adapter: Adapter) => {
    const { url: databaseUrl } = await cloneDatabase(clusterUrl, TEMPLATE);
    if (adapter === "next") await requireAllProofs(databaseUrl);
    const { baseUrl, kill } = await startServer({
      databaseUrl,
      adapter,
      env: { WEBHOOK_SECRET_KEY: AUTH.AUTH_SECRET },
    });
    return { baseUrl, databaseUrl, end: () => kill("SIGTERM") };
  };
  const server = createServer(async ({ url = "" }, response) => {
    const adapter = sharedServers.get(url) ?? start(url.split("/").at(-1) as Adapter);
    sharedServers.set(url, adapter);
    await adapter.then(
      (kept) => response.end(JSON.stringify(kept)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      const ends = [...sharedServers.values()].map((adapter) => adapter.then(({ end }) => end()));
      await Promise.allSettled(ends);
    },
  };
}
