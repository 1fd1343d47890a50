import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateAccount } from "@/lib/accounts/update-account";
import type { MessageProvider } from "@/lib/config";
import type { Transaction } from "@/lib/db/client";
import { createSender } from "@/lib/http/create-sender";
import { stopMessages } from "@/lib/orders/feedback/stop-messages";
import { deliverDropoff } from "@/lib/orders/fulfillment/deliver-dropoff";
import { deleteMessages } from "@/lib/tracking/messages/delete-messages";
import { detectMessages } from "@/lib/tracking/messages/detect-messages";
import { MESSAGE_KINDS } from "@/lib/tracking/messages/message";
import { runMessages } from "@/lib/tracking/messages/run-messages";
import { sendMessage } from "@/lib/tracking/messages/send-message";
import { claimMessages, countSentToPhone, releaseMessages } from "@/lib/tracking/messages/store";
import { orderBodyWith } from "@/testing/api-client";
import { countLockWaits } from "@/testing/count-lock-waits";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { placeAt } from "@/testing/place-at";
import {
  accept,
  type ReceivedRequest,
  type Receiver,
  type Responder,
  startReceiver,
} from "@/testing/receiver";
import { pollUntil } from "@/testing/until";

const ON = { messageKinds: [...MESSAGE_KINDS], messageCap: 50 };
const JSON_TEMPLATE =
  '{"to":"{phone}","text":"{text}","link":"{link}","order":"{order_code}","from":"{sender}"}';

