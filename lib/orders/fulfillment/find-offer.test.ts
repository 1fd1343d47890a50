import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { pushOffer } from "@/lib/dispatch/push-offer";
import { createSender } from "@/lib/http/create-sender";
import { derivePushKeys } from "@/lib/notify/push-keys";
import { subscribeCourier } from "@/lib/notify/subscribe";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { findEarnings, listFinishedTasks } from "@/lib/orders/fulfillment/find-earnings";
import { courierLegs } from "@/lib/orders/fulfillment/find-offer";
import { listCourierTasks } from "@/lib/orders/fulfillment/list-courier-tasks";
import { unassignSelf } from "@/lib/orders/fulfillment/record-step";
import { getTariff } from "@/lib/pricing/get-tariff";
import { setTariff } from "@/lib/pricing/set-tariff";
import { stopsKey } from "@/lib/routing/driven-legs";
import { encodePolyline } from "@/lib/routing/polyline";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { startPushService } from "@/testing/push-receiver";
import type { Client } from "@/testing/shop";

const OPEN = { allowHttp: true, allowPrivate: true };

describe("a courier's offers and pay", () => {
  let local: LocalApi;
  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  const newOrder = async () => {
    const { shop, api } = await local.newShop();
    const { data } = await api.create(orderBodyWith(2));
    const { id } = await local.db.models.order.findUniqueOrThrow({ where: { orderCode: data.order_code } });
    return { shop, id: data.external_order_id, orderId: id, price: data.price ?? 0 };
  };
  const give = (shop: Client, externalOrderId: string, courierId: string) =>
    assignCourier(local.couriers.context, shop.scope, { externalOrderId, courierId });
  const payCouriers = async (courierPercent: number, change: object = {}) =>
    setTariff(local.db, { ...(await getTariff(local.db)), ...change, courierPercent });
  const carried = async (courierId: string) =>
    (await listCourierTasks(local.db, courierId, DEFAULT_DISPATCH))[0];

  it("include an offer from its own assignment until it is accepted", async () => {
    const { couriers, clock } = local;
    const { shop, id, orderId } = await newOrder();
    const [first, second] = [await couriers.makeCourier(), await couriers.makeCourier()];
    await give(shop, id, first);
    expect((await carried(first))?.offer).toMatchObject({ from: null, toPickup: null });
    clock.advance(60_000);
    await couriers.place(second);
    await give(shop, id, second);
    const offered = await carried(second);
    const at = clock.now();
    expect(offered?.offer).toMatchObject({
      at: at.toISOString(),
      until: new Date(at.getTime() + 180_000).toISOString(),
      from: { latitude: 59.93, longitude: 30.33 },
    });
    expect(offered?.offer?.toPickup?.distanceMeters).toBeGreaterThan(0);
    expect(offered?.offer?.toDropoffs.map(({ distanceMeters }) => distanceMeters)).toEqual(
      offered?.dropoffs.map(({ distanceMeters }) => distanceMeters),
    );
    expect(offered?.shop?.name).toMatch(/^Shop/);
    await couriers.take(second, orderId, { type: "accept" });
    expect((await carried(second))?.offer).toBeNull();
  });

  it("use the percentage of the order's own tariff, and omit pay when it is 0", async () => {
    const { couriers } = local;
    await payCouriers(0);
    const before = await newOrder();
    await payCouriers(70);
    const after = await newOrder();
    const [first, second] = [await couriers.makeCourier(), await couriers.makeCourier()];
    await give(before.shop, before.id, first);
    await give(after.shop, after.id, second);
    expect((await carried(first))?.payRubles).toBeNull();
    expect((await carried(second))?.payRubles).toBe(Math.round(after.price * 70) / 100);
  });

  it("sum a day's earnings from price, waiting and return of the orders finished that day", async () => {
    const { couriers, clock, db } = local;
    await payCouriers(50, { returnPercent: 100 });
    const courierId = await couriers.makeCourier();
    const from = clock.now();
    const dayFrom = (start: Date) => ({ from: start, to: new Date(start.getTime() + 86_400_000) });
    const earned = (start = from) => findEarnings(db, courierId, dayFrom(start));
    expect(await earned()).toEqual({ pay: null, orders: 0 });

    const delivered = await newOrder();
    await give(delivered.shop, delivered.id, courierId);
    await couriers.take(courierId, delivered.orderId, { type: "pick_up" });
    expect((await earned()).orders).toBe(0);
    for (const dropoff of [0, 1]) {
      await couriers.take(courierId, delivered.orderId, { type: "hand_over", dropoff });
    }
    expect(await earned()).toEqual({ pay: Math.round(delivered.price * 50), orders: 1 });
    const { street } = await db.models.orderStop.findFirstOrThrow({
      where: { orderId: delivered.orderId, position: 1 },
    });
    expect(await listFinishedTasks(db, courierId, dayFrom(from))).toMatchObject([
      { street, pay: Math.round(delivered.price * 50) },
    ]);

    const back = await newOrder();
    await give(back.shop, back.id, courierId);
    await couriers.take(courierId, back.orderId, { type: "pick_up" });
    const { context } = couriers;
    await cancelOrder(context, back.shop.scope, { externalOrderId: back.id, reason: "changed_mind" });
    expect((await earned()).orders).toBe(1);
    await couriers.take(courierId, back.orderId, { type: "give_back" });
    const charges = await db.models.orderCharge.findMany({
      where: { orderId: back.orderId, type: "return" },
    });
    const returned = Number(charges[0]?.amount ?? 0);
    expect(returned).toBeGreaterThan(0);
    expect(await earned()).toEqual({
      pay: Math.round(delivered.price * 50) + Math.round((back.price + returned) * 50),
      orders: 2,
    });
    expect((await earned(new Date(from.getTime() - 86_400_000))).orders).toBe(0);

    const gone = await newOrder();
    await give(gone.shop, gone.id, courierId);
    await cancelOrder(context, gone.shop.scope, { externalOrderId: gone.id, reason: "changed_mind" });
    expect((await earned()).orders).toBe(2);
    await payCouriers(0, { returnPercent: 0 });
  });

  it.each([["too_far"], ["no_time"], [undefined]] as const)(
    "do not include an order again after a refusal with the reason %s",
    async (reason) => {
      const { couriers, db } = local;
      const { shop, id, orderId } = await newOrder();
      const courierId = await couriers.makeCourier();
      await give(shop, id, courierId);
      await unassignSelf(couriers.context, courierId, orderId, { reason });
      expect(await db.models.dispatchRefusal.findMany({ where: { orderId } })).toMatchObject([
        { courierId, reason: reason ?? "handed_back" },
      ]);
      expect(await carried(courierId)).toBeUndefined();
    },
  );

  it("notify the courier's browsers at most three times, and never after the offer ends", async () => {
    const { couriers, db, clock } = local;
    const service = await startPushService();
    const push = {
      keys: derivePushKeys("a secret of the service"),
      formerKeys: null,
      policy: OPEN,
      sender: createSender(OPEN),
      subject: "https://drop.example",
    };
    try {
      const run = async (courierId: string) => {
        const job = await db.models.job.findFirstOrThrow({
          where: { kind: "push_offer", key: { contains: courierId } },
        });
        return pushOffer(push)(couriers.context, job.key);
      };
      const subscribed = async () => {
        const courierId = await couriers.makeCourier();
        const browser = service.openBrowser();
        const input = { ...browser.subscription, locale: "en" };
        await subscribeCourier({ db, clock, policy: OPEN }, courierId, input);
        return { courierId, browser };
      };
      const first = await subscribed();
      const { shop, id, orderId } = await newOrder();
      await give(shop, id, first.courierId);
      expect(await run(first.courierId)).toEqual({ type: "again", afterMs: 45_000 });
      clock.advance(46_000);
      expect(await run(first.courierId)).toEqual({ type: "again", afterMs: 74_000 });
      clock.advance(74_000);
      expect(await run(first.courierId)).toEqual({ type: "done" });
      expect(first.browser.received.map(({ message }) => message.tag)).toEqual(["offer", "offer", "offer"]);

      const second = await subscribed();
      await give(shop, id, second.courierId);
      expect(await run(first.courierId)).toEqual({ type: "done" });
      expect(first.browser.received).toHaveLength(3);
      await couriers.take(second.courierId, orderId, { type: "accept" });
      expect(await run(second.courierId)).toEqual({ type: "done" });
      expect(second.browser.received).toHaveLength(0);
    } finally {
      await push.sender.close();
      await service.close();
    }
  });
});

