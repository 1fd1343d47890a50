import { once } from "node:events";
import { createServer, type IncomingMessage, Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { getRequestListener } from "@hono/node-server";
import { SpanKind } from "@opentelemetry/api";
import { serveMcp } from "@/app/mcp/serve-mcp";
import { serveEvents } from "@/app/serve-events";
import { serveKeptPage } from "@/app/serve-kept-page";
import { serve } from "@/app/v1/serve";
import { serveMap } from "@/lib/city/map/serve-map";
import { type Config, config, findMisspelledNames, type WebhookSettings } from "@/lib/config";
import { startHealthReport } from "@/lib/console/health/start-health-report";
import { serveGps } from "@/lib/courier-app/serve-gps";
import { stopWatchingRows } from "@/lib/db/row-cache";
import { syncClock } from "@/lib/db/sync-clock";
import { classifyRequest, type RequestClass } from "@/lib/http/classify-request";
import { CLIENT_ADDRESS_HEADER, CLIENT_IP_HEADER, clientIp, toNetwork } from "@/lib/http/client-address";
import { createCloser } from "@/lib/http/create-closer";
import { findPrefix, PREFIXES } from "@/lib/http/errors";
import {
  type CommonHeaders,
  listenForReply,
  listenForStream,
  type NodeHandler,
  type NodeListener,
  writeReply,
} from "@/lib/http/node-adapter";
import { refuseLargeForm } from "@/lib/http/refuse-large-form";
import { refuseUnreadable } from "@/lib/http/refuse-unreadable";
import { errorReply, type Reply } from "@/lib/http/reply";
import { getRequestId } from "@/lib/http/request-id";
import { NO_CONTENT_POLICY, securityHeaders } from "@/lib/http/security-headers";
import { staticPage } from "@/lib/http/static-page";
import { chooseLocale } from "@/lib/locale/locale";
import { logFailure, logInfo, logWarning, takeOverOutput } from "@/lib/log";
import { observePage } from "@/lib/metrics";
import { packageRoot } from "@/lib/package-root";
import { getDefaultLocale } from "@/lib/process/get-default-locale";
import { type Health, serveHealth } from "@/lib/process/health";
import { probeServices } from "@/lib/process/probe-services";
import { runtime } from "@/lib/process/runtime";
import { startTracing } from "@/lib/process/start-tracing";
import { startWorker } from "@/lib/process/worker";
import { continueTrace, inSpan } from "@/lib/trace";
import type { Handler, Url } from "@/lib/urls";
import { checkSecretKey } from "@/lib/webhooks/check-secret-key";
import { configuredKey, SecretKeyError } from "@/lib/webhooks/secret";
import { MESSAGES } from "@/messages/messages";

const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 10_000;
// How often Node checks the two limits above; by default requests could run 30 s over.
const CHECK_EVERY_MS = 1_000;
// Longer than the idle timeout of common load balancers, so that they, not this process, close idle connections.
const KEEP_ALIVE_MS = 65_000;
// Node's default of 511 resets connections when thousands of clients connect at once.
const LISTEN_BACKLOG = 4_096;
// After the drain: the first limits requests in progress, the second limits buffered writes.
const FINISH_WITHIN_MS = 15_000;
const FLUSH_WITHIN_MS = 3_000;

const health: Health = { isDraining: false, arePagesPending: false };

/** Runs handlers of web Requests with a fixed Host, so that no value from a client can break them. */
function listenForResponse(serve: (request: Request) => Promise<Response>): NodeListener {
  const listener = getRequestListener(serve, {
    overrideGlobalObjects: false,
    hostname: "localhost",
    errorHandler: (error) => {
      logFailure("request failed", error);
      return new Response(null, { status: 500 });
    },
  });
  return (request, response) => {
    request.headers.host = "localhost";
    void listener(request, response);
  };
}

const ADAPTERS: Readonly<Record<Exclude<Handler, "pages" | "none">, NodeListener>> = {
  api: listenForReply((request) => serve(request)),
  gps: listenForReply((request) => serveGps(request)),
  mcp: listenForResponse((request) => serveMcp(request)),
  health: listenForResponse((request) => serveHealth(request, health)),
  map: listenForResponse((request) => serveMap(request, runtime().drawings)),
  events: listenForStream(serveEvents),
};

// Next leaves upgrade requests open without a response, so it gets a server that never listens; only hot
// reload gets through.
const upgrades = new Server();

const NOT_SERVED: Reply = { status: 404, body: "", headers: {} };

/** Responds with an envelope below /v1, and with only a status for pages and probes. */
function refuse(
  handler: Handler,
  refusal: NonNullable<RequestClass["refusal"]>,
  { url = "", headers: sent }: IncomingMessage,
): Reply {
  const status = { "bad-host": 400, "no-such-address": 404, "foreign-form": 403, "large-form": 413 }[refusal];
  const prefix = findPrefix(url) ?? PREFIXES[0];
  const headers = { "X-Request-Id": getRequestId(sent["x-request-id"]?.toString() ?? null) };
  const issues = [{ field: "", message: "must be sent with one Host header that names a host" }];
  if (handler !== "api") return { status, body: "", headers: { "Cache-Control": "no-store" } };
  return status === 400
    ? errorReply("INVALID_PAYLOAD", prefix, headers, issues)
    : errorReply("ROUTE_NOT_FOUND", prefix, headers);
}

async function openPages(settings: Config): Promise<NodeHandler> {
  const { host: hostname, port, isDevelopment: dev, arePagesPending } = settings;
  if (arePagesPending) await once(process, "message");
  // Loaded only when needed, since the import takes a tenth of the start-up time.
  const { default: next } = await import("next");
  // By default the heap doubles between collections, with the garbage of rendered pages.
  setFlagsFromString("--heap-growing-percent=40");
  const app = next({ dev, dir: packageRoot(), hostname, port, quiet: !dev, httpServer: upgrades });
  await app.prepare();
  return app.getRequestHandler();
}

/** The span is named by the URL's pattern, since a URL can contain the secret of a link. */
function servePage(
  handle: NodeHandler,
  { pattern: route, keptMs, audience }: Url,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const serve = async () => {
    // Next's client then loads the page as a document, so that nothing of a former user survives in it.
    if (audience === "visitor") delete request.headers.rsc;
    if (keptMs !== undefined && (await serveKeptPage(handle, request, response))) return;
    await handle(request, response);
  };
  const toAttributes = () => ({ "http.route": route, "http.response.status_code": response.statusCode });
  inSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, toAttributes }, serve).catch((error) =>
    logFailure("page failed", error),
  );
}

