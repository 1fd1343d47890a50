import {
  type CallOptions,
  Dropline,
  DroplineError,
  type Event,
  isNewer,
  type Order,
  type OrderRequest,
  verifyWebhook,
  WebhookVerificationError,
} from "@/clients/typescript/src/index";
import type { ProbeInput } from "@/testing/client-probe";

const input: ProbeInput = JSON.parse(process.env.PROBE ?? "");

async function live(): Promise<unknown[]> {
  // A busy machine may need longer than the defaults.
  const patience = { timeoutMs: 120_000, deadlineMs: 120_000 };
  const dropline = new Dropline({ key: input.key, baseUrl: input.url, ...patience });
  const body = input.order as unknown as OrderRequest;
  const order = await dropline.createOrder(body, { sandboxScenario: "no_courier", sandboxSpeed: 60 });
  const second = { ...body, external_order_id: "second" };
  await dropline.createOrder(second, { sandboxScenario: "no_courier" });
  const patched = await dropline.patchOrder("second", { comment: null, cargo_size: "S" });
  const delivered = await dropline.stepOrder("second", { until: "delivered" });
  const history = await dropline.getOrder("second");
  const cancelled = await dropline.cancelOrder(order.external_order_id, { reason: "other" });
  const listed: Order[] = [];
  for await (const one of dropline.iterateOrders({ limit: 1, status: ["delivered", "cancelled"] }))
    listed.push(one);
  const events: Event[] = [];
  for await (const page of dropline.iterateEventPages({ limit: 2 })) events.push(...page.events);
  const missing = await dropline.getOrder("there / is none").catch((error: DroplineError) => error);
  const invalid = await dropline
    .createQuote({ pickup: { latitude: 91, longitude: 0 }, dropoffs: [] })
    .catch((error: DroplineError) => error);
  if (!(missing instanceof DroplineError && invalid instanceof DroplineError)) throw missing;
  return [
    order.status,
    patched.price === order.price,
    delivered.status,
    history.status_changes.map(({ status }) => status),
    cancelled.status,
    listed.map((one) => one.external_order_id),
    events.filter(({ external_order_id }) => external_order_id === "second").map(({ event }) => event),
    [missing.id, missing.status, missing.requestId !== ""],
    invalid.issues.map(({ field }) => field),
  ];
}

async function outcome(place: number): Promise<unknown> {
  const { call, timeoutMs = 10_000, deadlineMs = 60_000 } = input.answers[place] ?? {};
  const dropline = new Dropline({
    key: "dl_test_1",
    baseUrl: `${input.badUrl}/${place}`,
    retryDelayMs: 10,
    timeoutMs,
    deadlineMs,
  });
  const controller = new AbortController();
  const options: CallOptions = call === "cancelled" ? { signal: controller.signal } : {};
  const startedAt = performance.now();
  setTimeout(() => controller.abort(), 1000);
  const { status, id, excerpt } = await (call === "stepOrder"
    ? dropline.stepOrder("one")
    : dropline.ping(options)
  ).then(
    () => ({ status: 200, id: null, excerpt: "" }),
    (error: unknown) => {
      if (error instanceof DroplineError) return error;
      return { status: 0, id: error === controller.signal.reason ? "cancelled" : String(error), excerpt: "" };
    },
  );
  return { status, id, excerpt, ms: performance.now() - startedAt };
}

async function call(): Promise<void> {
  const dropline = new Dropline({ key: "dl_test_1", baseUrl: `${input.badUrl}/calls`, retryDelayMs: 1 });
  const id = "a/b ?#é";
  const order = input.order as unknown as OrderRequest;
  const point = { latitude: 1, longitude: 2 };
  const calls: Promise<unknown>[] = [
    dropline.createOrder(order, { sandboxScenario: "happy", sandboxSpeed: 2 }),
    dropline.listOrders({
      status: ["new", "assigned"],
      createdFrom: "2026-11-21T14:00:00Z",
      createdTo: "2026-11-21T14:00:00Z",
      updatedSince: "2026-11-21T14:00:00Z",
      externalOrderIdPrefix: "x",
      phone: "12345",
      metadata: { key: "x" },
      limit: 1,
      offset: 2,
      cursor: "x",
    }),
    dropline.getOrder(id),
    dropline.replaceOrder(id, order),
    dropline.patchOrder(id, {}),
    dropline.getCancellation(id),
    dropline.cancelOrder(id),
    dropline.answerUndeliverable(id, { action: "leave" }),
    dropline.issueTrackingLink(id),
    dropline.createBatch({ orders: [order] }),
    dropline.getBatch(id, { limit: 1, offset: 2 }),
    dropline.stopBatch(id),
    dropline.createQuote({ pickup: point, dropoffs: [point] }),
    dropline.getPricing(),
    dropline.searchAddresses({ query: "x", limit: 1, near: "1,2" }),
    dropline.findNearestAddress(point),
    dropline.listStatements(),
    dropline.getStatement(id, { limit: 1, offset: 2 }),
    dropline.ping(),
    dropline.listEvents({ after: "x", limit: 1 }),
    dropline.createWebhookEndpoint({ url: "x" }),
    dropline.listWebhookEndpoints(),
    dropline.getWebhookEndpoint(id),
    dropline.patchWebhookEndpoint(id, {}),
    dropline.deleteWebhookEndpoint(id),
    dropline.rotateWebhookSecret(id),
    dropline.testWebhookEndpoint(id),
    dropline.listWebhookDeliveries(id, { limit: 1, cursor: "x" }),
    dropline.resendWebhookDelivery(id, id),
    dropline.stepOrder(id),
  ];
  await Promise.allSettled(calls);
}

const verify = ({ headers, body, secret }: ProbeInput["webhooks"][number]): Promise<string> =>
  verifyWebhook(headers, body, secret).then(
    ({ id }) => id,
    (error: unknown) => {
      if (error instanceof WebhookVerificationError) return "refused";
      throw error;
    },
  );

const [life, outcomes, webhooks] = await Promise.all([
  live(),
  Promise.all(input.answers.map((_, place) => outcome(place))),
  Promise.all(input.webhooks.map(verify)),
  call(),
]);
const newer = input.events.map(({ event, last }) => isNewer(event as Event, last));
process.stdout.write(JSON.stringify({ life, outcomes, webhooks, newer, models: null }));
