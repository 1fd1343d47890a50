import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findExceptions } from "@/lib/console/exceptions";
import { findConsoleFacts } from "@/lib/console/find-console-facts";
import { getBoard } from "@/lib/console/get-board";
import { isUniqueViolation } from "@/lib/db/pg-errors";
import { execute } from "@/lib/db/sql";
import { assignBestCourier } from "@/lib/dispatch/assign-or-reassign";
import { assignOrders } from "@/lib/dispatch/assign-orders";
import { dispatchOrders } from "@/lib/dispatch/dispatch-orders";
import { DomainError } from "@/lib/domain-error";
import { readBody } from "@/lib/events/event-body";
import { confirmHeldOrder } from "@/lib/orders/confirm-held-order";
import { createOrder } from "@/lib/orders/create-order";
import { findDeliveryRecord } from "@/lib/orders/detail/find-delivery-record";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { getOrder } from "@/lib/orders/load-order";
import { requestHash } from "@/lib/orders/request-hash";
import { changeTripCheck } from "@/lib/service-area/trip-check";
import { type ApiClient, address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";

const PLACE = { latitude: 59.93, longitude: 30.33 };
const SWAPPED = { latitude: 30.36, longitude: 59.93 };
const toStop = ({ latitude, longitude }: typeof PLACE) => ({
  address: address(latitude, longitude),
  contact: { value: "+79161234567" },
});
const swappedBody = () => orderBody({ dropoffs: [toStop(SWAPPED)] });

const patch = (api: ApiClient, id: string, body: object) =>
  api.send("PATCH", `/v1/partner/orders/${id}`, body);

const readCode = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );

