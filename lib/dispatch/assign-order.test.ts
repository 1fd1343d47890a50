import { afterAll, beforeAll, expect, it } from "vitest";
import { reportNoCourierFound } from "@/lib/dispatch/assign-order";
import { MAX_PLAN_AGE_MS } from "@/lib/dispatch/planned-order";
import { listUnplanned, QUEUE_START } from "@/lib/dispatch/store";
import { MINUTE_MS } from "@/lib/duration";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { planOrders } from "@/testing/plan-orders";

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local.close());

const WAIT_MINUTES = 15;

async function placeOrder() {
  const { api } = await local.newShop();
  const { data } = await api.create(orderBody());
  const code = data.order_code;
  const { id } = await local.db.models.order.findFirstOrThrow({ where: { orderCode: code } });
  const context = local.couriers.context;
  const plan = async (at: "courier" | "none") => {
    const arrivesAt = new Date(local.clock.now().getTime() + 30 * MINUTE_MS);
    const courierId = "00000000-0000-4000-8000-000000000001";
    await planOrders(
      local,
      at === "courier" ? { code, courierId, arrivesAt } : { code, reason: "no_courier" },
    );
  };
  /** Whether dispatch selects it for the report; reports it as dispatch does. */
  const report = async () => {
    const now = local.clock.now();
    const waiting = await listUnplanned(local.db, {
      after: QUEUE_START,
      now,
      vainBefore: new Date(now.getTime() - WAIT_MINUTES * MINUTE_MS),
      limit: 100,
    });
    await reportNoCourierFound(context, id);
    return waiting.some((order) => order.id === id);
  };
  const countReports = () =>
    local.db.models.event.count({ where: { orderId: id, type: "order.courier_not_found" } });
  return { plan, report, countReports };
}

it("an order with a planned courier is not reported as without one, however long it waits", async () => {
  const order = await placeOrder();
  local.clock.advance(40 * MINUTE_MS);
  await order.plan("courier");
  expect([await order.report(), await order.countReports()]).toEqual([false, 0]);
});

it("the wait for a courier counts from when the order last had a planned one, and is reported once", async () => {
  const order = await placeOrder();
  await order.plan("courier");
  local.clock.advance(20 * MINUTE_MS);
  await order.plan("none");
  local.clock.advance(WAIT_MINUTES * MINUTE_MS - 1);
  await order.plan("none");
  expect([await order.report(), await order.countReports()]).toEqual([false, 0]);
  local.clock.advance(1);
  expect([await order.report(), await order.countReports()]).toEqual([true, 1]);
  // The search goes on, so a courier planned for a while does not lead to another report.
  await order.plan("courier");
  await order.plan("none");
  local.clock.advance(WAIT_MINUTES * MINUTE_MS);
  await order.plan("none");
  expect([await order.report(), await order.countReports()]).toEqual([false, 1]);
});

it("without a current plan, the wait counts from the start of the search", async () => {
  const order = await placeOrder();
  local.clock.advance(WAIT_MINUTES * MINUTE_MS - MAX_PLAN_AGE_MS);
  await order.plan("courier");
  local.clock.advance(MAX_PLAN_AGE_MS - 1);
  expect([await order.report(), await order.countReports()]).toEqual([false, 0]);
  local.clock.advance(1);
  expect([await order.report(), await order.countReports()]).toEqual([true, 1]);
});

it("an order that never had a planned courier waits from the start of its search", async () => {
  const order = await placeOrder();
  local.clock.advance(WAIT_MINUTES * MINUTE_MS);
  await order.plan("none");
  expect([await order.report(), await order.countReports()]).toEqual([true, 1]);
});
