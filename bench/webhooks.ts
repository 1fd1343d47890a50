import { setTimeout as sleep } from "node:timers/promises";
import { ms, type Section, table, times } from "@/bench/report";
import { percentile } from "@/bench/statistics";
import { newId, orderBody } from "@/testing/api-client";
import { cloneDatabase, TEMPLATE } from "@/testing/cluster";
import { startReceiver } from "@/testing/receiver";
import { openStageOn } from "@/testing/stage";
import { pollUntil } from "@/testing/until";
import { SECRET_TEXT, WebhookSide } from "@/testing/webhook-side";

const CANCELS = 300;
const PER_SECOND = 20;

export async function benchWebhooks(clusterUrl: string): Promise<Section[]> {
  const env = {
    ROLE: "all",
    AUTH_SECRET: SECRET_TEXT,
    LOG_LEVEL: "warn",
    CHECK_RESPONSES: "0",
    WEBHOOK_ALLOW_PRIVATE: "1",
    WEBHOOK_ALLOW_HTTP: "1",
  };
  const arrivals = new Map<string, number>();
  const receiver = await startReceiver((response, { body }) => {
    response.writeHead(200).end();
    const { event, external_order_id } = JSON.parse(body) as { event: string; external_order_id: string };
    if (event === "order.cancelled") arrivals.set(external_order_id, performance.now());
  });
  const { db, databaseUrl, shop, api, close } = await openStageOn(await cloneDatabase(clusterUrl, TEMPLATE), {
    env,
  });
  try {
    const ids = Array.from({ length: CANCELS }, () => newId());
    for (const id of ids) {
      await api.create(orderBody({ external_order_id: id }));
    }
    await new WebhookSide(db, databaseUrl).add(shop.scope, receiver.url);
    // Measured from when the call was due, so that a stall is not hidden by the calls it held up.
    const requested = new Map<string, number>();
    const answered: number[] = [];
    const cancel = async (id: string, due: number) => {
      await sleep(due - performance.now());
      requested.set(id, due);
      await api.post(`/v1/partner/orders/${id}/cancel`, {});
      answered.push(performance.now() - due);
    };
    const begin = performance.now();
    await Promise.all(ids.map((id, index) => cancel(id, begin + (index * 1000) / PER_SECOND)));
    await pollUntil(() => arrivals.size === CANCELS, 60_000);
    const delays = ids.map((id) => (arrivals.get(id) ?? Number.NaN) - (requested.get(id) ?? Number.NaN));
    const row = (name: string, delaysMs: readonly number[]) => [
      name,
      ...[0.5, 0.95, 0.99].map((share) => ms(percentile(delaysMs, share))),
      times(percentile(delaysMs, 0.5) / percentile(answered, 0.5)),
    ];
    const text = table(
      `${CANCELS} cancellations at ${PER_SECOND} a second, ${CANCELS} orders waiting for a courier`,
      ["from the request to", "p50", "p95", "p99", "p50 of the answer's"],
      [row("its answer", answered), row("the event's arrival at the receiver", delays)],
    );
    return [{ name: "webhooks", text }];
  } finally {
    await close();
    await receiver.close();
  }
}