/** Loads the page again for a form of another release, to whose action Next would respond with bare text. */
function reloadUnknownForm({ headers, url = "/" }: IncomingMessage, response: ServerResponse): void {
  const { writeHead } = response;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const isUnknown = response.hasHeader("x-nextjs-action-not-found") && headers["next-action"] === undefined;
    if (isUnknown) response.setHeader("Location", url);
    return Reflect.apply(writeHead, response, [isUnknown ? 303 : status, ...rest]);
  };
}

const RELOAD_SECONDS = 5;

/** Serves a page that reloads itself until the pages are loaded. */
function serveLoadingPage({ headers }: Request): Response {
  const locale = chooseLocale({ acceptLanguage: headers.get("accept-language") }, getDefaultLocale());
  const { title, text } = MESSAGES[locale].common.starting;
  const words = { locale, title, text: text.replace("{seconds}", process.uptime().toFixed(0)) };
  return staticPage(503, words, { "Retry-After": `${RELOAD_SECONDS}`, Refresh: `${RELOAD_SECONDS}` });
}

const serveLoading = listenForResponse(async (request) => serveLoadingPage(request));

async function checkWebhookKey(settings: WebhookSettings): Promise<void> {
  await checkSecretKey(runtime().db, configuredKey(settings)).catch((error: unknown) => {
    // /readyz reports a database that is down or not migrated yet.
    if (error instanceof SecretKeyError) throw error;
  });
}

/** Logs one line for each outside service. The process serves without them, so nothing waits for this. */
async function logServices(settings: Config): Promise<void> {
  for (const { variable, problem } of await probeServices(settings, runtime().db)) {
    if (problem === null) logInfo("service reached", { variable });
    else logWarning(`${variable}: ${problem}`);
  }
}

