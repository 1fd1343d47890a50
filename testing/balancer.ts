import { createServer, request as httpRequest, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunningServer } from "@/testing/server";

const LOOK_EVERY_MS = 50;

export const isReady = async ({ baseUrl }: RunningServer): Promise<boolean> =>
  fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/**
 * A simple load balancer: it sends a request to a process that reports ready, and waits while none does. It never sends
 * a request again, whatever happens to it.
 */
export function openProxy(processes: readonly RunningServer[]): Server {
  let turn = 0;
  const choose = async (): Promise<RunningServer> => {
    for (;;) {
      turn += 1;
      const chosen = processes[turn % processes.length];
      if (chosen !== undefined && (await isReady(chosen))) return chosen;
      await sleep(LOOK_EVERY_MS);
    }
  };
  return createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on("data", (part) => parts.push(part));
    incoming.on("end", async () => {
      const { method = "GET", url = "/", headers } = incoming;
      const sent = httpRequest((await choose()).baseUrl + url, { method, headers, agent: false });
      sent.on("response", (answer) => {
        // How long to keep a connection is up to each side.
        const { connection: _, "transfer-encoding": __, ...kept } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, kept);
        answer.pipe(outgoing);
      });
      sent.on("error", ({ message }) =>
        outgoing.writeHead(502).end(JSON.stringify({ error: { id: message } })),
      );
      sent.end(Buffer.concat(parts));
    });
  });
}