describe("a live order with an unusual trip", () => {
  let local: LocalApi;
  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  const load = (shop: Client, externalOrderId: string) =>
    getOrder(local.db, { scope: shop.scope, externalOrderId }, ["request"]);
  const confirm = async (shop: Client, externalOrderId: string) => {
    const { details } = await load(shop, externalOrderId);
    const input = { externalOrderId, seenVersion: requestHash(details) };
    return confirmHeldOrder(local.couriers.context, shop.scope, input);
  };
  const hold = async () => {
    const { shop, api } = await local.newShop();
    const { data } = await api.create(swappedBody());
    return { shop, api, id: data.external_order_id, code: data.order_code, data };
  };
  const readEvents = (code: string) =>
    local.db.models.event.findMany({ where: { order: { orderCode: code } }, orderBy: { sequence: "asc" } });

  it("waits for an operator, is then assigned, and its events and history show who confirmed it", async () => {
    const { shop, id, code, data } = await hold();
    expect(data).toMatchObject({ status: "new", held_reason: "unusual_trip", driver: null });
    const courierId = await local.couriers.makeFreeCourier(PLACE);
    await dispatchOrders(local.couriers.context);
    expect((await load(shop, id)).courierId).toBeNull();

    const context = {
      ...local.couriers.context,
      actor: { type: "operator", id: crypto.randomUUID() } as const,
    };
    const { details } = await load(shop, id);
    const input = { externalOrderId: id, seenVersion: requestHash(details) };
    await confirmHeldOrder(context, shop.scope, input);
    await confirmHeldOrder(context, shop.scope, input);
    await dispatchOrders(local.couriers.context);
    expect(await load(shop, id)).toMatchObject({ status: "assigned", courierId, heldReason: null });

    const events = (await readEvents(code)).map((event) => [
      event.type,
      JSON.parse(readBody(event)).order.held_reason,
    ]);
    expect(events).toEqual([
      ["order.created", "unusual_trip"],
      ["order.updated", null],
      ["order.assigned", null],
    ]);
    const record = await findDeliveryRecord(local.db, { code });
    const entries = record?.timeline.map((entry) => [
      entry.type,
      "actorType" in entry ? entry.actorType : null,
    ]);
    expect(entries).toEqual([
      ["status", "key"],
      ["held", null],
      ["confirmed", "operator"],
      ["status", "job"],
    ]);
  });

  it("is an exception with its length, its price and a hint, also if it is scheduled for later", async () => {
    const { api } = await local.newShop();
    const delivery_time = new Date(local.clock.now().getTime() + 86_400_000).toISOString();
    const { data } = await api.create({ ...swappedBody(), delivery_time });
    const find = async () =>
      findExceptions(await getBoard(local.runtime, "live"), local.clock.now().getTime()).find(
        ({ subject }) => subject === data.order_code,
      );
    expect(await find()).toMatchObject({
      kind: "unusual_trip",
      severity: "bad",
      held: { longestLegMeters: expect.any(Number), price: data.price, hint: "swapped" },
    });
    expect(await findConsoleFacts(local.runtime, data.order_code)).toMatchObject({
      held: { hint: "swapped" },
    });
    const zero = await api.create(orderBody({ dropoffs: [toStop({ latitude: 0, longitude: 0 })] }));
    expect(await findConsoleFacts(local.runtime, zero.data.order_code)).toMatchObject({
      held: { hint: "zero" },
    });
  });

  it("is cancelled free of charge, after which it cannot be confirmed", async () => {
    const { shop, api, id } = await hold();
    expect((await api.get(`/v1/partner/orders/${id}/cancellation`)).data).toMatchObject({ fee: 0 });
    const { data } = await api.post(`/v1/partner/orders/${id}/cancel`, {});
    expect(data).toMatchObject({ status: "cancelled", held_reason: null, total: 0 });
    expect(await readCode(confirm(shop, id))).toBe("ORDER_NOT_ASSIGNABLE");
  });

  it("gets no courier from operators before it is confirmed", async () => {
    const { shop, id, code } = await hold();
    const courierId = await local.couriers.makeCourier();
    const { context } = local.couriers;
    expect(await readCode(assignCourier(context, shop.scope, { externalOrderId: id, courierId }))).toBe(
      "ORDER_HELD",
    );
    expect(await readCode(assignBestCourier(context, code, {}))).toBe("ORDER_HELD");
    await confirm(shop, id);
    expect((await assignCourier(context, shop.scope, { externalOrderId: id, courierId })).status).toBe(
      "assigned",
    );
  });

  it("gets no courier from a dispatch that listed it before it was held, even without the trigger", async () => {
    const { shop, api } = await local.newShop();
    const { data } = await api.create(orderBody());
    const courierId = await local.couriers.makeFreeCourier(PLACE);
    await patch(api, data.external_order_id, { dropoffs: [{ address: SWAPPED }] });
    const { id: orderId, heldReason } = await load(shop, data.external_order_id);
    expect(heldReason).toBe("unusual_trip");
    await execute(local.db)`ALTER TABLE orders DISABLE TRIGGER held_order_gets_no_courier`;
    expect(await assignOrders(local.couriers.context, [{ orderId, courierId }])).toEqual([]);
    await execute(local.db)`ALTER TABLE orders ENABLE TRIGGER held_order_gets_no_courier`;
    expect((await load(shop, data.external_order_id)).courierId).toBeNull();
  });

  it("is protected from processes that do not know held orders, which can cancel it", async () => {
    const { shop, id } = await hold();
    const courierId = await local.couriers.makeCourier();
    const { id: orderId } = await load(shop, id);
    const assigned = execute(local.db)`
      UPDATE orders SET status = 'assigned', courier_id = ${courierId}::uuid WHERE id = ${orderId}`;
    await expect(assigned).rejects.toSatisfy((error) =>
      isUniqueViolation(error, "one_active_order_per_courier"),
    );
    await execute(
      local.db,
    )`UPDATE orders SET status = 'cancelled', cancel_reason = 'late' WHERE id = ${orderId}`;
    expect(await load(shop, id)).toMatchObject({ status: "cancelled", heldReason: null });
  });

  it("is reported once as without a courier, and the search of other orders is not disturbed", async () => {
    const { code } = await hold();
    const { shop, api } = await local.newShop();
    const { data } = await api.create(orderBody());
    const courierId = await local.couriers.makeFreeCourier(PLACE);
    local.clock.advance(local.couriers.context.dispatch.notFoundAfterSeconds * 1000);
    await local.couriers.place(courierId);
    const { isContested } = await dispatchOrders(local.couriers.context);
    expect(isContested).toBe(false);
    expect((await load(shop, data.external_order_id)).courierId).not.toBeNull();
    await dispatchOrders(local.couriers.context);
    expect((await readEvents(code)).map(({ type }) => type)).toEqual([
      "order.created",
      "order.courier_not_found",
    ]);
  });

  describe("that is edited", () => {
    it("is released by coordinates that make it usual, and held again by others", async () => {
      const { shop, api, id } = await hold();
      const released = await patch(api, id, {
        dropoffs: [{ address: { latitude: 59.94, longitude: 30.35 } }],
      });
      expect(released.data.held_reason).toBeNull();
      const held = await patch(api, id, { dropoffs: [{ address: SWAPPED }] });
      expect(held.data).toMatchObject({ status: "new", held_reason: "unusual_trip" });
      const kept = await patch(api, id, { comment: "Call first", cargo_size: "L" });
      expect(kept.data.held_reason).toBe("unusual_trip");
      await confirm(shop, id);
      const stays = await patch(api, id, { comment: "Ring twice", dropoffs: [{ address: SWAPPED }] });
      expect(stays.data.held_reason).toBeNull();
    });

    it("loses its courier when the edit makes it unusual", async () => {
      const { shop, api } = await local.newShop();
      const { data } = await api.create(orderBody());
      await local.couriers.lead(shop.scope, data.external_order_id, "assigned");
      const edited = await patch(api, data.external_order_id, { dropoffs: [{ address: SWAPPED }] });
      expect(edited.data).toMatchObject({ status: "assigned", held_reason: "unusual_trip", driver: null });
      await confirm(shop, data.external_order_id);
      expect(await load(shop, data.external_order_id)).toMatchObject({
        status: "assigned",
        heldReason: null,
      });
    });

    it("is not confirmed as it was seen before the edit", async () => {
      const { shop, api, id } = await hold();
      const { details } = await load(shop, id);
      await patch(api, id, { dropoffs: [{ address: { latitude: 0, longitude: 0 } }] });
      const input = { externalOrderId: id, seenVersion: requestHash(details) };
      expect(await readCode(confirmHeldOrder(local.couriers.context, shop.scope, input))).toBe(
        "ORDER_CHANGED",
      );
      expect((await load(shop, id)).heldReason).toBe("unusual_trip");
    });
  });

  it("is refused or dispatched if operators choose so, while repeats and test orders are as before", async () => {
    const { shop, api, data } = await hold();
    const choose = (action: "hold" | "refuse" | "allow", max_leg_km = 100) =>
      changeTripCheck(local.runtime, { action, max_leg_km });
    await choose("refuse");
    const body = swappedBody();
    const refused = await api.create(body);
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.error.details)).toEqual([
      { field: "dropoffs.0.address.latitude", message: expect.stringContaining("may be swapped") },
    ]);
    const sentAt = local.clock.now();
    expect(await readCode(createOrder(local.couriers.context, shop.scope, { body, sentAt }))).toBe(
      "INVALID_PAYLOAD",
    );
    const test = await local.newShop("test");
    expect((await test.api.create(swappedBody())).data.held_reason).toBeNull();
    const repeat = await api.create({ ...swappedBody(), external_order_id: data.external_order_id });
    expect(repeat).toMatchObject({ status: 200, data: { held_reason: "unusual_trip" } });
    await choose("allow");
    expect((await api.create(swappedBody())).data.held_reason).toBeNull();
    await choose("hold", 20_000);
    expect((await api.create(swappedBody())).data.held_reason).toBeNull();
    await choose("hold");
  });
});
