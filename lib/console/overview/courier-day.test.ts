import { afterAll, beforeAll, expect, it } from "vitest";
import { getCourierDay } from "@/lib/console/overview/courier-day";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { recordStep, unassignSelf } from "@/lib/orders/fulfillment/record-step";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

let local: LocalApi;

beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

it("a courier's day lists their orders, the paths driven with them, and the number of offers accepted", async () => {
  const { shop, api } = await local.newShop();
  const { context } = local.couriers;
  const since = local.clock.now();
  const courierId = await local.couriers.makeCourier();
  await local.db.models.courier.update({ where: { id: courierId }, data: { onShiftSince: since } });
  const assign = async () => {
    const { data } = await api.create(orderBody());
    const order = await assignCourier(context, shop.scope, {
      externalOrderId: data.external_order_id,
      courierId,
    });
    return { orderId: order.id, code: data.order_code };
  };
  const refused = await assign();
  await unassignSelf(context, courierId, refused.orderId);
  const mine = await assign();
  await recordStep(context, courierId, { orderId: mine.orderId, step: { type: "accept" } });
  for (const latitude of [59.93, 59.935, 59.94]) {
    local.clock.advance(60_000);
    await local.couriers.place(courierId, local.clock.now(), latitude);
  }
  const day = await getCourierDay(local.db, courierId, { since, now: local.clock.now() });
  expect(day.orders).toMatchObject([{ code: mine.code, status: "assigned" }]);
  expect(day).toMatchObject({ accepted: 1, refused: 1 });
  expect(day.shiftSeconds).toBe(180);
  expect(day.lines[0]).toHaveLength(3);
  expect(day.drivenMeters).toBeGreaterThan(1_000);
  expect(day.drivenMeters).toBeLessThan(1_250);
  const later = new Date(local.clock.now().getTime() + 1);
  expect(await getCourierDay(local.db, courierId, { since: later, now: later })).toMatchObject({
    ...{ drivenMeters: 0, accepted: 0, shiftSeconds: 0 },
  });
});
