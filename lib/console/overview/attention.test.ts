import { afterAll, beforeAll, expect, it } from "vitest";
import { mintScope } from "@/lib/account-scope";
import { getAccountBoard } from "@/lib/console/overview/get-account-board";
import { getOverview } from "@/lib/console/overview/get-overview";
import { MAX_PLAN_AGE_MS } from "@/lib/dispatch/planned-order";
import { MINUTE_MS } from "@/lib/duration";
import { listOrders } from "@/lib/orders/list/list-orders";
import { readFilter } from "@/lib/orders/list/order-filter";
import { orderBody, orderBodyWith } from "@/testing/api-client";
import { execute } from "@/testing/cluster";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { planOrders } from "@/testing/plan-orders";

const ZONE = "Europe/Moscow";

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

it("an order that waits for an operator's confirmation is found until it is confirmed", async () => {
  const { shop, api } = await local.newShop();
  const usual = orderBody();
  const farAway = {
    address: { ...usual.pickup.address, latitude: 0, longitude: 0 },
    contact: usual.pickup.contact,
  };
  const { data } = await api.create(orderBody({ dropoffs: [farAway] }));
  const listTroubles = async () => {
    const { troubled } = await getOverview(local.runtime, shop.scope, ZONE);
    return troubled.map(({ order, troubles }) => [order.code, troubles]);
  };
  expect(await listTroubles()).toEqual([[data.order_code, ["held"]]]);
  await execute(
    local.databaseUrl,
    `UPDATE orders SET held_reason = NULL WHERE order_code = '${data.order_code}'`,
  );
  expect(await listTroubles()).toEqual([]);
});

it("an order needs attention only once it has waited without a planned courier", async () => {
  const { shop, api } = await local.newShop();
  const { data } = await api.create(orderBody());
  const listTroubles = async () => {
    const { troubled } = await getOverview(local.runtime, shop.scope, ZONE);
    return troubled.flatMap(({ troubles }) => troubles);
  };
  const code = data.order_code;
  const courierId = "00000000-0000-4000-8000-000000000001";
  const plan = () => planOrders(local, { code, courierId, arrivesAt: local.clock.now() });
  await plan();
  local.clock.advance(15 * MINUTE_MS);
  await plan();
  expect(await listTroubles()).toEqual([]);
  local.clock.advance(MAX_PLAN_AGE_MS);
  expect(await listTroubles()).toEqual(["no_courier"]);
  await plan();
  await planOrders(local, { code, reason: "no_courier" });
  local.clock.advance(MAX_PLAN_AGE_MS - 1);
  expect(await listTroubles()).toEqual([]);
  local.clock.advance(15 * MINUTE_MS);
  await planOrders(local, { code, reason: "no_courier" });
  expect(await listTroubles()).toEqual(["no_courier"]);
});

it("an order with a planned courier counts as planned, and as searching once no plan has a courier for it", async () => {
  const { shop, api } = await local.newShop();
  const { data } = await api.create(orderBody());
  const count = async () => {
    const { counts } = await getAccountBoard(local.runtime, shop.scope);
    return [counts.planned, counts.searching];
  };
  const code = data.order_code;
  expect(await count()).toEqual([0, 1]);
  const courierId = "00000000-0000-4000-8000-000000000001";
  await planOrders(local, { code, courierId, arrivesAt: local.clock.now() });
  expect(await count()).toEqual([1, 0]);
  await planOrders(local, { code, reason: "no_courier" });
  expect(await count()).toEqual([0, 1]);
});

it("open questions, problems and returns are found in their own mode, whatever the age and status of the order", async () => {
  const { shop, api } = await local.newShop();
  const now = local.clock.now().getTime();
  const after = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const onTheWay = async () => {
    const body = orderBodyWith(2);
    const { data } = await api.create(body);
    await local.couriers.lead(shop.scope, body.external_order_id, "in_progress");
    return data.order_code;
  };
  const getId = (code: string) => `(SELECT id FROM orders WHERE order_code = '${code}')`;
  const ask = (code: string, position: number, until: string) =>
    `UPDATE order_stops SET failed_at = now(), failure_code = 'refused', attempts = 1, resolution = 'ask',
       answer_until = '${until}' WHERE order_id = ${getId(code)} AND position = ${position}`;
  const [well, later, soon, back] = [await onTheWay(), await onTheWay(), await onTheWay(), await onTheWay()];
  const findNotifications = async (isSettled: boolean) => {
    const code = await onTheWay();
    await execute(
      local.databaseUrl,
      `UPDATE orders SET status = 'delivered', delivered_at = now() WHERE order_code = '${code}'`,
      `UPDATE order_stops SET delivered_at = now(), feedback = 'problem', feedback_at = now(),
         feedback_settled_at = ${isSettled ? "now()" : "NULL"} WHERE order_id = ${getId(code)} AND position = 1`,
    );
    return code;
  };
  await execute(
    local.databaseUrl,
    ask(later, 2, after(14)),
    ask(soon, 1, after(9)),
    ask(soon, 2, after(5)),
    `UPDATE orders SET status = 'cancelled', cancel_reason = 'too_late', return_state = 'on_the_way',
       return_started_at = now() WHERE order_code = '${back}'`,
  );
  const [open, settled] = [await findNotifications(false), await findNotifications(true)];
  const troubledIn = async (mode: "live" | "test") => {
    const { troubled } = await getOverview(local.runtime, mintScope(shop.accountId, mode), ZONE);
    return troubled.map(({ order, troubles }) => [order.code, troubles[0], order.question?.dropoff]);
  };
  expect(await troubledIn("live")).toEqual([
    [soon, "question", 2],
    [later, "question", 2],
    [open, "problem", undefined],
    [back, "returning", undefined],
    [well, "courier_silent", undefined],
  ]);
  expect(await troubledIn("test")).toEqual([]);

  const { orders } = await listOrders(local.db, shop.scope, {
    filter: { ...readFilter(() => ""), view: "all" },
    timeZone: ZONE,
    now: local.clock.now(),
    edge: null,
  });
  const marks = Object.fromEntries(orders.map(({ code, isAsked }) => [code, isAsked]));
  expect(marks).toEqual({
    [well]: false,
    [later]: true,
    [soon]: true,
    [back]: false,
    [open]: false,
    [settled]: false,
  });
});
