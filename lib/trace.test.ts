import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateAccount } from "@/lib/accounts/update-account";
import { createGeocoder } from "@/lib/city/geocoding/geocoder";
import { createRouter } from "@/lib/routing/router";
import { findTraceId, readTraceparent } from "@/lib/trace";
import { MESSAGE_KINDS } from "@/lib/tracking/messages/message";
import { runMessages } from "@/lib/tracking/messages/run-messages";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { type Receiver, startReceiver } from "@/testing/receiver";
import { pollUntil } from "@/testing/until";
import { WebhookSide } from "@/testing/webhook-side";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const SENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

describe("a traceparent", () => {
  it.each([
    [SENT, TRACE_ID],
    [`cc-${TRACE_ID}-00f067aa0ba902b7-01-later-fields`, TRACE_ID],
    [`cc-${TRACE_ID}-00f067aa0ba902b7-01`, TRACE_ID],
  ])("is read: %s", (header, traceId) => {
    expect(readTraceparent(header)).toMatchObject({ traceId, spanId: "00f067aa0ba902b7", traceFlags: 1 });
  });

  it.each([
    null,
    "",
    `${SENT}-more`,
    `${SENT}, ${SENT}`,
    SENT.toUpperCase(),
    `ff-${TRACE_ID}-00f067aa0ba902b7-01`,
    `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE_ID}-${"0".repeat(16)}-01`,
    `00-${TRACE_ID.slice(1)}-00f067aa0ba902b7-01`,
    `00-${TRACE_ID}-00f067aa0ba902b7-zz`,
  ])("is ignored: %s", (header) => {
    expect(readTraceparent(header)).toBeNull();
  });
});

describe("a request with a traceparent", () => {
  let local: LocalApi;
  let outside: Receiver;
  let webhooks: WebhookSide;

  beforeAll(async () => {
    outside = await startReceiver();
    const origin = outside.url.replace("/hook", "");
    local = await openLocalApi(undefined, {
      router: createRouter({ osrmUrl: origin }),
      geocoder: createGeocoder({ url: origin, type: "photon" }),
    });
    local.clock.advance(Date.now() - local.clock.now().getTime());
    webhooks = new WebhookSide(local.db, local.databaseUrl, local.clock);
  });
  afterAll(async () => {
    await webhooks?.stop();
    await outside?.close();
    await local?.close();
  });

  const sentTo = (path: RegExp) => outside.received.filter((one) => path.test(one.path));

  it("passes it on to road engine, geocoder, webhooks and message provider (REQ-8)", async () => {
    const { shop, api } = await local.newShop();
    await updateAccount(local.db, shop.accountId, { messageKinds: [...MESSAGE_KINDS], messageCap: 50 });
    const own = { name: "Traceparent", value: SENT.replace("a", "b") };
    for (const [path, headers] of [["/traced", []] as const, ["/own", [own]] as const]) {
      await webhooks.add(shop.scope, outside.url.replace("/hook", path), ["order.created"], headers);
    }
    const body = { ...orderBody(), notify: true };
    const { status } = await api.send("POST", "/v1/partner/orders", body, { traceparent: SENT });
    expect(status).toBe(201);
    await api.send("GET", "/v1/partner/addresses?query=Nevsky", undefined, { traceparent: SENT });
    webhooks.start();
    const provider = {
      url: outside.url.replace("/hook", "/sms"),
      method: "POST" as const,
      headers: {},
      template: "{phone} {text}",
    };
    const on = {
      attempt: () => {},
      failure: (error: unknown) => {
        throw error;
      },
    };
    const messages = runMessages({ ...local.runtime, provider }, on);
    await pollUntil(() => [/^\/traced/, /^\/own/, /^\/sms/].every((path) => sentTo(path).length > 0));
    await messages.stop();
    for (const path of [/^\/nearest/, /^\/api/, /^\/traced/, /^\/sms/]) {
      expect([path, sentTo(path)[0]?.headers.traceparent]).toEqual([path, SENT]);
    }
    expect(sentTo(/^\/own/)[0]?.headers.traceparent).toBe(own.value);
    expect(findTraceId()).toBeUndefined();
  });

  it("without one, or with an invalid one, sends none", async () => {
    const { shop, api } = await local.newShop();
    await webhooks.add(shop.scope, outside.url.replace("/hook", "/plain"), ["order.created"]);
    await api.create(orderBody());
    await api.send("POST", "/v1/partner/orders", orderBody(), { traceparent: `${SENT}-more` });
    await pollUntil(() => sentTo(/^\/plain/).length === 2);
    expect(sentTo(/^\/plain/).map(({ headers }) => headers.traceparent)).toEqual([undefined, undefined]);
  });
});
