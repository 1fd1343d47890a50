import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSender, type Lookup } from "@/lib/http/create-sender";
import { enqueueCourierPush } from "@/lib/notify/enqueue-push";
import type { PushContext } from "@/lib/notify/push-context";
import { pushCourier } from "@/lib/notify/push-courier";
import { derivePushKeys } from "@/lib/notify/push-keys";
import { pushToCourier } from "@/lib/notify/push-to-courier";
import { subscribeCourier } from "@/lib/notify/subscribe";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { type LocalPushService, startPushService } from "@/testing/push-receiver";

const OPEN = { allowHttp: true, allowPrivate: true };
const STRICT = { allowHttp: false, allowPrivate: false };
const MESSAGE = {
  title: "New order",
  body: "Open the app",
  url: "http://localhost:3000/courier",
  tag: "offer",
};

describe("the push keys of the service", () => {
  it("are the same for the same secret, and differ for another secret", () => {
    const keys = derivePushKeys("a secret of the service");
    expect(derivePushKeys("a secret of the service")).toEqual(keys);
    expect(derivePushKeys("another secret")).not.toEqual(keys);
    expect(Buffer.from(keys.publicKey, "base64url")).toHaveLength(65);
    expect(Buffer.from(keys.privateKey, "base64url")).toHaveLength(32);
  });
});

