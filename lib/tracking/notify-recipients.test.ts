import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSender } from "@/lib/http/create-sender";
import type { PushContext } from "@/lib/notify/push-context";
import { derivePushKeys } from "@/lib/notify/push-keys";
import { deleteEndedSubscriptions } from "@/lib/notify/push-to-recipients";
import { writeMessage, writeReply } from "@/lib/orders/feedback/write-message";
import { loadOrder } from "@/lib/orders/load-order";
import type { StopMessage } from "@/lib/orders/stop-message";
import type { Point } from "@/lib/point";
import { notifyRecipients } from "@/lib/tracking/notify-recipients";
import { pushMessage } from "@/lib/tracking/push-message";
import { subscribeRecipientPush } from "@/lib/tracking/subscribe-recipient-push";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { placeAt } from "@/testing/place-at";
import { type LocalPushService, type PushBrowser, startPushService } from "@/testing/push-receiver";

const OPEN = { allowHttp: true, allowPrivate: true };

describe("recipient notifications", () => {
  let local: LocalApi;
  let service: LocalPushService;
  let push: NonNullable<PushContext["push"]>;

  beforeAll(async () => {
    [local, service] = await Promise.all([openLocalApi(), startPushService()]);
    const keys = derivePushKeys("a secret of the service");
    push = {
      keys,
      formerKeys: null,
      policy: OPEN,
      sender: createSender(OPEN),
      subject: "https://drop.example",
    };
  });
  afterAll(async () => {
    await push?.sender.close();
    await Promise.all([local?.close(), service?.close()]);
  });

  const place = async (dropoffs: number) => {
    const { shop, api } = await local.newShop();
    const body = orderBodyWith(dropoffs);
    const { data } = await api.create(body);
    const getToken = (url: string) => url.split("/").at(-1) ?? "";
    const links = (data.tracking_urls ?? [data.tracking_url]).map((url) => getToken(url ?? ""));
    const doors = body.dropoffs.map(({ address }) => address);
    return { scope: shop.scope, id: body.external_order_id, links, doors, pickup: body.pickup.address };
  };
  const follow = async (token = "", change: object = {}) => {
    const browser = service.openBrowser();
    const input = { ...browser.subscription, locale: "en", ...change };
    await subscribeRecipientPush({ ...local.runtime, policy: OPEN }, token, input);
    return browser;
  };
  const tell = () => notifyRecipients({ ...local.runtime, push });
  const reported = ({ received }: PushBrowser) => received.map(({ message }) => message.title);
  const at = (courierId: string, place: Point, fixes: 1 | 2 = 2) =>
    placeAt(local.runtime, courierId, place, fixes);
  const code = (work: Promise<unknown>) => work.then(() => null).catch((error) => error.code);

  it("are sent once for the phase on the way and once for near, with repeated and concurrent passes", async () => {
    const order = await place(1);
    const browser = await follow(order.links[0]);
    await tell();
    expect(reported(browser)).toEqual([]);
    const courierId = await local.couriers.lead(order.scope, order.id, "in_progress");
    await at(courierId, { latitude: order.pickup.latitude - 0.2, longitude: order.pickup.longitude });
    await Promise.all([tell(), tell(), tell()]);
    await tell();
    expect(reported(browser)).toEqual(["Your order is on its way"]);
    const [door] = order.doors;
    // A single fix may be wrong.
    await at(courierId, door ?? order.pickup, 1);
    await tell();
    expect(reported(browser)).toEqual(["Your order is on its way"]);
    await at(courierId, door ?? order.pickup);
    await Promise.all([tell(), tell()]);
    await tell();
    expect(reported(browser)).toEqual(["Your order is on its way", "The courier is almost there"]);
    const [, near] = browser.received;
    expect(near?.message).toMatchObject({
      url: `http://localhost:3000/t/${order.links[0]}`,
      tag: order.links[0],
    });
    expect(near?.message.body).toMatch(/^Your order from Shop \d+\. Please be ready\.$/);
  });

  it("omit the phase on the way for a later subscription, and stop at the end of the order", async () => {
    const order = await place(1);
    await local.couriers.lead(order.scope, order.id, "in_progress");
    const browser = await follow(order.links[0]);
    await tell();
    expect(reported(browser)).toEqual([]);
    await local.db.models.order.updateMany({
      where: { externalOrderId: order.id },
      data: { status: "delivered", deliveredAt: local.clock.now() },
    });
    await tell();
    expect(reported(browser)).toEqual([]);
    const stored = () =>
      local.db.models.pushSubscription.count({ where: { trackingToken: order.links[0] ?? "" } });
    expect(await stored()).toBe(1);
    await deleteEndedSubscriptions(local.db);
    expect(await stored()).toBe(0);
  });

  it("are sent only about the recipient's own stop", async () => {
    const order = await place(2);
    const [first, second] = [await follow(order.links[0]), await follow(order.links[1], { locale: "ru" })];
    const courierId = await local.couriers.lead(order.scope, order.id, "in_progress");
    await at(courierId, order.doors[1] ?? order.pickup);
    await tell();
    expect(reported(second)).toEqual(["Заказ в пути"]);
    await at(courierId, order.doors[0] ?? order.pickup);
    await tell();
    expect(reported(first).at(-1)).toBe("The courier is almost there");
    expect(reported(second)).toEqual(["Заказ в пути"]);
  });

  it("bring a courier's message to its recipient alone, in the language of the browser, and replies back", async () => {
    const order = await place(2);
    const [first = ""] = order.links;
    const english = await follow(first);
    const [russian, other] = [await follow(first, { locale: "ru" }), await follow(order.links[1])];
    const courierId = await local.couriers.lead(order.scope, order.id, "in_progress");
    const found = await loadOrder(local.db, { scope: order.scope, externalOrderId: order.id });
    const write = (id: string, words: Pick<StopMessage, "code" | "text">) =>
      writeMessage(local.runtime, courierId, {
        ...{ orderId: found?.id ?? 0n, position: 1, at: local.clock.now(), id, ...words },
      });
    await write("one tap", { code: "downstairs", text: "" });
    await write("words", { code: null, text: "Blue van" });
    await writeReply(local.runtime, first, "Coming");
    const jobs = (kind: string) =>
      local.db.models.job.findMany({ where: { kind, finishedAt: null }, orderBy: { id: "asc" } });
    for (const { key } of await jobs("push_message")) await pushMessage(push)(local.couriers.context, key);
    const listTexts = ({ received }: PushBrowser) => received.map(({ message }) => message.body);
    expect(listTexts(english)).toEqual(["I’m downstairs", "Blue van"]);
    expect(listTexts(russian)).toEqual(["Я внизу", "Blue van"]);
    expect(russian.received[0]?.message).toMatchObject({
      title: "Сообщение от курьера",
      url: `http://localhost:3000/t/${first}`,
    });
    expect(other.received).toEqual([]);
    expect((await jobs("push_courier")).map(({ key }) => key)).toEqual([`reply ${courierId} ${found?.id}`]);
  });

  it("stop once the link is revoked", async () => {
    const order = await place(1);
    const browser = await follow(order.links[0]);
    await local.couriers.lead(order.scope, order.id, "in_progress");
    await local.db.models.order.updateMany({
      where: { externalOrderId: order.id },
      data: { trackingToken: null },
    });
    await tell();
    expect(reported(browser)).toEqual([]);
  });

  it("can be subscribed to only by a recipient, with a public URL, while one is still to come", async () => {
    const [order, several] = [await place(1), await place(2)];
    expect(await code(follow("AAAAAAAAAAAAAAAAAAAAAA"))).toBe("LINK_NOT_FOUND");
    const strict = { ...local.runtime, policy: { allowHttp: false, allowPrivate: false } };
    const input = { ...service.openBrowser().subscription, locale: "en" };
    expect(await code(subscribeRecipientPush(strict, order.links[0] ?? "", input))).toBe("INVALID_PAYLOAD");
    await local.couriers.lead(order.scope, order.id, "delivered");
    expect(await code(follow(order.links[0]))).toBe("STEP_NOT_POSSIBLE");
    const whole = await local.db.models.order.findFirstOrThrow({ where: { externalOrderId: several.id } });
    expect(await code(follow(whole.trackingToken ?? ""))).toBe("STEP_NOT_POSSIBLE");
  });
});
