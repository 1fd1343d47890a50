import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Scenario } from "@/lib/sandbox/scenario";
import { getEndpoint } from "@/lib/webhooks/list-endpoints";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { type Receiver, startReceiver } from "@/testing/receiver";
import { pollUntil } from "@/testing/until";
import { WebhookSide } from "@/testing/webhook-side";

describe("deliberately faulty webhooks", () => {
  let local: LocalApi;
  let hooks: WebhookSide;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    local = await openLocalApi();
    hooks = new WebhookSide(local.db, local.databaseUrl, local.clock);
    hooks.start();
  });

  afterEach(() => expect(hooks.failures).toEqual([]));

  afterAll(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await hooks?.stop();
    await local?.close();
  });

  /** Orders so in a new account with one endpoint. */
  const playScenario = async (scenario: Scenario) => {
    const { shop, api } = await local.newShop("test");
    const receiver = await startReceiver();
    receivers.push(receiver);
    const { endpoint } = await hooks.add(shop.scope, receiver.url);
    const body = orderBody();
    const path = "/v1/partner/orders";
    const created = await api.send("POST", path, body, { "X-Sandbox-Scenario": scenario });
    expect(created.status).toBe(201);
    const attempts = () =>
      local.db.models.webhookAttempt.findMany({
        where: { endpointId: endpoint.id },
        orderBy: [{ deliveryId: "asc" }, { number: "asc" }],
      });
    const events = () => receiver.received.map(({ body }) => JSON.parse(body).event as string);
    const lead = () => local.couriers.lead(shop.scope, body.external_order_id, "delivered");
    return { shop, api, endpoint, receiver, attempts, events, lead };
  };

  it("arrive twice, with the same bytes and id (SBX-6)", async () => {
    const { endpoint, receiver, attempts } = await playScenario("webhook_duplicate");
    await pollUntil(() => receiver.received.length >= 2);
    await pollUntil(async () => (await attempts()).length >= 2);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect((await attempts()).map(({ number, status, failure }) => [number, status, failure])).toEqual([
      [1, 200, null],
      [2, 200, null],
    ]);
    const delivery = await local.db.models.webhookDelivery.findFirst({ where: { endpointId: endpoint.id } });
    expect(delivery?.state).toBe("succeeded");
  });

  it("arrive again after a response that counts as a 500, which does not count against the endpoint (SBX-6)", async () => {
    const { shop, endpoint, receiver, attempts } = await playScenario("webhook_500");
    await pollUntil(async () => (await attempts()).length === 1);
    expect((await attempts()).map(({ status, failure }) => [status, failure])).toEqual([[200, "rehearsal"]]);
    expect((await getEndpoint(hooks.context, shop.scope, endpoint.id)).failingSince).toBeNull();
    await hooks.hurry(endpoint.id);
    await pollUntil(async () => (await attempts()).length === 2);
    expect((await attempts())[1]).toMatchObject({ status: 200, failure: null });
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  });

  it("arrive out of order, with each second event before its predecessor (SBX-6)", async () => {
    const { lead, events } = await playScenario("webhook_out_of_order");
    await lead();
    await pollUntil(() => events().length === 4);
    const notified = events();
    expect(notified.indexOf("order.assigned")).toBeLessThan(notified.indexOf("order.created"));
    expect(notified.indexOf("order.delivered")).toBeLessThan(notified.indexOf("order.in_progress"));
  });

  it("arrive even if no later event overtakes them (SBX-6)", async () => {
    const { endpoint, events } = await playScenario("webhook_out_of_order");
    const held = () =>
      local.db.models.webhookDelivery.findFirst({ where: { endpointId: endpoint.id, claim: { gt: 1 } } });
    await pollUntil(async () => (await held()) !== null);
    expect(events()).toEqual([]);
    local.clock.advance(10 * 60_000);
    await pollUntil(() => events().length === 1);
  });

  it("arrive five minutes late by the sandbox's clock (SBX-6)", async () => {
    const { endpoint, events } = await playScenario("webhook_late");
    const held = () =>
      local.db.models.webhookDelivery.findFirst({
        where: { endpointId: endpoint.id, claim: 1, leasedUntil: null, runAt: { gt: new Date() } },
      });
    await pollUntil(async () => (await held()) !== null);
    expect(events()).toEqual([]);
    local.clock.advance((5 * 60_000) / 8);
    await hooks.hurry(endpoint.id);
    await pollUntil(() => events().length === 1);
  });
});
