import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateAccount } from "@/lib/accounts/update-account";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { getOrder } from "@/lib/orders/load-order";
import { address, newId } from "@/testing/api-client";
import { type Receiver, startReceiver } from "@/testing/receiver";
import { startTestServer, type TestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";
import { addEndpoint, SECRET_TEXT, testWebhooks } from "@/testing/webhook-side";

const METRICS_TOKEN = "a token for the metrics";
const PHONE = "+79219876543";
const WORD = "Канарейкина";

/** Anything of the person, whole or as a query string. */
const TRACES = /канарейк|k.n.r.i|%D0%9A%D0%B0%D0%BD%D0%B0%D1%80|9219876543|987-65-43|Соловьиная|59\.918273/i;

const STOP = {
  address: {
    ...address(59.918273, 30.364554),
    street: "Соловьиная улица",
    intercom: `${WORD} 7`,
    instructions: `${WORD}: ${PHONE}`,
  },
  contact: { value: PHONE, name: WORD },
};

describe("the output and the metrics of a service", () => {
  let stage: TestServer;
  let receiver: Receiver;

  beforeAll(async () => {
    // Shops and the provider of messages fail, and repeat what they were sent.
    receiver = await startReceiver((response, { body }) => response.writeHead(500).end(body));
    stage = await startTestServer({
      env: {
        ROLE: "all",
        LOG_LEVEL: "trace",
        METRICS_TOKEN,
        WEBHOOK_SECRET_KEY: SECRET_TEXT,
        WEBHOOK_ALLOW_HTTP: "1",
        WEBHOOK_ALLOW_PRIVATE: "1",
        MESSAGES_URL: receiver.url,
        MESSAGES_TEMPLATE: '{"to":"{phone}","text":"{text}"}',
      },
    });
  });

  afterAll(async () => {
    await stage?.close();
    await receiver?.close();
  });

  it("have nothing of a recipient, however the order goes", async () => {
    const { db, shop, api, couriers } = stage;
    await updateAccount(db, shop.accountId, { messageKinds: ["accepted", "failed"] });
    await addEndpoint(testWebhooks(db), shop.scope, `${receiver.url}/hook`);
    const order = {
      external_order_id: newId(),
      pickup: { address: address(), contact: { value: "+78125550100" } },
      dropoffs: [STOP],
      comment: WORD,
      metadata: { customer: WORD },
    };
    expect((await api.create(order)).status).toBe(201);
    // Refused by validation, answered with the first order, unreadable, and unknown.
    const long = { ...STOP, contact: { ...STOP.contact, type: WORD } };
    expect((await api.create({ ...order, external_order_id: newId(), dropoffs: [long] })).status).toBe(400);
    expect((await api.create({ ...order, comment: `${WORD} 2` })).status).toBe(200);
    expect((await api.create(`{"${WORD}":`)).status).toBe(400);
    await api.get(`/v1/partner/orders?recipient_phone=${encodeURIComponent(PHONE)}`);
    await api.get(`/v1/partner/orders/${encodeURIComponent(WORD)}`);
    const courierId = await couriers.lead(shop.scope, order.external_order_id, "in_progress");
    const { id: orderId } = await getOrder(db, {
      scope: shop.scope,
      externalOrderId: order.external_order_id,
    });
    await recordStep(couriers.context, courierId, {
      orderId,
      step: { type: "arrive", dropoff: 0 },
      report: {},
    });
    await recordStep(couriers.context, courierId, {
      orderId,
      step: { type: "fail", dropoff: 0 },
      report: { failure: { code: "other", comment: `${WORD} ${PHONE}` } },
    });
    await api.post(`/v1/partner/orders/${order.external_order_id}/cancel`, { reason: WORD, comment: PHONE });
    // Both have been tried, and have failed with the person's data in the answer.
    await pollUntil(async () => {
      const attempts = await db.models.webhookAttempt.count({ where: { response: { contains: WORD } } });
      const messages = await db.models.recipientMessage.count({
        where: { phone: PHONE, attempts: { gt: 0 } },
      });
      return attempts > 0 && messages > 0;
    });
    const metrics = await fetch(`${stage.server.baseUrl}/metrics`, {
      headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
    });
    expect(metrics.status).toBe(200);
    expect(await metrics.text()).not.toMatch(TRACES);
    expect(
      stage.server
        .output()
        .split("\n")
        .filter((line) => TRACES.test(line)),
    ).toEqual([]);
    // Otherwise the service would not have logged at all.
    expect(stage.server.output()).toMatch(/"level"/);
  });
});