describe("the route of an offer", () => {
  const [here, pickup, door] = [
    { latitude: 59.93, longitude: 30.3 },
    { latitude: 59.94, longitude: 30.3 },
    { latitude: 59.95, longitude: 30.3 },
  ];
  const trip = { pickup, dropoffs: [door], isSequential: true };
  const priced = [{ distanceMeters: 1500, durationSeconds: 300, geometry: encodePolyline([pickup, door]) }];
  const way = {
    places: stopsKey([pickup, door]),
    legs: [
      { geometry: encodePolyline([here, pickup]), durationSeconds: 200 },
      { geometry: encodePolyline([pickup, door]), durationSeconds: 210 },
    ],
  };

  it("is the courier's road route once it is known for these stops", () => {
    const { toPickup, toDropoffs } = courierLegs(here, trip, priced, way);
    expect([toPickup?.durationSeconds, toDropoffs[0]?.durationSeconds]).toEqual([200, 210]);
    expect(toPickup?.distanceMeters).toBeCloseTo(1112, -1);
    const moved = { ...way, places: stopsKey([pickup, here]) };
    expect(courierLegs(here, trip, priced, moved).toDropoffs).toEqual(priced);
  });

  it("is the priced legs, chained from stop to stop, when no road route is known", () => {
    expect(courierLegs(here, trip, priced, null).toDropoffs).toEqual(priced);
    const parallel = { ...trip, dropoffs: [door, pickup], isSequential: false };
    const [, second] = courierLegs(here, parallel, [...priced, ...priced], null).toDropoffs;
    // The return starts at the door; a price from the pickup would not count it.
    expect(second?.distanceMeters).toBe(1501);
  });

  it("begins at the pickup when the courier's position is unknown", () => {
    expect(courierLegs(null, trip, priced, way).toPickup).toBeNull();
  });
});
