import { afterAll, beforeAll, expect, it } from "vitest";
import { MAX_PLAN_AGE_MS } from "@/lib/dispatch/planned-order";
import { listOrders } from "@/lib/orders/list/list-orders";
import { readFilter } from "@/lib/orders/list/order-filter";
import { refreshOrders } from "@/lib/orders/list/refresh-orders";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { planOrders } from "@/testing/plan-orders";
import type { Client } from "@/testing/shop";

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

it("the list and its updates show about when a planned courier picks up, until the plan is old or ends", async () => {
  const [{ shop, api }, other] = [await local.newShop(), await local.newShop()];
  const place = async (client = api) => {
    const body = orderBody();
    return { id: body.external_order_id, code: (await client.create(body)).data.order_code };
  };
  const [first, second, foreign] = [await place(), await place(), await place(other.api)];
  const courierId = await local.couriers.makeCourier();
  const plan = () =>
    planOrders(
      local,
      { code: first.code, courierId, arrivesAt: new Date("2026-11-21T12:22:31Z") },
      { code: foreign.code, courierId, arrivesAt: new Date("2026-11-21T12:52:00Z") },
      { code: second.code, reason: "queue_full" },
    );
  const readTimes = async (client: Client = shop) => {
    const filter = readFilter(() => "");
    const request = { filter, timeZone: "UTC", now: local.clock.now() };
    const { orders } = await listOrders(local.db, client.scope, { ...request, edge: null });
    const shown = { codes: [first.code, second.code, foreign.code], isFirst: true };
    const refreshed = await refreshOrders(local.db, client.scope, { ...request, shown });
    expect(refreshed.orders).toEqual(orders);
    return orders.map(({ code, pickupAt }) => [code, pickupAt]);
  };
  await plan();
  expect(await readTimes()).toEqual([
    [second.code, null],
    [first.code, "2026-11-21T12:25:00.000Z"],
  ]);
  expect(await readTimes(other.shop)).toEqual([[foreign.code, "2026-11-21T12:50:00.000Z"]]);
  local.clock.advance(MAX_PLAN_AGE_MS);
  expect((await readTimes()).map(([, pickupAt]) => pickupAt)).toEqual([null, null]);
  await plan();
  await local.couriers.lead(shop.scope, first.id, "assigned");
  expect((await readTimes()).map(([, pickupAt]) => pickupAt)).toEqual([null, null]);
});
