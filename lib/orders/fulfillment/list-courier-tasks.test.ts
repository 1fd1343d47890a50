import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { execute } from "@/lib/db/sql";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { findEndedTask, listCourierTasks } from "@/lib/orders/fulfillment/list-courier-tasks";
import { stopsKey } from "@/lib/routing/driven-legs";
import { encodePolyline } from "@/lib/routing/polyline";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

describe("the query of a courier's order", () => {
  let local: LocalApi;
  beforeAll(async () => {
    local = await openLocalApi();
  });
  afterAll(() => local?.close());

  const newOrder = async () => {
    const { shop, api } = await local.newShop();
    const { data } = await api.create(orderBodyWith(2));
    return { shop, id: data.external_order_id, orderCode: data.order_code };
  };
  const readOrder = (orderCode: string) => local.db.models.order.findUniqueOrThrow({ where: { orderCode } });
  const resolve = async (orderCode: string, position: number, resolution: "leave" | "return") => {
    const { id } = await readOrder(orderCode);
    await execute(local.db)`
      UPDATE order_stops SET delivered_at = NULL, failed_at = ${local.clock.now()}::timestamptz,
        failure_code = 'refused', attempts = 1, resolution = ${resolution}::undeliverable_action
      WHERE order_id = ${id} AND position = ${position}`;
  };

  it("returns the remaining code attempts and the overrides of each stop", async () => {
    const { shop, id, orderCode } = await newOrder();
    const courierId = await local.couriers.lead(shop.scope, id, "assigned");
    const order = await readOrder(orderCode);
    await execute(local.db)`
      UPDATE order_stops SET code_tries = CASE position WHEN 0 THEN 5 WHEN 1 THEN 2 ELSE 0 END,
        code_check = CASE position WHEN 0 THEN 'overridden'::code_check END,
        code_overridden_by = CASE position WHEN 0 THEN 'Olga' END,
        code_override_reason = CASE position WHEN 0 THEN 'The page does not open.' END
      WHERE order_id = ${order.id}`;
    const carried = (await listCourierTasks(local.db, courierId, DEFAULT_DISPATCH))[0];
    const stops = [carried?.pickup, ...(carried?.dropoffs ?? [])];
    expect(stops.map((stop) => [stop?.codeTriesLeft, stop?.isCodeOverridden])).toEqual([
      [0, true],
      [3, false],
      [5, false],
    ]);
  });

  it("returns from when the goods can be collected", async () => {
    const { shop, id, orderCode } = await newOrder();
    const courierId = await local.couriers.lead(shop.scope, id, "assigned");
    expect((await listCourierTasks(local.db, courierId, DEFAULT_DISPATCH))[0]?.readyAt).toBeNull();
    const readyAt = new Date("2026-11-21T14:20:00Z");
    await local.db.models.order.update({ where: { orderCode }, data: { readyAt } });
    const carried = (await listCourierTasks(local.db, courierId, DEFAULT_DISPATCH))[0];
    expect(carried?.readyAt).toBe("2026-11-21T14:20:00.000Z");
  });

  it("returns the shop's brand name", async () => {
    const { shop, id } = await newOrder();
    await local.db.models.account.update({ where: { id: shop.accountId }, data: { brandName: "Полка" } });
    const courierId = await local.couriers.lead(shop.scope, id, "assigned");
    const carried = (await listCourierTasks(local.db, courierId, DEFAULT_DISPATCH))[0];
    expect(carried?.shop).toEqual({ name: "Полка" });
  });

  it("returns the remaining legs, simplified for a map, without completed ones", async () => {
    const { shop, id, orderCode } = await newOrder();
    const courierId = await local.couriers.lead(shop.scope, id, "in_progress");
    const { id: orderId } = await readOrder(orderCode);
    const stops = await local.db.models.orderStop.findMany({
      where: { orderId },
      orderBy: { position: "asc" },
    });
    const corner = [stops[0], { latitude: 59.94, longitude: 30.35 }, stops[1]].flatMap((one) => one ?? []);
    const [from, turn] = corner;
    const middle = {
      latitude: (59.94 + (from?.latitude ?? 0)) / 2,
      longitude: (30.35 + (from?.longitude ?? 0)) / 2,
    };
    const leg = encodePolyline([from ?? middle, middle, turn ?? middle, corner[2] ?? middle]);
    const legs = [1, 2, 3].map((minutes) => ({ geometry: leg, durationSeconds: minutes * 60 }));
    await execute(local.db)`
      INSERT INTO order_ways (order_id, courier_id, places, legs)
      VALUES (${orderId}, ${courierId}::uuid, ${stopsKey(stops)}, ${JSON.stringify(legs)}::jsonb)
      ON CONFLICT (order_id) DO UPDATE SET legs = excluded.legs, places = excluded.places`;
    const wayNow = async () => (await listCourierTasks(local.db, courierId, DEFAULT_DISPATCH))[0]?.way;
    const simple = encodePolyline(corner);
    expect(await wayNow()).toEqual([
      null,
      { geometry: simple, durationSeconds: 120 },
      { geometry: simple, durationSeconds: 180 },
    ]);
    await execute(local.db)`
      UPDATE order_stops SET delivered_at = ${local.clock.now()}::timestamptz
      WHERE order_id = ${orderId} AND position = 1`;
    expect(await wayNow()).toEqual([null, null, { geometry: simple, durationSeconds: 180 }]);
  });

  it("reports an order cancelled before the pickup, but not one with returned goods", async () => {
    const { shop, id, orderCode } = await newOrder();
    const since = local.clock.now();
    const courierId = await local.couriers.lead(shop.scope, id, "assigned");
    expect(await findEndedTask(local.db, courierId, since)).toBeNull();
    await cancelOrder(local.couriers.context, shop.scope, { externalOrderId: id, reason: "changed_mind" });
    const { id: orderId } = await readOrder(orderCode);
    expect(await findEndedTask(local.db, courierId, since)).toEqual({
      at: since.toISOString(),
      cancelled: { orderId: String(orderId), orderCode, reason: "changed_mind" },
      toLeave: null,
    });
    await execute(local.db)`
      UPDATE orders SET return_state = 'returned', return_started_at = ${since}::timestamptz,
        returned_at = ${since}::timestamptz WHERE id = ${orderId}`;
    expect(await findEndedTask(local.db, courierId, since)).toBeNull();
  });

  it("reports the doors where the shop leaves goods, also after the next assignment", async () => {
    const { shop, id, orderCode } = await newOrder();
    const since = local.clock.now();
    const courierId = await local.couriers.lead(shop.scope, id, "delivered");
    expect(await findEndedTask(local.db, courierId, since)).toBeNull();
    await resolve(orderCode, 1, "return");
    expect(await findEndedTask(local.db, courierId, since)).toBeNull();
    await resolve(orderCode, 2, "leave");
    const { id: orderId } = await readOrder(orderCode);
    const stop = await local.db.models.orderStop.findFirstOrThrow({ where: { orderId, position: 2 } });
    const toLeave = {
      orderId: String(orderId),
      orderCode,
      doors: [{ dropoff: 1, street: stop.street, building: stop.building, isDecided: false }],
    };
    expect(await findEndedTask(local.db, courierId, since)).toEqual({
      at: since.toISOString(),
      cancelled: null,
      toLeave,
    });

    local.clock.advance(1_000);
    const { shop: other, id: next } = await newOrder();
    await assignCourier(local.couriers.context, other.scope, {
      externalOrderId: next,
      courierId,
      isAnyVehicleFine: true,
    });
    expect((await findEndedTask(local.db, courierId, since))?.toLeave).toEqual(toLeave);
    expect(await findEndedTask(local.db, courierId, local.clock.now())).toBeNull();
  });

  it("does not report goods that the order itself leaves at the door", async () => {
    const { shop, id, orderCode } = await newOrder();
    const since = local.clock.now();
    const courierId = await local.couriers.lead(shop.scope, id, "delivered");
    await resolve(orderCode, 1, "leave");
    await execute(local.db)`UPDATE orders SET if_undeliverable = 'leave' WHERE order_code = ${orderCode}`;
    expect(await findEndedTask(local.db, courierId, since)).toBeNull();
  });
});
