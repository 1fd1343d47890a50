import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { CLIENT_ADDRESS_HEADER, clientAddress } from "@/lib/api/client-address";
import { errorResponse } from "@/lib/api/envelope";
import { PREFIXES } from "@/lib/api/errors";
import { runtime } from "@/lib/api/runtime";
import { serveApi } from "@/lib/api/serve";
import { serveGps } from "@/lib/api/serve-gps";
import { config, type WebhookSettings } from "@/lib/config";
import { database } from "@/lib/db/client";
import { type Health, serveHealth } from "@/lib/health";
import { NO_CONTENT_POLICY, securityHeaders } from "@/lib/http/security-headers";
import { hub } from "@/lib/live/hub";
import { logFailure, logInfo } from "@/lib/log";
import { checkSecretKey } from "@/lib/webhooks/check-secret-key";
import { deriveKey, SecretKeyError } from "@/lib/webhooks/secret";
import { startWorker } from "@/lib/worker";

// A request must have arrived in full by then; Node answers 408 to one that has not.
const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 10_000;
// How often the two limits above are looked at; Node's own default would let them run 30 s over.
const CHECK_EVERY_MS = 1_000;
// Longer than the idle time of common load balancers, so that it is they who close a connection.
const KEEP_ALIVE_MS = 65_000;
const SHUTDOWN_GRACE_MS = 20_000;

const health: Health = { isDraining: false };

const api = getRequestListener(serveApi, {
  overrideGlobalObjects: false,
  hostname: "localhost",
  errorHandler: (error) => {
    logFailure("API lane failed", error);
    return errorResponse("INTERNAL_ERROR", PREFIXES[0], {});
  },
});
const gps = getRequestListener((request) => serveGps(request), {
  overrideGlobalObjects: false,
  hostname: "localhost",
});
const healthLane = getRequestListener((request) => serveHealth(request, health), {
  overrideGlobalObjects: false,
  hostname: "localhost",
});

/** Whether a path belongs to the direct lane, and to which part of it. */
function laneOf(path: string): "api" | "gps" | "health" | "pages" {
  if (path === "/v1" || path.startsWith("/v1/")) return "api";
  if (path === "/gps") return "gps";
  return /^\/(healthz|livez|readyz|metrics)$/.test(path) ? "health" : "pages";
}

async function openPages(hostname: string, port: number) {
  const app = next({ dev: false, dir: process.cwd(), hostname, port, quiet: true });
  await app.prepare();
  return app.getRequestHandler();
}

/** Webhook secrets that cannot be read any more must be noticed before anything else happens. */
async function checkWebhookKey({ secretText }: WebhookSettings): Promise<void> {
  const secretKey = secretText === null ? null : deriveKey(secretText);
  await checkSecretKey(database(), secretKey).catch((error: unknown) => {
    // A database that is away, or not migrated yet, is told by /readyz.
    if (error instanceof SecretKeyError) throw error;
  });
}

async function main(): Promise<void> {
  const settings = config();
  const { host, port, role, proxyHops, publicUrl } = settings;
  const headers = securityHeaders(publicUrl);
  runtime();
  await checkWebhookKey(settings.webhooks);
  const hasApi = role !== "worker";
  const pages = hasApi && role !== "api" ? await openPages(host, port) : null;

  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    (request: IncomingMessage, response: ServerResponse) => {
      if (health.isDraining) response.setHeader("Connection", "close");
      const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
      const lane = laneOf(path);
      for (const [name, value] of headers) response.setHeader(name, value);
      // A page's own policy would not replace this one but come beside it.
      if (lane !== "pages") response.setHeader("Content-Security-Policy", NO_CONTENT_POLICY);
      request.headers[CLIENT_ADDRESS_HEADER] = clientAddress(
        request.socket.remoteAddress,
        request.headers["x-forwarded-for"],
        proxyHops,
      );
      const isServed = lane === "health" || (lane === "pages" ? pages !== null : hasApi);
      if (!isServed) {
        response.writeHead(404).end();
        return;
      }
      // The Request class refuses these methods; they get the 405 of any other that no operation has.
      if (request.method === "TRACE" || request.method === "TRACK") request.method = "OPTIONS";
      if (lane === "api") api(request, response);
      else if (lane === "gps") gps(request, response);
      else if (lane === "health") healthLane(request, response);
      else pages?.(request, response).catch((error) => logFailure("page failed", error));
    },
  );

  const worker = role === "all" || role === "worker" ? startWorker() : null;

  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    health.isDraining = true;
    setTimeout(() => process.exit(0), SHUTDOWN_GRACE_MS).unref();
    server.closeIdleConnections();
    const closed = new Promise((resolve) => server.close(resolve));
    // Streams would stay open for as long as their readers look; they come back to another process.
    await hub().close();
    await Promise.all([closed, worker?.stop()]);
    const { keyUse, requestLog } = runtime();
    await keyUse.flush().catch((error) => logFailure("key use not recorded", error));
    await requestLog?.flush();
    await database().$disconnect();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // Under npm start the supervisor holds a channel to this process; without it nobody would end this one.
  if (process.send !== undefined) process.on("disconnect", stop);

  server.on("error", (error: NodeJS.ErrnoException) => {
    const taken = error.code === "EADDRINUSE";
    process.stderr.write(taken ? `Port ${port} is taken. Choose another with PORT.\n` : `${error.message}\n`);
    process.exit(1);
  });
  server.listen(port, host, () => logInfo("listening", { port }));
}

process.on("unhandledRejection", (error) => {
  logFailure("unhandled rejection", error);
  process.exit(1);
});

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
