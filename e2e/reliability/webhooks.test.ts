import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { mintScope } from "@/lib/account-scope";
import { systemClock } from "@/lib/clock";
import { isUnavailable } from "@/lib/db/pg-errors";
import { text } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import type { DomainError } from "@/lib/domain-error";
import { eventResource } from "@/lib/orders/event";
import { checkSignature } from "@/lib/webhooks/check-signature";
import { deleteDeliveries } from "@/lib/webhooks/delete-deliveries";
import { getDelivery, listDeliveries } from "@/lib/webhooks/list-deliveries";
import { getEndpoint, listEndpoints } from "@/lib/webhooks/list-endpoints";
import type { CustomHeader } from "@/lib/webhooks/own-header";
import { replayDeliveries, replayDelivery, replayFailedSince } from "@/lib/webhooks/replay-deliveries";
import { revealSecret, rotateSecret } from "@/lib/webhooks/rotate-secret";
import { sendPositions } from "@/lib/webhooks/send-positions";
import { sendTestEvent } from "@/lib/webhooks/send-test-event";
import { deleteEndpoint, setEndpointEnabled, updateEndpoint } from "@/lib/webhooks/update-endpoint";
import { type ApiClient, newId, orderBody } from "@/testing/api-client";
import { expectFinalJournal } from "@/testing/final-journal";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { accept, hang, type Receiver, type Responder, startReceiver } from "@/testing/receiver";
import { runText } from "@/testing/run-text";
import { CourierSide } from "@/testing/shop";
import { pollUntil } from "@/testing/until";
import { WebhookSide } from "@/testing/webhook-side";

interface SentWebhook {
  id: string;
  event: string;
  sequence: number;
  external_order_id: string;
  cancellation: object | null;
  test: boolean;
  status: string;
}

