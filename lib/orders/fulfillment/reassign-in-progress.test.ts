import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { execute } from "@/lib/db/sql";
import type { DomainError } from "@/lib/domain-error";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { findOutgoingTakeover } from "@/lib/orders/fulfillment/find-takeover";
import { listCourierTasks } from "@/lib/orders/fulfillment/list-courier-tasks";
import { reassignInProgress } from "@/lib/orders/fulfillment/reassign-in-progress";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { getOrder } from "@/lib/orders/load-order";
import { getTracking } from "@/lib/tracking/get-tracking";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { placeAt } from "@/testing/place-at";

const TAKE_OVER = { type: "take_over" } as const;
const readCode = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: DomainError) => error.code,
  );

describe("a takeover of goods in progress", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  const underWay = async () => {
    const { shop, api } = await local.newShop();
    const { context } = local.couriers;
    const body = orderBodyWith(2, { cargo_size: "L" });
    const created = (await api.create(body)).data;
    const externalOrderId = body.external_order_id;
    const anna = await local.couriers.makeCourier({ type: "car" });
    const { id: orderId } = await assignCourier(context, shop.scope, { externalOrderId, courierId: anna });
    await local.couriers.place(anna);
    await local.couriers.take(anna, orderId, { type: "pick_up" });
    await local.couriers.take(anna, orderId, { type: "arrive", dropoff: 0 });
    const give = (courierId: string, terms = {}) =>
      reassignInProgress(context, shop.scope, { externalOrderId, courierId, ...terms });
    const take = (courierId: string, step: Parameters<typeof recordStep>[2]["step"]) =>
      recordStep(context, courierId, { orderId, step });
    const row = () => local.db.models.order.findUniqueOrThrow({ where: { id: orderId } });
    const events = async () =>
      (await local.db.models.event.findMany({ where: { orderId }, orderBy: { sequence: "asc" } })).map(
        ({ type }) => type,
      );
    return { scope: shop.scope, context, externalOrderId, orderId, created, anna, give, take, row, events };
  };

  it("keeps the order in progress and lets the new driver deliver after the takeover", async () => {
    const order = await underWay();
    const yulia = await local.couriers.makeCourier({ type: "car" });
    const before = (await order.events()).length;
    const input = await order.give(yulia);
    expect(input).toMatchObject({ status: "in_progress", courierId: yulia });
    expect((await order.events()).slice(before)).toEqual(["order.driver_changed"]);
    const now = await order.row();
    expect(now).toMatchObject({
      takeoverFromId: order.anna,
      takeoverLatitude: 59.93,
      takeoverLongitude: 30.33,
    });
    expect(await listCourierTasks(local.db, order.anna, local.couriers.context.dispatch)).toEqual([]);
    expect(await findOutgoingTakeover(local.db, order.anna)).toMatchObject({ orderCode: input.orderCode });
    const theirs = (await listCourierTasks(local.db, yulia, local.couriers.context.dispatch))[0];
    expect(theirs?.takeover).toMatchObject({ fromName: "Алексей Громов", latitude: 59.93 });
    // The new courier has not arrived at any door.
    expect(theirs?.dropoffs[0]?.arrivedAt).toBeNull();

    expect(await readCode(order.take(order.anna, { type: "hand_over", dropoff: 0 }))).toBe("ORDER_NOT_FOUND");
    expect(await readCode(order.take(yulia, { type: "arrive", dropoff: 0 }))).toBe("STEP_NOT_POSSIBLE");
    await order.take(yulia, TAKE_OVER);
    await order.take(yulia, TAKE_OVER);
    expect(await order.row()).toMatchObject({ takeoverFromId: null, takeoverSince: null });
    expect(await findOutgoingTakeover(local.db, order.anna)).toBeNull();
    await order.take(yulia, { type: "hand_over", dropoff: 0 });
    await order.take(yulia, { type: "hand_over", dropoff: 1 });
    expect((await getOrder(local.db, order)).status).toBe("delivered");
  });

  it("does not report the goods as near or arrived by the new courier's position", async () => {
    const order = await underWay();
    const door = await local.db.models.orderStop.findFirstOrThrow({
      where: { orderId: order.orderId, position: 1 },
    });
    const yulia = await local.couriers.makeFreeCourier(door);
    const token = door.trackingToken ?? "";
    const phase = async () => {
      const found = await getTracking({ ...local.couriers.context, clock: local.clock }, token);
      return found.kind === "open" ? found.view : null;
    };
    await order.give(yulia);
    await placeAt(local.runtime, yulia, door);
    expect(await phase()).toMatchObject({ phase: "in_progress", isTakenOver: true, courier: null });
    await order.take(yulia, TAKE_OVER);
    expect(await phase()).toMatchObject({ phase: "near", isTakenOver: false });
  });

  it("is always from the holder of the goods, for a third courier too, and ends when the holder gets the order back", async () => {
    const order = await underWay();
    const [yulia, timur] = [await local.couriers.makeCourier(), await local.couriers.makeCourier()];
    await order.give(yulia);
    await order.give(timur);
    expect(await order.row()).toMatchObject({ courierId: timur, takeoverFromId: order.anna });
    expect(await listCourierTasks(local.db, yulia, local.couriers.context.dispatch)).toEqual([]);
    await order.give(order.anna);
    expect(await order.row()).toMatchObject({ courierId: order.anna, takeoverFromId: null });
    await order.give(order.anna);
    await order.take(order.anna, { type: "hand_over", dropoff: 0 });
  });

  it("accepts a meeting point, rejects a busy courier, and needs confirmation for a small vehicle", async () => {
    const order = await underWay();
    const [cyclist, busy] = [await local.couriers.makeCourier({ type: "bike" }), (await underWay()).anna];
    expect(await readCode(order.give(cyclist))).toBe("VEHICLE_TOO_SMALL");
    expect(await readCode(order.give(busy))).toBe("COURIER_BUSY");
    const place = { latitude: 59.95, longitude: 30.3 };
    await order.give(cyclist, { isAnyVehicleFine: true, place });
    expect(await order.row()).toMatchObject({ takeoverLatitude: 59.95, takeoverLongitude: 30.3 });
  });

  it("lets the new courier return the goods of an order cancelled meanwhile", async () => {
    const order = await underWay();
    const yulia = await local.couriers.makeCourier();
    await order.give(yulia);
    await cancelOrder(order.context, order.scope, { externalOrderId: order.externalOrderId });
    expect(await readCode(order.take(yulia, { type: "give_back" }))).toBe("STEP_NOT_POSSIBLE");
    await order.take(yulia, TAKE_OVER);
    await order.take(yulia, { type: "give_back" });
    expect(await order.row()).toMatchObject({ status: "cancelled", returnState: "returned" });
    expect(await readCode(order.give(order.anna))).toBe("ORDER_NOT_ASSIGNABLE");
  });

  it("ends when an operator marks the order delivered", async () => {
    const order = await underWay();
    await order.give(await local.couriers.makeCourier());
    await deliverOrder(order.context, order.scope, order.externalOrderId);
    expect(await order.row()).toMatchObject({ status: "delivered", takeoverFromId: null });
    expect(await findOutgoingTakeover(local.db, order.anna)).toBeNull();
  });

  it("is rejected for an order before the pickup and for an unknown order", async () => {
    const { shop, api } = await local.newShop();
    const body = orderBodyWith(1);
    await api.create(body);
    const courierId = await local.couriers.makeCourier();
    const give = (externalOrderId: string) =>
      readCode(reassignInProgress(local.couriers.context, shop.scope, { externalOrderId, courierId }));
    expect(await give(body.external_order_id)).toBe("ORDER_NOT_ASSIGNABLE");
    expect(await give("none")).toBe("ORDER_NOT_FOUND");
  });

  it("is rejected by the database for an order that has ended", async () => {
    const order = await underWay();
    await order.give(await local.couriers.makeCourier());
    const end = execute(
      local.db,
    )`UPDATE orders SET status = 'delivered', delivered_at = now() WHERE id = ${order.orderId}`;
    await expect(end).rejects.toThrow(/takeover_is_of_carried_goods/);
  });
});
