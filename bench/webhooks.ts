import { Caller } from "@/bench/caller";
import { drip, type Load, loadOf } from "@/bench/load";
import { ms, printTable, times } from "@/bench/table";
import { newId, orderBody } from "@/e2e/harness/api-client";
import { cloneDatabase, TEMPLATE } from "@/e2e/harness/cluster";
import { startReceiver } from "@/e2e/harness/receiver";
import { openStageOn } from "@/e2e/harness/stage";
import { until } from "@/e2e/harness/until";
import { SECRET_TEXT, WebhookSide } from "@/e2e/harness/webhook-side";

const CANCELS = 500;
const PER_SECOND = 20;

/** Measures how long an event takes from the request that causes it to its arrival at a receiver. */
export async function benchWebhooks(clusterUrl: string): Promise<void> {
  const database = await cloneDatabase(clusterUrl, TEMPLATE);
  const stage = await openStageOn(database, {
    env: {
      ROLE: "all",
      LOG_LEVEL: "warn",
      CHECK_RESPONSES: "0",
      AUTH_SECRET: SECRET_TEXT,
      WEBHOOK_ALLOW_PRIVATE: "1",
      WEBHOOK_ALLOW_HTTP: "1",
    },
  });
  const arrivals = new Map<string, number>();
  const receiver = await startReceiver((response, { body }) => {
    response.writeHead(200).end();
    const { event, external_order_id } = JSON.parse(body) as { event: string; external_order_id: string };
    if (event === "order.cancelled") arrivals.set(external_order_id, performance.now());
  });
  const caller = new Caller(stage.server.baseUrl, stage.shop.key);
  try {
    const ids = Array.from({ length: CANCELS }, () => newId());
    for (const id of ids) {
      await caller.call("POST", "/v1/partner/orders", orderBody({ external_order_id: id }));
    }
    await new WebhookSide(stage.db, stage.databaseUrl).add(stage.shop.scope, receiver.url);
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
    const row = (name: string, load: Load) => [
      name,
      ms(load.p50),
      ms(load.p95),
      ms(load.p99),
      times(load.p50 / answered.p50),
    ];
    printTable(
      `Webhooks, ${CANCELS} cancellations at ${PER_SECOND} a second`,
      ["from the request to", "p50", "p95", "p99", "p50 of the answer's"],
      [row("its answer", answered), row("the event's arrival at the receiver", arrived)],
    );
  } finally {
    await caller.close();
    await receiver.close();
    await stage.close();
  }
}
