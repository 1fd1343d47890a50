import { afterAll, beforeAll, expect, it } from "vitest";
import { execute } from "@/lib/db/sql";
import {
  EVERYTHING,
  listOrdersForOperators,
  type OperatorFilter,
} from "@/lib/orders/list/list-orders-for-operators";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

let local: LocalApi;

beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

const ALL: OperatorFilter = { ...EVERYTHING, mode: "live" };

it("operators can filter the orders of all accounts by status, shop, courier, problem and text, from either end", async () => {
  const [first, second] = [await local.newShop(), await local.newShop()];
  const place = async ({ api }: typeof first) => {
    local.clock.advance(1_000);
    return (await api.create(orderBody())).data;
  };
  const [oldest, middle, newest] = [await place(first), await place(second), await place(first)];
  const courierId = await local.couriers.lead(first.shop.scope, oldest.external_order_id, "delivered");
  const requested = middle.order_code;
  await local.couriers.lead(second.shop.scope, middle.external_order_id, "in_progress");
  await execute(local.db)`
    UPDATE order_stops s SET failed_at = now(), failure_code = 'refused', attempts = 1, resolution = 'ask',
      answer_until = now() + interval '9 min'
    FROM orders o WHERE o.id = s.order_id AND o.order_code = ${requested} AND s.position = 1`;
  const codes = async (change: Partial<OperatorFilter> = {}) =>
    (await listOrdersForOperators(local.db, { ...ALL, ...change })).orders.map(({ code }) => code);
  expect(await codes()).toEqual([newest.order_code, requested, oldest.order_code]);
  expect(await codes({ isOldestFirst: true, after: oldest.order_code })).toEqual([
    requested,
    newest.order_code,
  ]);
  expect(await codes({ after: requested })).toEqual([oldest.order_code]);
  expect(await codes({ status: "delivered" })).toEqual([oldest.order_code]);
  expect(await codes({ accountId: second.shop.accountId })).toEqual([requested]);
  expect(await codes({ courierId })).toEqual([oldest.order_code]);
  expect(await codes({ isProblem: true })).toEqual([requested]);
  expect(await codes({ search: newest.order_code })).toEqual([newest.order_code]);
  expect(await codes({ search: "nothing such" })).toEqual([]);
  const search = orderBody().dropoffs[0]?.address.street ?? "";
  expect(await codes({ search, after: requested })).toEqual([oldest.order_code]);
  expect(await codes({ search, after: oldest.order_code, isOldestFirst: true })).toEqual([
    requested,
    newest.order_code,
  ]);
  expect(await codes({ mode: "test" })).toEqual([]);
  const { orders } = await listOrdersForOperators(local.db, { ...ALL, status: "delivered" });
  expect(orders[0]).toMatchObject({ courierName: "Алексей Громов", accountName: expect.any(String) });
});