describe("messages to recipients", () => {
  let local: LocalApi;
  let receiver: Receiver;
  let respond: Responder = accept;

  beforeAll(async () => {
    local = await openLocalApi();
    // The database judges by its own clock when a message is due.
    local.clock.advance(Date.now() - local.clock.now().getTime());
    receiver = await startReceiver((...request) => respond(...request));
  });
  afterAll(async () => {
    await receiver?.close();
    await local?.close();
  });

  const provide = (change: Partial<MessageProvider> = {}): MessageProvider => ({
    url: `${receiver.url}/sms`,
    method: "POST",
    headers: { Authorization: "Bearer key" },
    template: JSON_TEMPLATE,
    ...change,
  });
  const start = (provider: MessageProvider | null = provide()) =>
    runMessages(
      { ...local.runtime, provider },
      {
        attempt: () => {},
        failure: (error) => {
          throw error;
        },
      },
    );
  const open = async (change: object = {}, mode: "live" | "test" = "live") => {
    const made = await local.newShop(mode);
    await updateAccount(local.db, made.shop.accountId, { ...ON, ...change });
    return made;
  };
  type Made = Awaited<ReturnType<typeof open>>;
  const place = async ({ api }: Made, dropoffs = 1, change: object = {}) => {
    const body = { ...orderBodyWith(dropoffs), ...change };
    const { status, data } = await api.create(body);
    expect(status).toBe(201);
    const token = (url: string | null | undefined) => url?.split("/").at(-1) ?? "";
    const links = (data.tracking_urls ?? [data.tracking_url]).map(token);
    return { id: body.external_order_id, code: data.order_code, body, links };
  };
  const rows = ({ shop }: Made) =>
    local.db.models.recipientMessage.findMany({
      where: { accountId: shop.accountId },
      orderBy: [{ id: "asc" }],
    });
  const settle = async (made: Made) => {
    await pollUntil(async () => (await rows(made)).every(({ state }) => state !== "pending"));
    return rows(made);
  };
  const sendAll = async (made: Made, provider: MessageProvider | null = provide()) => {
    const runner = start(provider);
    const ended = await settle(made);
    await runner.stop();
    return ended;
  };
  const of = (order: string) =>
    receiver.received.filter(({ body, path }) => `${path} ${body}`.includes(order));
  const texts = (requests: readonly ReceivedRequest[]) => requests.map(({ body }) => JSON.parse(body).text);

  it("reach a provider over HTTP as JSON, a form or a query", async () => {
    const made = await open({ messageLocale: "en" });
    const first = await place(made);
    const expected = /^Shop \d+: your order is accepted\. Arrival .+ http:\/\/localhost:3000\/t\/.{22}$/;
    await sendAll(made);
    const [json] = of(first.code);
    expect(json?.headers).toMatchObject({
      authorization: "Bearer key",
      "content-type": "application/json",
      "idempotency-key": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(JSON.parse(json?.body ?? "")).toEqual({
      to: first.body.dropoffs[0]?.contact.value,
      text: expect.stringMatching(expected),
      link: expect.stringMatching(/\/t\/.{22}$/),
      order: first.code,
      from: expect.stringMatching(/^Shop/),
    });
    const template = "to={phone}&text={text}&order={order_code}";
    const second = await place(made);
    await sendAll(made, provide({ template }));
    const form = new URLSearchParams(of(second.code)[0]?.body);
    expect([form.get("to"), form.get("text")]).toEqual([
      first.body.dropoffs[0]?.contact.value,
      expect.stringMatching(expected),
    ]);
    const third = await place(made);
    const [, , sent] = await sendAll(
      made,
      provide({ template, method: "GET", url: `${receiver.url}/sms?key=1` }),
    );
    const query = new URL(of(third.code)[0]?.path ?? "", receiver.url).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      key: "1",
      to: first.body.dropoffs[0]?.contact.value,
      order: third.code,
    });
    expect(sent).toMatchObject({ state: "sent", status: 200, answer: "ok", attempts: 1 });
  });

  it("are tried at most five times with the same key and text (MSG-3)", async () => {
    const made = await open();
    const lucky = await place(made);
    const unlucky = await place(made);
    // A retry is due at once if it lies in the past of the database's clock.
    const ahead = 3_600_000;
    local.clock.advance(-ahead);
    respond = (response, { body }) =>
      response.writeHead(body.includes(lucky.code) && of(lucky.code).length === 3 ? 200 : 503).end("busy");
    const ended = await sendAll(made);
    respond = accept;
    local.clock.advance(ahead);
    expect(ended.map(({ state, attempts, status }) => [state, attempts, status])).toEqual([
      ["sent", 3, 200],
      ["failed", 5, 503],
    ]);
    for (const { code } of [lucky, unlucky]) {
      expect(new Set(of(code).map(({ headers, body }) => `${headers["idempotency-key"]} ${body}`)).size).toBe(
        1,
      );
    }
    expect(of(unlucky.code)).toHaveLength(5);
  });

  it("follow the order, never later than their use, and never with the code and a link together (MSG-4)", async () => {
    const made = await open({ proofCode: true, messageLocale: "en" });
    const order = await place(made, 2);
    await local.couriers.lead(made.shop.scope, order.id, "in_progress");
    // Nothing has been sent so far: acceptance is outdated, and so is the way to a delivered stop.
    await deliverDropoff(local.couriers.context, made.shop.scope, { externalOrderId: order.id, position: 1 });
    const ended = await sendAll(made);
    expect(ended.map(({ position, kind, state, reason }) => [position, kind, state, reason])).toEqual([
      [1, "accepted", "dropped", "late"],
      [2, "accepted", "dropped", "late"],
      [1, "on_the_way", "dropped", "late"],
      [2, "on_the_way", "sent", null],
      [1, "code", "dropped", "late"],
      [2, "code", "sent", null],
      [1, "delivered", "sent", null],
    ]);
    const codes = of(order.code).filter(({ body }) => body.includes("code "));
    expect(texts(codes)).toEqual([
      expect.stringMatching(/give the courier the code \d{6} to get your order/),
    ]);
    expect(JSON.parse(codes[0]?.body ?? "").link).toBe("");
    const street = order.body.dropoffs[1]?.address.street ?? "";
    expect(of(order.code).filter(({ body }) => body.includes(street))).toEqual([]);
  });

  it("are written only where the account, the order and the stop want them (MSG-1, MSG-2)", async () => {
    const off = await local.newShop();
    await place({ ...off } as Made);
    expect(await rows(off as Made)).toEqual([]);
    const made = await open({ messageLocale: "ru" });
    const order = orderBodyWith(3);
    const [first, second, third] = order.dropoffs;
    const dropoffs = [
      first,
      { ...second, notify: true, locale: "en" },
      { ...third, notify: true, contact: { value: "@user", type: "telegram" } },
    ];
    await place(made, 3, { ...order, dropoffs, notify: false });
    const ended = await sendAll(made);
    expect(ended.map(({ position, locale }) => [position, locale])).toEqual([[2, "en"]]);
    expect(ended[0]?.text).toMatch(/your order is accepted/);
  });

  it("are recorded and not sent in test mode (MSG-5)", async () => {
    const made = await open({}, "test");
    const order = await place(made);
    const ended = await sendAll(made);
    expect(ended.map(({ state, text, attempts }) => [state, text?.includes("Shop"), attempts])).toEqual([
      ["recorded", true, 1],
    ]);
    expect(of(order.code)).toEqual([]);
  });

  it("stop at once after an opt-out, except for the code, for this shop or for all (MSG-4)", async () => {
    const [one, other] = [await open({ proofCode: true }), await open()];
    const order = await place(one);
    await stopMessages(local.runtime, order.links[0] ?? "", "shop");
    await place(other);
    const state = (made: Made) => settle(made).then((all) => all.map(({ kind, state: end }) => [kind, end]));
    const runner = start();
    expect(await state(one)).toEqual([["accepted", "dropped"]]);
    expect(await state(other)).toEqual([["accepted", "sent"]]);
    await stopMessages(local.runtime, order.links[0] ?? "", "all");
    await place(other);
    await local.couriers.lead(one.shop.scope, order.id, "in_progress");
    runner.wake();
    expect((await state(other)).at(-1)).toEqual(["accepted", "dropped"]);
    expect((await state(one)).slice(1)).toEqual([
      ["on_the_way", "dropped"],
      ["code", "sent"],
    ]);
    await stopMessages(local.runtime, order.links[0] ?? "", "none");
    await place(other);
    expect((await state(other)).at(-1)).toEqual(["accepted", "sent"]);
    await runner.stop();
  });

  it("never exceed the cap of a phone and day, with concurrent senders", async () => {
    const made = await open({ messageCap: 3 });
    await Promise.all(Array.from({ length: 8 }, () => place(made)));
    const runners = [start(), start()];
    const ended = await settle(made);
    await Promise.all(runners.map((runner) => runner.stop()));
    expect(ended.filter(({ state }) => state === "sent")).toHaveLength(3);
    expect(ended.filter(({ reason }) => reason === "cap")).toHaveLength(5);
  });

  it("never exceed the cap of a phone: each is counted after the one before has been sent or dropped", async () => {
    const { shop } = await open();
    const count = (tx: Transaction) => countSentToPhone(tx, shop.scope, "+37369000001", new Date(0));
    const second = { outcome: "pending" };
    let ended: Promise<void> | undefined;
    await local.db.transaction(async (tx) => {
      await count(tx);
      ended = local.db.transaction(count).then(
        () => {
          second.outcome = "counted";
        },
        // After a long wait.
        () => {
          second.outcome = "refused";
        },
      );
      await pollUntil(async () => second.outcome !== "pending" || (await countLockWaits(local.db)) > 0);
      expect(second.outcome).not.toBe("counted");
    });
    await ended;
  });

  it("report once per attempt that the courier is near, and each move of the window by over 15 minutes", async () => {
    const made = await open();
    const order = await place(made);
    const door = order.body.dropoffs[0]?.address ?? order.body.pickup.address;
    const courierId = await local.couriers.lead(made.shop.scope, order.id, "in_progress");
    const put = async (latitude: number, fixes: 1 | 2 = 2) => {
      await placeAt(local.runtime, courierId, { latitude, longitude: door.longitude }, fixes);
      await local.couriers.showArrivals();
    };
    await put(door.latitude + 0.05);
    await sendAll(made);
    await detectMessages(local.runtime);
    const kinds = async () => (await settle(made)).slice(2).map(({ kind, occurrence }) => [kind, occurrence]);
    expect(await kinds()).toEqual([]);
    await put(door.latitude + 0.6);
    await Promise.all([detectMessages(local.runtime), detectMessages(local.runtime)]);
    const runner = start();
    expect(await kinds()).toEqual([["window_moved", 1]]);
    await detectMessages(local.runtime);
    expect(await kinds()).toEqual([["window_moved", 1]]);
    await put(door.latitude);
    await Promise.all([detectMessages(local.runtime), detectMessages(local.runtime)]);
    expect(await kinds()).toEqual([
      ["window_moved", 1],
      ["near", 1],
    ]);
    await runner.stop();
  });

  it("are not sent by a process whose lease has expired and whose message another has claimed", async () => {
    const made = await open();
    const order = await place(made);
    const claim = () => claimMessages(local.db, { slots: 1, leaseMs: 0 });
    const [[stale], [current]] = [await claim(), await claim()];
    const sender = createSender({ allowHttp: true, allowPrivate: true });
    const context = { ...local.runtime, provider: provide(), sender };
    for (const message of [stale, current]) {
      if (message === undefined) throw new Error("The message was not claimed");
      await sendMessage(context, message, new AbortController().signal);
    }
    await sender.close();
    expect(of(order.code)).toHaveLength(1);
    expect(await rows(made)).toMatchObject([{ state: "sent", attempts: 1, claim: 2 }]);
  });

  it("are dropped without a provider, and deleted by age", async () => {
    const made = await open();
    await place(made);
    expect(await sendAll(made, null)).toMatchObject([{ state: "dropped", reason: "no_provider" }]);
    await deleteMessages(local.db, new Date(Date.now() + 60_000), () => false);
    expect(await rows(made)).toEqual([]);
  });

  it("can be claimed again at once after they have been released", async () => {
    const made = await open();
    await place(made);
    const claim = () => claimMessages(local.db, { slots: 16, leaseMs: 60_000 });
    const held = await claim();
    expect(held).toHaveLength(1);
    expect(await claim()).toEqual([]);
    await releaseMessages(local.db, held);
    const again = await claim();
    expect(again.map(({ id }) => id)).toEqual(held.map(({ id }) => id));
    await releaseMessages(local.db, held);
    // The former claim releases nothing.
    expect(await claim()).toEqual([]);
    await releaseMessages(local.db, again);
    await sendAll(made);
  });
});