describe("push notifications to a courier", () => {
  let api: LocalApi;
  let service: LocalPushService;
  let context: PushContext;

  beforeAll(async () => {
    [api, service] = await Promise.all([openLocalApi(), startPushService()]);
    const keys = derivePushKeys("a secret of the service");
    const push = {
      keys,
      formerKeys: null,
      policy: OPEN,
      sender: createSender(OPEN),
      subject: "https://drop.example",
    };
    context = { db: api.db, clock: api.clock, publicUrl: "http://localhost:3000", push };
  });
  afterAll(async () => {
    await context?.push?.sender.close();
    await Promise.all([api?.close(), service?.close()]);
  });

  const subscribe = (courierId: string, input: object, policy = OPEN) =>
    subscribeCourier({ ...context, policy }, courierId, { locale: "en", ...input });
  const stored = (courierId: string) => api.db.models.pushSubscription.count({ where: { courierId } });

  it("reach each of the courier's browsers, encrypted for it and signed by the service", async () => {
    const courierId = await api.couriers.makeCourier();
    const [phone, tablet, stranger] = [service.openBrowser(), service.openBrowser(), service.openBrowser()];
    await subscribe(courierId, phone.subscription);
    await subscribe(courierId, tablet.subscription);
    await subscribe(await api.couriers.makeCourier(), stranger.subscription);
    expect(await pushToCourier(context, courierId, MESSAGE)).toBe(2);
    for (const { received } of [phone, tablet]) {
      expect(received).toMatchObject([
        {
          message: MESSAGE,
          senderKey: context.push?.keys.publicKey,
          claims: { sub: "https://drop.example" },
        },
      ]);
      expect(received[0]?.headers).toMatchObject({
        ttl: "180",
        urgency: "high",
        "content-encoding": "aes128gcm",
      });
    }
    expect(stranger.received).toEqual([]);
  });

  it("are written in the language of each browser, and sent by the job that a change enqueues", async () => {
    const courierId = await api.couriers.makeCourier();
    const [english, russian] = [service.openBrowser(), service.openBrowser()];
    await subscribe(courierId, english.subscription);
    await subscribe(courierId, { ...russian.subscription, locale: "ru" });
    await enqueueCourierPush(api.db, { courierId, kind: "offer", orderId: 7n });
    const job = await api.db.models.job.findFirstOrThrow({ where: { kind: "push_courier" } });
    await pushCourier(context.push)(api.couriers.context, job.key);
    expect(english.received.map(({ message }) => message.title)).toEqual(["New order"]);
    expect(russian.received.map(({ message }) => message.title)).toEqual(["Новый заказ"]);
    await expect(pushCourier(context.push)(api.couriers.context, "rumor x")).rejects.toThrow(TypeError);
  });

  it.each([404, 410])("stop for a browser whose push service responds %i", async (status) => {
    const courierId = await api.couriers.makeCourier();
    const browser = service.openBrowser();
    await subscribe(courierId, browser.subscription);
    service.answer(browser, status);
    expect(await pushToCourier(context, courierId, MESSAGE)).toBe(0);
    expect(await stored(courierId)).toBe(0);
  });

  it("are signed with the former key for a browser that has subscribed with it", async () => {
    const courierId = await api.couriers.makeCourier();
    const formerKeys = derivePushKeys("another secret");
    const browser = service.openBrowser(formerKeys.publicKey);
    await subscribe(courierId, browser.subscription);
    expect(await pushToCourier(context, courierId, MESSAGE)).toBe(0);
    const push = context.push && { ...context.push, formerKeys };
    expect(await pushToCourier({ ...context, push }, courierId, MESSAGE)).toBe(1);
    expect(browser.received).toMatchObject([{ message: MESSAGE, senderKey: formerKeys.publicKey }]);
  });

  it("keep a browser whose push service fails", async () => {
    const courierId = await api.couriers.makeCourier();
    const browser = service.openBrowser();
    await subscribe(courierId, browser.subscription);
    service.answer(browser, 503);
    expect(await pushToCourier(context, courierId, MESSAGE)).toBe(0);
    service.answer(browser, 201);
    expect(await pushToCourier(context, courierId, MESSAGE)).toBe(1);
  });

  it("are never sent to a private address, whatever endpoint is stored and however it is named", async () => {
    const courierId = await api.couriers.makeCourier();
    const [literal, named] = [service.openBrowser().subscription, service.openBrowser().subscription];
    await subscribe(courierId, literal);
    await subscribe(courierId, { ...named, endpoint: named.endpoint.replace("127.0.0.1", "push.example") });
    const lookup: Lookup = (_, __, found) => found(null, [{ address: "127.0.0.1", family: 4 }]);
    const sender = createSender({ allowHttp: true, allowPrivate: false }, lookup);
    const push = context.push && { ...context.push, sender };
    expect(await pushToCourier({ ...context, push }, courierId, MESSAGE)).toBe(0);
    // Had the request come through, the service would have refused it, and the browser been kept.
    expect(await stored(courierId)).toBe(0);
    await sender.close();
  });

  it("are not sent without the service's secret", async () => {
    const courierId = await api.couriers.makeCourier();
    const browser = service.openBrowser();
    await subscribe(courierId, browser.subscription);
    expect(await pushToCourier({ ...context, push: null }, courierId, MESSAGE)).toBe(0);
  });

  it("go to the newest five browsers, and each browser belongs to its latest courier", async () => {
    const [first, second] = [await api.couriers.makeCourier(), await api.couriers.makeCourier()];
    const browsers = Array.from({ length: 6 }, () => service.openBrowser());
    for (const { subscription } of browsers) {
      api.clock.advance(1);
      await subscribe(first, subscription);
    }
    expect(await stored(first)).toBe(5);
    const last = browsers[5];
    await subscribe(second, last?.subscription ?? {});
    expect([await stored(first), await stored(second)]).toEqual([4, 1]);
    expect(await pushToCourier(context, first, MESSAGE)).toBe(4);
    expect(browsers.map(({ received }) => received.length)).toEqual([0, 1, 1, 1, 1, 0]);
  });

  const valid = () => ({ ...service.openBrowser().subscription, endpoint: "https://push.example/1" });

  it.each([
    ["endpoint", { endpoint: "http://push.example/1" }],
    ["endpoint", { endpoint: "https://127.0.0.1/1" }],
    ["endpoint", { endpoint: "https://[::1]/1" }],
    ["endpoint", { endpoint: "https://localhost/1" }],
    ["endpoint", { endpoint: "https://push.example:6379/1" }],
    ["endpoint", { endpoint: `https://push.example/${"1".repeat(1000)}` }],
    ["endpoint", { endpoint: 7 }],
    ["p256dh", { p256dh: "AAAA" }],
    ["p256dh", { p256dh: Buffer.alloc(65, 4).toString("base64url") }],
    ["auth", { auth: "short" }],
    ["auth", { auth: null }],
    ["locale", { locale: "de" }],
  ])("are not accepted for a browser with a wrong %s: %j", async (field, change) => {
    const courierId = await api.couriers.makeCourier();
    await subscribe(courierId, valid(), STRICT);
    const refused = await subscribe(courierId, { ...valid(), ...change }, STRICT).catch((error) => error);
    expect(refused).toMatchObject({ code: "INVALID_PAYLOAD", issues: [{ field }] });
    expect(await stored(courierId)).toBe(1);
  });
});