describe("webhooks", () => {
  let local: LocalApi;
  let hooks: WebhookSide;
  const receivers: Receiver[] = [];

  const receive = async (answer: Responder = accept): Promise<Receiver> => {
    const receiver = await startReceiver(answer);
    receivers.push(receiver);
    return receiver;
  };

  beforeAll(async () => {
    local = await openLocalApi();
    hooks = new WebhookSide(local.db, local.databaseUrl);
    hooks.start();
  });

  afterEach(() => expect(hooks.failures).toEqual([]));

  afterAll(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await hooks?.stop();
    await local?.close();
  });

  const parsed = (receiver: Receiver) => receiver.received.map(({ body }) => JSON.parse(body) as SentWebhook);
  const readDeliveries = (endpointId: string) =>
    local.db.models.webhookDelivery.findMany({ where: { endpointId } });

  it("carry the journal's ids and bytes, signed, for an order's whole life (HOOK-2, HOOK-4, JRN-2, EVT-1, EVT-2, EVT-4, EVT-6–8, EVT-11, EVT-14)", async () => {
    const { shop, api } = await local.newShop();
    const receiver = await receive();
    const { secret } = await hooks.add(shop.scope, receiver.url);
    const [first, second] = [newId(), newId()];
    await api.create(orderBody({ external_order_id: first }));
    await api.create(orderBody({ external_order_id: second }));
    await api.send("PATCH", `/v1/partner/orders/${second}`, { comment: "Позвоните 🚚" });
    await api.post(`/v1/partner/orders/${second}/cancel`, { reason: "customer_changed_mind" });
    await local.couriers.lead(shop.scope, first, "delivered");
    await pollUntil(() => receiver.received.length === 7);

    await expectFinalJournal(local.db);
    const journal = (await api.get<{ events: SentWebhook[] }>("/v1/partner/events?limit=100")).text;
    const webhook = new Webhook(secret);
    for (const { body, headers, id } of receiver.received) {
      expect(journal).toContain(body);
      const sent = webhook.verify(body, headers as Record<string, string>) as SentWebhook;
      expect(eventResource.safeParse(sent).error).toBeUndefined();
      expect(sent.id).toBe(id);
      expect(headers["content-type"]).toBe("application/json");
      expect(headers["user-agent"]).toBe("Dropline");
      const isCancelled = sent.event === "order.cancelled";
      expect(sent.cancellation).toEqual(
        isCancelled ? { reason: "customer_changed_mind", comment: null } : null,
      );
    }
    const bySequence = (id: string) =>
      parsed(receiver)
        .filter((event) => event.external_order_id === id)
        .sort((a, b) => a.sequence - b.sequence)
        .map(({ sequence, event, status }) => `${sequence} ${event} ${status}`);
    expect(bySequence(first)).toEqual([
      "1 order.created new",
      "2 order.assigned assigned",
      "3 order.in_progress in_progress",
      "4 order.delivered delivered",
    ]);
    expect(bySequence(second)).toEqual([
      "1 order.created new",
      "2 order.updated new",
      "3 order.cancelled cancelled",
    ]);
  });

  it("can all be missed without loss, because the journal returns the same events", async () => {
    const { shop, api } = await local.newShop();
    const gone = await receive();
    await gone.close();
    const { endpoint } = await hooks.add(shop.scope, gone.url);
    const [first, second, third] = [newId(), newId(), newId()];
    for (const id of [first, second, third]) await api.create(orderBody({ external_order_id: id }));
    await api.send("PATCH", `/v1/partner/orders/${second}`, { comment: "Позвоните" });
    await api.post(`/v1/partner/orders/${second}/cancel`, { reason: "customer_changed_mind" });
    await local.couriers.lead(shop.scope, third, "delivered");
    await pollUntil(async () => (await readDeliveries(endpoint.id)).every(({ attempts }) => attempts > 0));
    expect((await readDeliveries(endpoint.id)).filter(({ state }) => state === "succeeded")).toEqual([]);

    const notified = new Map<string, { sequences: number[]; latest: SentWebhook & { order: object } }>();
    let cursor = "";
    const readOn = async (): Promise<number> => {
      const after = cursor === "" ? "" : `&after=${cursor}`;
      const { data } = await api.get<{ events: (SentWebhook & { order: object })[]; next_cursor: string }>(
        `/v1/partner/events?limit=2${after}`,
      );
      for (const event of data.events) {
        const sequences = notified.get(event.external_order_id)?.sequences ?? [];
        notified.set(event.external_order_id, { sequences: [...sequences, event.sequence], latest: event });
      }
      cursor = data.next_cursor;
      return data.events.length;
    };
    let count = 0;
    await pollUntil(async () => {
      count += await readOn();
      return count === 8;
    });
    expect(await readOn()).toBe(0);
    const rows = [first, second, third].map((id) => notified.get(id)?.sequences);
    expect(rows).toEqual([[1], [1, 2, 3], [1, 2, 3, 4]]);
    for (const id of [first, second, third]) {
      const { data } = await api.get<Record<string, unknown>>(`/v1/partner/orders/${id}`);
      // Events leave out what only a single order's resource has, and where a courier was at that time.
      const { estimated_arrivals: _, status_changes: __, driver_location: ___, ...rest } = data;
      const { stops: ____, charges: _____, planned_pickup: ______, ...order } = rest;
      expect(notified.get(id)?.latest.order).toMatchObject(order);
    }
  });

  it("go only to enabled endpoints of the same account and mode that subscribe to the event type (HOOK-1)", async () => {
    const { shop, api } = await local.newShop();
    const { shop: other } = await local.newShop();
    const [all, cancelled, test, foreign, paused] = await Promise.all([1, 2, 3, 4, 5].map(() => receive()));
    if (!all || !cancelled || !test || !foreign || !paused) throw new Error("A receiver is missing");
    await hooks.add(shop.scope, all.url);
    await hooks.add(shop.scope, cancelled.url, ["order.cancelled"]);
    await hooks.add(mintScope(shop.accountId, "test"), test.url);
    await hooks.add(other.scope, foreign.url);
    const off = await hooks.add(shop.scope, paused.url);
    await setEndpointEnabled(hooks.context, shop.scope, { endpointId: off.endpoint.id, isEnabled: false });
    const id = newId();
    await api.create(orderBody({ external_order_id: id }));
    await api.post(`/v1/partner/orders/${id}/cancel`);
    await pollUntil(() => all.received.length === 2 && cancelled.received.length === 1);
    expect(parsed(cancelled).map(({ event }) => event)).toEqual(["order.cancelled"]);
    expect(await local.db.models.webhookDelivery.count({ where: { accountId: shop.accountId } })).toBe(3);
    expect([test, foreign, paused].map(({ received }) => received.length)).toEqual([0, 0, 0]);
  });

  it("leave nothing behind when their transaction is rolled back", async () => {
    const { shop, api } = await local.newShop();
    const receiver = await receive();
    const { endpoint } = await hooks.add(shop.scope, receiver.url);
    const id = newId();
    await api.create(orderBody({ external_order_id: id }));
    await pollUntil(() => receiver.received.length === 1);
    await runText(
      local.db,
      "CREATE FUNCTION refuse_delivery() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'on purpose'; END $$",
    );
    await runText(
      local.db,
      "CREATE TRIGGER refuse_delivery BEFORE INSERT ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION refuse_delivery()",
    );
    const lost = newId();
    const answers = [
      await api.create(orderBody({ external_order_id: lost })),
      await api.post(`/v1/partner/orders/${id}/cancel`),
    ];
    await runText(local.db, "DROP TRIGGER refuse_delivery ON webhook_deliveries");
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    expect((await api.get(`/v1/partner/orders/${lost}`)).status).toBe(404);
    expect((await api.get(`/v1/partner/orders/${id}`)).data.status).toBe("new");
    expect(await readDeliveries(endpoint.id)).toHaveLength(1);
  });

  it("are resent with the same id after a failure, and every attempt is stored (HOOK-4, HOOK-10)", async () => {
    const { shop, api } = await local.newShop();
    const receiver = await receive((response, _, count) => {
      response.writeHead(count === 1 ? 500 : 200).end(count === 1 ? "<script>boom</script>" : "fine");
    });
    const { endpoint } = await hooks.add(shop.scope, receiver.url, ["order.created"]);
    await api.create(orderBody());
    await pollUntil(
      async () => (await getEndpoint(hooks.context, shop.scope, endpoint.id)).failingSince !== null,
    );
    const [waiting] = await readDeliveries(endpoint.id);
    expect(waiting).toMatchObject({ state: "pending", tries: 1, attempts: 1, leasedUntil: null });
    const waitMs = (waiting?.runAt.getTime() ?? 0) - Date.now();
    expect(waitMs).toBeLessThanOrEqual(6_000);
    await hooks.hurry(endpoint.id);
    await pollUntil(async () => (await readDeliveries(endpoint.id))[0]?.state === "succeeded");
    expect(receiver.received.map(({ id }) => id)).toEqual([waiting?.eventId, waiting?.eventId]);
    expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);

    const file = await getDelivery(local.db, shop.scope, {
      endpointId: endpoint.id,
      deliveryId: waiting?.id ?? 0n,
    });
    expect(file.body).toBe(receiver.received[0]?.body);
    expect(
      file.log.map(({ number, status, failure, response }) => ({ number, status, failure, response })),
    ).toEqual([
      { number: 2, status: 200, failure: null, response: "fine" },
      { number: 1, status: 500, failure: "status", response: "<script>boom</script>" },
    ]);
    expect(file.log[1]?.signature).toBe(receiver.received[0]?.headers["webhook-signature"]);
    // An attempt recorded while the page is being put together does not appear next to the state before it.
    await local.db.models.webhookAttempt.create({
      data: { ...file.log[0], number: 3 } as (typeof file.log)[0],
    });
    const again = await getDelivery(local.db, shop.scope, { endpointId: endpoint.id, deliveryId: file.id });
    expect(again.log).toEqual(file.log);
    await local.db.models.webhookAttempt.deleteMany({ where: { deliveryId: file.id, number: 3 } });
    const listed = await getEndpoint(hooks.context, shop.scope, endpoint.id);
    expect(listed).toMatchObject({ failingSince: null, figures: { attempts: 2, successes: 1 } });
  });

  it("stop at a 410, and a replay after the endpoint is enabled again delivers each missed event once (HOOK-7, HOOK-10)", async () => {
    const { shop, api } = await local.newShop();
    let isGone = true;
    const receiver = await receive((response) => {
      response.writeHead(isGone ? 410 : 200).end();
    });
    const { endpoint } = await hooks.add(shop.scope, receiver.url, ["order.created"]);
    const since = new Date(local.clock.now().getTime() - 1000);
    await api.create(orderBody());
    await pollUntil(
      async () => (await getEndpoint(hooks.context, shop.scope, endpoint.id)).disabledAt !== null,
    );
    expect((await getEndpoint(hooks.context, shop.scope, endpoint.id)).disabledReason).toBe("gone");
    await api.create(orderBody());
    await api.create(orderBody());
    expect(await readDeliveries(endpoint.id)).toHaveLength(1);
    await expect(replayFailedSince(local.db, shop.scope, { endpointId: endpoint.id, since })).rejects.toThrow(
      "ENDPOINT_DISABLED",
    );
    isGone = false;
    await setEndpointEnabled(hooks.context, shop.scope, { endpointId: endpoint.id, isEnabled: true });
    expect(await replayFailedSince(local.db, shop.scope, { endpointId: endpoint.id, since })).toBe(3);
    await pollUntil(async () => {
      const all = await readDeliveries(endpoint.id);
      return all.length === 3 && all.every(({ state }) => state === "succeeded");
    });
    expect(await replayFailedSince(local.db, shop.scope, { endpointId: endpoint.id, since })).toBe(0);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3);
    expect(receiver.received).toHaveLength(4);
  });

  it("disable an endpoint only after five days of failures (HOOK-8)", async () => {
    const { shop, api } = await local.newShop();
    const receiver = await receive((response) => {
      response.writeHead(503).end();
    });
    const { endpoint } = await hooks.add(shop.scope, receiver.url, ["order.created"]);
    await api.create(orderBody());
    await pollUntil(
      async () => (await getEndpoint(hooks.context, shop.scope, endpoint.id)).lastFailureAt !== null,
    );
    const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);
    await local.db.models.webhookEndpoint.update({
      where: { id: endpoint.id },
      data: { failingSince: ago(5.1), lastFailureAt: ago(1) },
    });
    await hooks.hurry(endpoint.id);
    await pollUntil(
      async () => (await getEndpoint(hooks.context, shop.scope, endpoint.id)).disabledAt !== null,
    );
    expect((await getEndpoint(hooks.context, shop.scope, endpoint.id)).disabledReason).toBe("failing");
    // Pending deliveries are kept until the endpoint is enabled again.
    expect(await readDeliveries(endpoint.id)).toMatchObject([{ state: "pending", tries: 2 }]);
  });

  it("are given up after the last attempt, and can be resent by hand (HOOK-5, HOOK-10)", async () => {
    const { shop, api } = await local.newShop();
    let isDown = true;
    const receiver = await receive((response) => {
      response.writeHead(isDown ? 500 : 200).end();
    });
    const { endpoint } = await hooks.add(shop.scope, receiver.url, ["order.created"]);
    await api.create(orderBody());
    for (let tries = 1; tries <= 10; tries += 1) {
      await pollUntil(async () => (await readDeliveries(endpoint.id))[0]?.tries === tries);
      await hooks.hurry(endpoint.id);
    }
    const [given] = await readDeliveries(endpoint.id);
    expect(given).toMatchObject({ state: "failed", attempts: 10 });
    expect(receiver.received).toHaveLength(10);
    isDown = false;
    const id = given?.id ?? 0n;
    await replayDelivery(local.db, shop.scope, { endpointId: endpoint.id, deliveryId: id });
    await pollUntil(async () => (await readDeliveries(endpoint.id))[0]?.state === "succeeded");
    await replayDelivery(local.db, shop.scope, { endpointId: endpoint.id, deliveryId: id });
    await pollUntil(() => receiver.received.length === 12);
    expect(new Set(receiver.received.map((one) => one.id))).toEqual(new Set([given?.eventId]));
  });

  it("are resent once each when selected if they are the endpoint's own, have a body and the endpoint is enabled", async () => {
    const { shop, api } = await local.newShop();
    const { shop: stranger } = await local.newShop();
    const [receiver, elsewhere] = [await receive(), await receive()];
    const { endpoint } = await hooks.add(shop.scope, receiver.url, ["order.created"]);
    const { endpoint: sibling } = await hooks.add(shop.scope, elsewhere.url, ["order.cancelled"]);
    const { endpoint: foreign } = await hooks.add(stranger.scope, elsewhere.url);
    for (let order = 0; order < 4; order += 1) await api.create(orderBody());
    const others = [
      await sendTestEvent(hooks.context, shop.scope, { endpointId: sibling.id, type: "webhook.test" }),
      await sendTestEvent(hooks.context, stranger.scope, { endpointId: foreign.id, type: "webhook.test" }),
    ];
    const isOver = async (id: string) =>
      (await readDeliveries(id)).every(({ state }) => state === "succeeded");
    await pollUntil(async () => (await isOver(endpoint.id)) && elsewhere.received.length === 2);
    await pollUntil(async () => (await isOver(sibling.id)) && (await isOver(foreign.id)));
    const [first, second, forgotten, left] = (await readDeliveries(endpoint.id)).sort((a, b) =>
      Number(a.id - b.id),
    );
    if (!first || !second || !forgotten || !left)
      throw new Error("Four orders have fewer than four deliveries");
    // As if the journal had dropped the event.
    await local.db.models.webhookDelivery.update({
      where: { id: forgotten.id },
      data: { eventId: crypto.randomUUID() },
    });
    const replay = (ids: bigint[]) =>
      replayDeliveries(local.db, shop.scope, { endpointId: endpoint.id, deliveryIds: ids });

    await expect(replay(others)).rejects.toThrow("DELIVERY_NOT_FOUND");
    await expect(
      replayDelivery(local.db, shop.scope, { endpointId: endpoint.id, deliveryId: forgotten.id }),
    ).rejects.toThrow("DELIVERY_NOT_FOUND");
    const chosen = [second.id, first.id, forgotten.id, first.id, ...others];
    expect(await replay(chosen)).toEqual({ sent: 2, gone: 1 });
    await pollUntil(async () => receiver.received.length === 6 && (await isOver(endpoint.id)));
    const again = receiver.received.slice(4).map(({ id }) => id);
    expect(again.sort()).toEqual([first.eventId, second.eventId].sort());
    expect(elsewhere.received).toHaveLength(2);
    expect((await readDeliveries(endpoint.id)).find(({ id }) => id === forgotten.id)).toMatchObject({
      state: "succeeded",
      attempts: 1,
    });

    await setEndpointEnabled(hooks.context, shop.scope, { endpointId: endpoint.id, isEnabled: false });
    await expect(replay([left.id])).rejects.toThrow("ENDPOINT_DISABLED");
    expect(await isOver(endpoint.id)).toBe(true);
  });

  it("are verified against the sent bytes and the account's secrets", async () => {
    const { shop } = await local.newShop();
    const { shop: stranger } = await local.newShop();
    const [receiver, elsewhere, strangers] = [await receive(), await receive(), await receive()];
    const { endpoint } = await hooks.add(shop.scope, receiver.url);
    const { endpoint: sibling } = await hooks.add(shop.scope, elsewhere.url);
    const { endpoint: foreign } = await hooks.add(stranger.scope, strangers.url);
    for (const [scope, { id }] of [
      [shop.scope, endpoint],
      [shop.scope, sibling],
      [stranger.scope, foreign],
    ] as const) {
      await sendTestEvent(hooks.context, scope, { endpointId: id, type: "webhook.test" });
    }
    const all = [receiver, elsewhere, strangers];
    await pollUntil(() => all.every(({ received }) => received.length === 1));
    await pollUntil(async () => (await readDeliveries(endpoint.id))[0]?.state === "succeeded");
    const check = async ({ received }: Receiver, body = received[0]?.body ?? "") => {
      const pasted = { headers: JSON.stringify(received[0]?.headers), body };
      const { findings } = await checkSignature(hooks.context, shop.scope, {
        endpointId: endpoint.id,
        pasted,
      });
      return findings.map(({ code }) => code);
    };
    const right = ["id_known", "timestamp_timely", "signature_right", "body_same"];
    const wrong = ["id_unknown", "timestamp_timely", "signature_wrong"];
    expect(await check(receiver)).toEqual(right);
    expect(await check(receiver, receiver.received[0]?.body.replace("webhook.test", "webhook.tess"))).toEqual(
      ["id_known", "timestamp_timely", "signature_wrong", "cause_body_changed", "body_differs"],
    );
    expect(await check(elsewhere)).toEqual([...wrong, "cause_other_endpoint"]);
    expect(await check(strangers)).toEqual([...wrong, "cause_unknown"]);

    await rotateSecret(hooks.context, shop.scope, endpoint.id);
    expect(await check(receiver)).toEqual(
      right.map((code) => code.replace("signature_right", "signature_right_former")),
    );
    await local.db.models.webhookEndpoint.update({
      where: { id: endpoint.id },
      data: { previousSecretUntil: new Date(Date.now() - 1) },
    });
    expect(await check(receiver)).toContain("cause_secret_ended");
  });

  it("are signed by both secrets during a rotation, and by one after it (HOOK-3)", async () => {
    const { shop } = await local.newShop();
    const receiver = await receive();
    const { endpoint, secret: former } = await hooks.add(shop.scope, receiver.url);
    const { secret, formerUntil } = await rotateSecret(hooks.context, shop.scope, endpoint.id);
    expect(await revealSecret(hooks.context, shop.scope, endpoint.id)).toBe(secret);
    expect(formerUntil.getTime() - Date.now()).toBeGreaterThan(23 * 60 * 60_000);
    await sendTestEvent(hooks.context, shop.scope, { endpointId: endpoint.id, type: "webhook.test" });
    await pollUntil(() => receiver.received.length === 1);
    await local.db.models.webhookEndpoint.update({
      where: { id: endpoint.id },
      data: { previousSecretUntil: new Date(Date.now() - 1) },
    });
    await sendTestEvent(hooks.context, shop.scope, { endpointId: endpoint.id, type: "order.cancelled" });
    await pollUntil(() => receiver.received.length === 2);
    const [during, after] = receiver.received.map(({ body, headers }) => ({
      body,
      headers: headers as Record<string, string>,
    }));
    if (during === undefined || after === undefined) throw new Error("A webhook was not received");
    for (const one of [former, secret]) new Webhook(one).verify(during.body, during.headers);
    new Webhook(secret).verify(after.body, after.headers);
    expect(() => new Webhook(former).verify(after.body, after.headers)).toThrow();
    expect(parsed(receiver)).toMatchObject([
      { event: "webhook.test", test: true, cancellation: null },
      { event: "order.cancelled", test: true, cancellation: { reason: "customer_changed_mind" } },
    ]);
    expect(await local.db.models.event.count({ where: { accountId: shop.accountId } })).toBe(0);
  });

  it("store no secret in plain text", async () => {
    const { shop } = await local.newShop();
    const { secret } = await hooks.add(shop.scope, "https://shop.example/hook");
    const [dump] = await query(local.db, { text: text.orNull })`
      SELECT string_agg(e::text || encode(secret, 'escape'), '') AS text FROM webhook_endpoints e`;
    expect(dump?.text).not.toContain(secret.slice(6));
    expect(dump?.text).not.toContain(Buffer.from(secret.slice(6)).toString("hex"));
  });

  it("carry the account's own headers, which are never returned nor sent to another host (HOOK-12)", async () => {
    const { shop } = await local.newShop();
    const [receiver, other] = [await receive(), await receive()];
    const secret = "Bearer of-the-gateway";
    const { endpoint } = await hooks.add(shop.scope, receiver.url, undefined, [
      { name: "Authorization", value: secret },
      { name: "X-Shop", value: "7" },
    ]);
    const { context } = hooks;
    const change = (url: string, headers: CustomHeader[]) =>
      updateEndpoint(context, shop.scope, {
        endpointId: endpoint.id,
        url,
        description: "",
        eventTypes: ["order.created"],
        headers,
      });
    const send = async (to: Receiver) => {
      const count = to.received.length + 1;
      await sendTestEvent(context, shop.scope, { endpointId: endpoint.id, type: "webhook.test" });
      await pollUntil(() => to.received.length === count);
      return to.received.at(-1)?.headers;
    };
    expect(await send(receiver)).toMatchObject({ authorization: secret, "x-shop": "7" });
    const [dump] = await query(local.db, { text: text.orNull })`
      SELECT string_agg(e::text || encode(header_values, 'escape'), '') AS text FROM webhook_endpoints e`;
    expect(dump?.text).not.toContain(secret);
    expect(dump?.text).not.toContain(Buffer.from(secret).toString("hex"));

    await change(receiver.url, [
      { name: "authorization", value: null },
      { name: "X-Shop", value: "8" },
    ]);
    expect(await send(receiver)).toMatchObject({ authorization: secret, "x-shop": "8" });
    for (const [url, name] of [
      [other.url, "authorization"],
      [receiver.url, "X-Unknown"],
    ] as const) {
      const refused = await change(url, [{ name, value: null }]).catch((error: unknown) => error);
      expect((refused as DomainError).issues).toEqual([{ field: "headers", message: "header_again" }]);
    }
    await change(other.url, []);
    const headers = await send(other);
    expect([headers?.authorization, headers?.["x-shop"]]).toEqual([undefined, undefined]);
  });

  it("operations do not find another account's endpoint or one in the other mode", async () => {
    const { shop } = await local.newShop();
    const { shop: stranger } = await local.newShop();
    const receiver = await receive();
    const { endpoint } = await hooks.add(shop.scope, receiver.url);
    const delivery = await sendTestEvent(hooks.context, shop.scope, {
      endpointId: endpoint.id,
      type: "webhook.test",
    });
    await pollUntil(() => receiver.received.length === 1);
    const before = await local.db.models.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
    const eventTypes = ["order.created" as const];
    const input = { url: "https://evil.example/", description: "", eventTypes, headers: [] };
    for (const scope of [stranger.scope, mintScope(shop.accountId, "test")]) {
      const { context } = hooks;
      const { id } = endpoint;
      const attempts: (() => Promise<unknown>)[] = [
        () => getEndpoint(context, scope, id),
        () => updateEndpoint(context, scope, { endpointId: id, ...input }),
        () => setEndpointEnabled(context, scope, { endpointId: id, isEnabled: false }),
        () => deleteEndpoint(context, scope, id),
        () => rotateSecret(context, scope, id),
        () => revealSecret(context, scope, id),
        () => listDeliveries(local.db, scope, { endpointId: id, filter: {}, limit: 10 }),
        () => getDelivery(local.db, scope, { endpointId: id, deliveryId: delivery }),
        () => replayDelivery(local.db, scope, { endpointId: id, deliveryId: delivery }),
        () => replayDeliveries(local.db, scope, { endpointId: id, deliveryIds: [delivery] }),
        () => replayFailedSince(local.db, scope, { endpointId: id, since: new Date(0) }),
        () =>
          checkSignature(context, scope, {
            endpointId: id,
            pasted: { headers: "webhook-id: 1", body: "{}" },
          }),
        () => sendTestEvent(context, scope, { endpointId: id, type: "webhook.test" }),
      ];
      for (const attempt of attempts) {
        const refusal = await attempt().catch((error: unknown) => error);
        expect([attempt.toString(), (refusal as DomainError).code]).toEqual([
          attempt.toString(),
          "ENDPOINT_NOT_FOUND",
        ]);
      }
      expect(await listEndpoints(context, scope)).toEqual([]);
    }
    expect(await local.db.models.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } })).toEqual(
      before,
    );
    const { endpoint: mine } = await hooks.add(stranger.scope, receiver.url);
    await expect(
      getDelivery(local.db, stranger.scope, { endpointId: mine.id, deliveryId: delivery }),
    ).rejects.toThrow("DELIVERY_NOT_FOUND");
    await expect(
      replayDelivery(local.db, stranger.scope, { endpointId: mine.id, deliveryId: delivery }),
    ).rejects.toThrow("DELIVERY_NOT_FOUND");
  });

  it("are listed by state, type and order, in pages", async () => {
    const { shop, api } = await local.newShop();
    const receiver = await receive();
    const { endpoint } = await hooks.add(shop.scope, receiver.url);
    const ids = [newId(), newId(), newId()];
    for (const id of ids) await api.create(orderBody({ external_order_id: id }));
    await api.post(`/v1/partner/orders/${ids[1]}/cancel`);
    await pollUntil(async () =>
      (await readDeliveries(endpoint.id)).every(({ state }) => state === "succeeded"),
    );
    const list = (filter: object, limit = 10) =>
      listDeliveries(local.db, shop.scope, { endpointId: endpoint.id, filter, limit });
    expect((await list({})).deliveries.map((one) => [one.externalOrderId, one.eventType])).toEqual([
      [ids[1], "order.cancelled"],
      [ids[2], "order.created"],
      [ids[1], "order.created"],
      [ids[0], "order.created"],
    ]);
    const page = await list({}, 3);
    expect((await list({ before: page.nextBefore ?? 0n }, 3)).deliveries).toHaveLength(1);
    expect((await list({ eventType: "order.cancelled" })).deliveries).toHaveLength(1);
    expect((await list({ externalOrderId: ids[1] })).deliveries).toHaveLength(2);
    expect((await list({ state: "failed" })).deliveries).toHaveLength(0);
    expect((await list({ state: "succeeded" })).nextBefore).toBeNull();
  });

  it("are no longer sent once their endpoint is removed, and are deleted by the next clean-up", async () => {
    const { shop, api } = await local.newShop();
    const receiver = await receive((response) => {
      response.writeHead(500).end();
    });
    const { endpoint } = await hooks.add(shop.scope, receiver.url);
    await api.create(orderBody());
    await pollUntil(async () => (await readDeliveries(endpoint.id))[0]?.attempts === 1);
    await deleteEndpoint(hooks.context, shop.scope, endpoint.id);
    await hooks.hurry(endpoint.id);
    await api.create(orderBody());
    expect(await readDeliveries(endpoint.id)).toHaveLength(1);
    const hours = (count: number) => new Date(Date.now() + count * 60 * 60_000);
    await deleteDeliveries(local.db, hours(-1000), hours(2), () => false);
    expect(await readDeliveries(endpoint.id)).toEqual([]);
    expect(await local.db.models.webhookEndpoint.count({ where: { id: endpoint.id } })).toBe(0);
    expect(await local.db.models.webhookAttempt.count({ where: { endpointId: endpoint.id } })).toBe(0);
    expect(receiver.received).toHaveLength(1);
  });

  it("reach the endpoints of 99 accounts before one hanging endpoint times out (HOOK-13)", async () => {
    const well: { receiver: Receiver; api: ApiClient }[] = [];
    for (let shops = 0; shops < 99; shops += 1) {
      const [receiver, { shop, api }] = await Promise.all([receive(), local.newShop()]);
      await hooks.add(shop.scope, receiver.url);
      well.push({ receiver, api });
    }
    const { shop: slow, api: slowApi } = await local.newShop();
    const hanging = await receive(hang);
    const { endpoint } = await hooks.add(slow.scope, hanging.url);
    for (let order = 0; order < 30; order += 1) await slowApi.create(orderBody());
    await pollUntil(() => hanging.received.length > 0);
    const arrived = await Promise.all(
      well.map(async ({ receiver, api }) => {
        const body = orderBody();
        // A busy machine has too few connections for all of them at once, and returns a 503.
        while ((await api.create(body)).status === 503);
        const createdAt = performance.now();
        await pollUntil(() => receiver.received.length > 0);
        return performance.now() - createdAt;
      }),
    );
    expect(await local.db.models.webhookAttempt.count({ where: { endpointId: endpoint.id } })).toBe(0);
    // No more than its share of its backlog is ever in flight.
    expect(hanging.received.length).toBeLessThanOrEqual(4);
    const median = arrived.sort((one, other) => one - other)[49] ?? 0;
    process.stdout.write(`99 endpoints next to a hanging one: median ${Math.round(median)} ms\n`);
    await hanging.close();
  });

  it("send a courier's newest position once in 20 seconds to subscribed endpoints only (EVT-9)", async () => {
    const { shop, api } = await local.newShop();
    const [asking, other] = [await receive(), await receive()];
    const { endpoint } = await hooks.add(shop.scope, asking.url, ["driver.location_updated"]);
    await hooks.add(shop.scope, other.url, ["order.delivered"]);
    const context = { ...hooks.context, clock: systemClock };
    // Positions are measured on the database's clock.
    const couriers = new CourierSide(local.db);
    const id = newId();
    await api.create(orderBody({ external_order_id: id }));
    const courier = await couriers.lead(shop.scope, id, "assigned");
    await sendPositions(context);
    expect(await readDeliveries(endpoint.id)).toEqual([]);
    await couriers.place(courier, new Date(), 59.91);
    await Promise.all([sendPositions(context), sendPositions(context)]);
    await pollUntil(() => asking.received.length === 1);
    for (const latitude of [59.92, 59.93]) {
      await couriers.place(courier, new Date(), latitude);
      await sendPositions(context);
    }
    expect(await readDeliveries(endpoint.id)).toMatchObject([{ attempts: 1, state: "succeeded" }]);
    await execute(local.db)`
      UPDATE webhook_deliveries SET created_at = now() - interval '21 seconds' WHERE endpoint_id = ${endpoint.id}::uuid`;
    await sendPositions(context);
    await pollUntil(() => asking.received.length === 2);
    const places = asking.received.map(({ body }) => JSON.parse(body).order.driver_location.latitude);
    expect(places).toEqual([59.91, 59.93]);
    expect(parsed(asking)[1]).toMatchObject({ event: "driver.location_updated", sequence: 2, test: false });
    expect(new Set(asking.received.map((one) => one.id)).size).toBe(2);
    expect((await api.get("/v1/partner/events?limit=100")).text).not.toContain("driver.location_updated");
    expect(other.received).toHaveLength(0);
  });

  it("have at most 20 endpoints per account, even after 25 concurrent registrations (HOOK-1)", async () => {
    const { shop } = await local.newShop();
    // On a busy machine a registration may not get the account's lock in time; its caller repeats it.
    const add = (index: number): Promise<unknown> =>
      hooks.add(shop.scope, `https://shop.example/${index}`).catch((error) => {
        if (!isUnavailable(error)) throw error;
        return add(index);
      });
    const made = await Promise.allSettled(Array.from({ length: 25 }, (_, index) => add(index)));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    expect(await local.db.models.webhookEndpoint.count({ where: { accountId: shop.accountId } })).toBe(20);
  });

  it("are finished or released when the sender stops during an attempt", async () => {
    const { shop } = await local.newShop();
    const receiver = await receive();
    const side = new WebhookSide(local.db, local.databaseUrl);
    const { endpoint } = await side.add(shop.scope, receiver.url);
    await sendTestEvent(side.context, shop.scope, { endpointId: endpoint.id, type: "webhook.test" });
    side.start();
    await side.stop();
    const [delivery] = await readDeliveries(endpoint.id);
    expect(delivery?.state === "succeeded" || delivery?.state === "pending").toBe(true);
    await pollUntil(async () => (await readDeliveries(endpoint.id))[0]?.state === "succeeded");
    expect(side.failures).toEqual([]);
  });
});
