import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cloneDatabase, TEMPLATE } from "@/testing/cluster";
import { requireAllProofs } from "@/testing/require-proofs";
import { findMissingMessage, startServer } from "@/testing/server";
import { AUTH } from "@/testing/sign-in";

/** A service without pages on either adapter, or one with pages on the Node adapter. */
type SharedKind = "server" | "next" | "pages";

/** A service that files share. */
export interface SharedServer {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  /** The first report of its pages about a message that does not exist; null without one. */
  readonly missingMessage: string | null;
}

/**
 * Runs a service and a database per path, from a file's first request to the end of the run. On `/worker/server` and
 * `/worker/next`, a worker's files run one after another, so none sees another's orders arrive; `/pages` and `/next` are
 * the same for all workers. On the Next adapter orders require every proof and the tariff has all fees.
 *
 * @returns the URL to request, followed by such a path
 */
export async function startSharedServers(
  clusterUrl: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const sharedServers = new Map<string, Promise<{ read(): SharedServer; end(): Promise<void> }>>();
  const start = async (kind: SharedKind) => {
    const { url: databaseUrl } = await cloneDatabase(clusterUrl, TEMPLATE);
    if (kind === "next") await requireAllProofs(databaseUrl);
    const { baseUrl, output, kill } = await startServer({
      databaseUrl,
      ...(kind === "pages" ? { pages: true } : { adapter: kind }),
      env: kind === "pages" ? AUTH : { WEBHOOK_SECRET_KEY: AUTH.AUTH_SECRET },
    });
    return {
      read: () => ({ baseUrl, databaseUrl, missingMessage: findMissingMessage(output()) }),
      end: () => kill("SIGTERM"),
    };
  };
  const server = createServer(async ({ url = "" }, response) => {
    const shared = sharedServers.get(url) ?? start(url.split("/").at(-1) as SharedKind);
    sharedServers.set(url, shared);
    await shared.then(
      ({ read }) => response.end(JSON.stringify(read())),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      const ends = [...sharedServers.values()].map((shared) => shared.then(({ end }) => end()));
      await Promise.allSettled(ends);
    },
  };
}
