import { onStage, timesOf } from "@/bench/bench-stage";
import { drip, type Load, loadOf } from "@/bench/load";
import { printTable, times } from "@/bench/table";
import { newId, orderBody } from "@/testing/api-client";
import { startReceiver } from "@/testing/receiver";
import { until } from "@/testing/until";
import { SECRET_TEXT, WebhookSide } from "@/testing/webhook-side";

const CANCELS = 500;
const PER_SECOND = 20;

/** Measures the time from a request to the arrival of its event at a receiver. */
export async function benchWebhooks(clusterUrl: string): Promise<void> {
  const env = {
    ROLE: "all",
    AUTH_SECRET: SECRET_TEXT,
    WEBHOOK_ALLOW_PRIVATE: "1",
    WEBHOOK_ALLOW_HTTP: "1",
  };
  const arrivals = new Map<string, number>();
  const receiver = await startReceiver((response, { body }) => {
    response.writeHead(200).end();
    const { event, external_order_id } = JSON.parse(body) as { event: string; external_order_id: string };
    if (event === "order.cancelled") arrivals.set(external_order_id, performance.now());
  });
  await onStage(clusterUrl, { env }, async ({ db, databaseUrl, shop }, caller) => {
    const ids = Array.from({ length: CANCELS }, () => newId());
    for (const id of ids) {
      await caller.call("POST", "/v1/partner/orders", orderBody({ external_order_id: id }));
    }
    await new WebhookSide(db, databaseUrl).add(shop.scope, receiver.url);
    const asked = new Map<string, number>();
    const answered = await drip(
      async (index) => {
        const id = ids[index] ?? "";
        asked.set(id, performance.now());
        await caller.call("POST", `/v1/partner/orders/${id}/cancel`, {});
      },
      { perSecond: PER_SECOND, count: CANCELS },
    );
    await until(() => arrivals.size === CANCELS, 60_000);
    const delays = ids.map((id) => (arrivals.get(id) ?? Number.NaN) - (asked.get(id) ?? Number.NaN));
    const arrived = loadOf(delays, PER_SECOND);
    const row = (name: string, load: Load) => [name, ...timesOf(load), times(load.p50 / answered.p50)];
    printTable(
      `Webhooks, ${CANCELS} cancellations at ${PER_SECOND} a second`,
      ["from the request to", "p50", "p95", "p99", "p50 of the answer's"],
      [row("its answer", answered), row("the event's arrival at the receiver", arrived)],
    );
  }).finally(() => receiver.close());
}
