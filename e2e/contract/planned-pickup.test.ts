import { afterAll, beforeAll, expect, it } from "vitest";
import { MAX_PLAN_AGE_MS } from "@/lib/dispatch/planned-order";
import { MINUTE_MS } from "@/lib/duration";
import type { OrderResponse } from "@/lib/orders/resource";
import { type ApiClient, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { planOrders } from "@/testing/plan-orders";

type OrderReading = OrderResponse & { planned_pickup: { from: string; to: string } | null };

let local: LocalApi;
let courierId: string;
beforeAll(async () => {
  // The services of other contract tests run dispatch, which would replace the plan.
  local = await openLocalApi();
  courierId = await local.couriers.makeCourier();
});
afterAll(() => local?.close());

const inMinutes = (minutes: number) => new Date(local.clock.now().getTime() + minutes * MINUTE_MS);

const pathOf = (id: string) => `/v1/partner/orders/${id}`;

async function place(api: ApiClient) {
  const body = orderBody();
  const { data } = await api.create(body);
  const id = body.external_order_id;
  const read = async () => (await api.get<OrderReading>(pathOf(id))).data;
  return { id, code: data.order_code, read, readPickup: async () => (await read()).planned_pickup };
}

it("a waiting order shows when a courier is planned to collect it, and not who (RES-21, READ-1)", async () => {
  const { api } = await local.newShop();
  const [first, second] = [await place(api), await place(api)];
  expect(await first.readPickup()).toBeNull();
  const arrivesAt = new Date("2026-11-21T12:34:59.999Z");
  await planOrders(
    local,
    { code: first.code, courierId, arrivesAt },
    { code: second.code, reason: "no_courier" },
  );
  const order = await first.read();
  expect(order).toMatchObject({ status: "new", driver: null });
  expect(order.planned_pickup).toEqual({ from: "2026-11-21T12:30:00.000Z", to: "2026-11-21T12:40:00.000Z" });
  expect(JSON.stringify(order)).not.toContain(courierId);
  expect(await second.readPickup()).toBeNull();
});

it("planned_pickup ends with the plan and with the assignment, and a test order has none (RES-21)", async () => {
  const { shop, api } = await local.newShop();
  const order = await place(api);
  const plan = () => planOrders(local, { code: order.code, courierId, arrivesAt: inMinutes(20) });
  await plan();
  local.clock.advance(MAX_PLAN_AGE_MS - 1);
  expect(await order.readPickup()).not.toBeNull();
  local.clock.advance(1);
  expect(await order.readPickup()).toBeNull();
  await plan();
  await local.couriers.lead(shop.scope, order.id, "assigned");
  expect(await order.readPickup()).toBeNull();
  const sandbox = await local.newShop("test");
  expect(await (await place(sandbox.api)).readPickup()).toBeNull();
});

it("a planned order stays new and is cancelled free of charge (STA-14, TERM-2, TERM-3)", async () => {
  const { api } = await local.newShop();
  const order = await place(api);
  await planOrders(local, { code: order.code, courierId, arrivesAt: inMinutes(5) });
  const { data: terms } = await api.get(`${pathOf(order.id)}/cancellation`);
  expect(terms).toMatchObject({ allowed: true, fee: 0, reason: "free_until_assigned", valid_until: null });
  const { data } = await api.post<OrderReading>(`${pathOf(order.id)}/cancel`);
  expect(data).toMatchObject({ status: "cancelled", total: 0 });
  expect(await order.readPickup()).toBeNull();
});

it("another account's planned order is not found (RES-21, READ-3)", async () => {
  const order = await place((await local.newShop()).api);
  await planOrders(local, { code: order.code, courierId, arrivesAt: inMinutes(5) });
  const { api } = await local.newShop();
  expect((await api.get(pathOf(order.id))).status).toBe(404);
  expect(await order.readPickup()).not.toBeNull();
});
