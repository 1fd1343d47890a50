import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

// server.ts and Next's bundles of pages have their own copies of this module and of prom-client.
const shared = globalThis as unknown as { droplineMetrics?: Registry };
shared.droplineMetrics ??= new Registry();
const register = shared.droplineMetrics;

let built: ReturnType<typeof build> | undefined;
export const metrics = () => (built ??= build());

/** Returns the registered metric with this name, which another copy of this module may have created. */
function find<Metric, Settings extends { name: string }>(
  create: new (settings: Settings) => Metric,
  settings: Settings,
): Metric {
  return (
    (register.getSingleMetric(settings.name) as Metric | undefined) ??
    new create({ ...settings, registers: [register] })
  );
}

function build() {
  if (register.getSingleMetric("process_cpu_seconds_total") === undefined)
    collectDefaultMetrics({ register });
  return {
    requests: find(Histogram, {
      name: "dropline_api_request_seconds",
      help: "Time to answer an API request.",
      labelNames: ["method", "route", "status"],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    }),
    routingFallbacks: find(Counter, {
      name: "dropline_routing_fallbacks_total",
      help: "Trips that were estimated, and couriers compared by straight lines, because the routing server did not give a usable answer.",
      labelNames: ["reason"],
    }),
    pricedOrders: find(Counter, {
      name: "dropline_orders_priced_total",
      help: "New orders, by mode and by the source of the distances behind their price.",
      labelNames: ["mode", "source"],
    }),
    legs: find(Counter, {
      name: "dropline_route_legs_total",
      help: "Legs of trips that were in the cache (hit), or asked of the routing server (miss).",
      labelNames: ["outcome"],
    }),
    legCacheBytes: find(Gauge, {
      name: "dropline_route_cache_bytes",
      help: "Memory of the cached legs.",
    }),
    routeWaits: find(Histogram, {
      name: "dropline_route_wait_seconds",
      help: "Time that a request waited here before it was sent to the routing server.",
      buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    }),
    loggedRequests: find(Counter, {
      name: "dropline_logged_requests_total",
      help: "Calls that were written to the accounts' request log, or dropped because it could not keep up.",
      labelNames: ["outcome"],
    }),
    geocodingFailures: find(Counter, {
      name: "dropline_geocoding_failures_total",
      help: "Address searches that the geocoding server did not answer, by reason.",
      labelNames: ["reason"],
    }),
    webhookAttempts: find(Histogram, {
      name: "dropline_webhook_attempt_seconds",
      help: "Time of an attempt to deliver a webhook, by outcome: success, or a kind of failure.",
      labelNames: ["outcome"],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    }),
    webhookDelay: find(Histogram, {
      name: "dropline_webhook_delay_seconds",
      help: "Time from an event to the beginning of its first attempt.",
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 3600],
    }),
    pushes: find(Histogram, {
      name: "dropline_push_seconds",
      help: "Time to hand a notification to a push service, by outcome: success, gone, or a kind of failure.",
      labelNames: ["outcome"],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    }),
    messages: find(Histogram, {
      name: "dropline_message_seconds",
      help: "Time to hand a text message to its provider, by outcome: success or a kind of failure.",
      labelNames: ["outcome"],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    }),
    pageResponses: find(Histogram, {
      name: "dropline_page_response_seconds",
      help: "Time until a page, or a file of the map, was sent, by class of its status.",
      labelNames: ["handler", "status"],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    }),
    signInFailures: find(Counter, {
      name: "dropline_sign_in_failures_total",
      help: "Refused sign-ins, by method.",
      labelNames: ["method"],
    }),
    dispatchWait: find(Histogram, {
      name: "dropline_dispatch_wait_seconds",
      help: "Time from the beginning of the search until a live order was assigned by dispatch.",
      buckets: [1, 2.5, 5, 15, 30, 60, 180, 600, 1800],
    }),
    poolWait: find(Histogram, {
      name: "dropline_database_pool_wait_seconds",
      help: "Time until the pool handed out a database connection.",
      buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    }),
    refusals: find(Counter, {
      name: "dropline_database_refusals_total",
      help: "Statements that PostgreSQL refused because the server is read-only (25006), and connections it refused because it has too many (53300).",
      labelNames: ["code"],
    }),
  };
}

export function observeRequest(method: string, route: string, status: number, seconds: number): void {
  metrics().requests.observe({ method, route, status: String(status) }, seconds);
}

export function countLegs({ hits, misses, bytes }: { hits: number; misses: number; bytes: number }): void {
  metrics().legs.inc({ outcome: "hit" }, hits);
  metrics().legs.inc({ outcome: "miss" }, misses);
  metrics().legCacheBytes.set(bytes);
}

/** @param delaySeconds since the event, for a first attempt */
export function observeWebhookAttempt(outcome: string, seconds: number, delaySeconds: number | null): void {
  metrics().webhookAttempts.observe({ outcome }, seconds);
  if (delaySeconds !== null) metrics().webhookDelay.observe(Math.max(0, delaySeconds));
}

export function observeDispatch(waitedMs: number): void {
  metrics().dispatchWait.observe(Math.max(0, waitedMs / 1000));
}

const REFUSALS: ReadonlySet<string | undefined> = new Set(["25006", "53300"]);

export function countRefusal(code: string | undefined): void {
  if (REFUSALS.has(code)) metrics().refusals.inc({ code });
}

export function observePage(handler: string, status: number, seconds: number): void {
  metrics().pageResponses.observe({ handler, status: `${Math.floor(status / 100)}xx` }, seconds);
}

/** For values that are read at each scrape; NaN while one is unknown. */
export function setGauge(name: string, help: string, value: number): void {
  find(Gauge, { name, help }).set(value);
}

/** Removes the values of labels that no longer exist. */
export function setGauges(
  name: string,
  help: string,
  label: string,
  values: readonly (readonly [label: string, value: number | null])[],
): void {
  const gauge = find(Gauge, { name, help, labelNames: [label] });
  gauge.reset();
  for (const [key, value] of values) gauge.set({ [label]: key }, value ?? Number.NaN);
}

/** For a count that PostgreSQL keeps. */
export function setTotal(name: string, help: string, value: number): void {
  const counter = find(Counter, { name, help });
  counter.reset();
  counter.inc(value);
}

export async function renderMetrics(): Promise<{ contentType: string; text: string }> {
  metrics();
  return { contentType: register.contentType, text: await register.metrics() };
}