async function main(): Promise<void> {
  const settings = config();
  const { host, port, role, proxyHops, publicUrl, isDevelopment } = settings;
  const headers = securityHeaders(publicUrl);
  // A page's own policy would be added to this one, not replace it.
  const common: CommonHeaders = [...headers, ["Content-Security-Policy", NO_CONTENT_POLICY]];
  if (settings.isProduction) takeOverOutput();
  const stopTracing = settings.traces === null ? null : await startTracing(settings.traces);
  const { db, hub, keyUse, proxyCheck, requestLog } = runtime();
  await syncClock(db);
  await checkWebhookKey(settings.webhooks);
  const hasApi = role !== "worker";
  const hasPages = hasApi && role !== "api";
  let pages: NodeHandler | null = null;
  health.arePagesPending = hasPages;

  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    (request: IncomingMessage, response: ServerResponse) => {
      if (health.isDraining) response.setHeader("Connection", "close");
      const { url, refusal } = classifyRequest(request);
      // In development Next compiles the API with proxy.ts, as it changes.
      const handler =
        url.handler === "none" || (isDevelopment && url.handler === "api") ? "pages" : url.handler;
      const isPageRequest = ["pages", "events", "map"].includes(handler);
      const isServed = handler === "health" || (isPageRequest ? hasPages : hasApi);
      const refused =
        refusal !== undefined ? refuse(url.handler, refusal, request) : isServed ? null : NOT_SERVED;
      const extra = handler === "pages" ? headers : common;
      if (refused !== null) return writeReply(request, response, refused, extra);
      const forwardedFor = request.headers["x-forwarded-for"];
      // Probes do not pass through the proxy.
      if (handler !== "health") proxyCheck.check(request.headers);
      const ip = clientIp(request.socket.remoteAddress, forwardedFor, proxyHops);
      request.headers[CLIENT_IP_HEADER] = ip;
      request.headers[CLIENT_ADDRESS_HEADER] = toNetwork(ip);
      if (handler === "api" || handler === "gps") return ADAPTERS[handler](request, response, common);
      // The Request class rejects these methods; they get the same 405 as any other method without an operation.
      if (request.method === "TRACE" || request.method === "TRACK") request.method = "OPTIONS";
      for (const [name, value] of extra) response.setHeader(name, value);
      if (handler === "pages" || handler === "map") {
        const startedAt = performance.now();
        response.once("finish", () =>
          observePage(handler, response.statusCode, (performance.now() - startedAt) / 1000),
        );
      }
      const serveOther = () => {
        if (handler !== "pages") return ADAPTERS[handler](request, response, common);
        if (pages === null) return serveLoading(request, response, common);
        if (request.method === "POST") reloadUnknownForm(request, response);
        if (!url.isUpload) refuseLargeForm(request, response);
        servePage(pages, url, request, response);
      };
      continueTrace(request.headers.traceparent?.toString(), serveOther);
    },
  );
  server.on("clientError", refuseUnreadable);
  // Without a listener, Node responds with a bare 417 to any expectation but 100-continue.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  if (isDevelopment) server.on("upgrade", (...upgrade) => upgrades.emit("upgrade", ...upgrade));
  // Without a listener, Node closes the connection without a response.
  server.on("connect", (_, socket) =>
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n"),
  );
  const close = createCloser(server);

  const worker = role === "all" || role === "worker" ? startWorker() : null;
  const report = startHealthReport(runtime(), settings, () => pages !== null);

  let isStopping = false;
  const stop = async (drainSeconds: number): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    health.isDraining = true;
    logInfo("stopping", { drain_seconds: drainSeconds });
    const worked = worker?.stop();
    // Requests keep arriving until the load balancer sees that this process is not ready.
    await sleep(drainSeconds * 1_000);
    const closed = close(FINISH_WITHIN_MS);
    await hub.close();
    await stopWatchingRows(db);
    await Promise.race([Promise.all([closed, worked]), sleep(FINISH_WITHIN_MS + 500)]);
    const flushed = Promise.all([
      keyUse.flush().catch((error) => logFailure("key use not recorded", error)),
      requestLog?.flush(),
      stopTracing?.().catch((error) => logFailure("traces not exported", error)),
      report.stop(),
    ]);
    await Promise.race([flushed.then(() => db.close()), sleep(FLUSH_WITHIN_MS)]);
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => stop(settings.drainSeconds));
  // Without a supervisor (npm start) this process must end itself, and no proxy needs a drain.
  if (process.send !== undefined) process.on("disconnect", () => stop(0));

  server.on("error", (error: NodeJS.ErrnoException) => {
    const taken = error.code === "EADDRINUSE";
    process.stderr.write(taken ? `Port ${port} is taken. Choose another with PORT.\n` : `${error.message}\n`);
    process.exit(1);
  });
  server.listen({ port, host, backlog: LISTEN_BACKLOG }, () => {
    logInfo("listening", { port });
  });
  // Under npm start, the supervisor has already logged them.
  if (process.send === undefined) for (const line of findMisspelledNames(process.env)) logWarning(line);
  logServices(settings).catch((error) => logFailure("services not probed", error));
  // The API does not need the models. Loading them in a transaction would count against its time limit.
  if (hasPages || worker !== null) db.loadModels().catch((error) => logFailure("models not loaded", error));
  if (hasPages) {
    pages = await openPages(settings);
    health.arePagesPending = false;
  }
}

for (const kind of ["unhandledRejection", "uncaughtException"]) {
  process.on(kind, (error) => {
    logFailure(kind, error);
    process.exit(1);
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
