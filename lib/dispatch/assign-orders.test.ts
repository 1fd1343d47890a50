import { afterAll, beforeAll, expect, it } from "vitest";
import { setShift } from "@/lib/couriers/set-shift";
import { execute } from "@/lib/db/sql";
import { type Assignment, assignOrders, reportNoCourierFound } from "@/lib/dispatch/assign-orders";
import { disableCourier } from "@/lib/dispatch/disable-courier";
import { MAX_PLAN_AGE_MS } from "@/lib/dispatch/planned-order";
import { recordDecline } from "@/lib/dispatch/record-decline";
import { listUnplanned, QUEUE_START } from "@/lib/dispatch/store";
import { MINUTE_MS } from "@/lib/duration";
import { readBody } from "@/lib/events/event-body";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { patchOrder } from "@/lib/orders/update/patch-order";
import { address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { planOrders } from "@/testing/plan-orders";
import type { Client } from "@/testing/shop";

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

/** A waiting order and a free courier for it. */
async function choose(shop: Client, type: "bike" | "car" = "car") {
  const { data } = await local.client(shop.key).create(orderBody({ cargo_size: "S", metadata: {} }));
  const courierId = await local.couriers.makeFreeCourier(address(59.93, 30.33), { type });
  const order = await local.db.models.order.findFirstOrThrow({ where: { orderCode: data.order_code } });
  const { id: orderId, externalOrderId } = order;
  return { orderId, courierId, externalOrderId, scope: shop.scope };
}

type Choice = Awaited<ReturnType<typeof choose>>;

const assign = (chosen: readonly Assignment[]) => assignOrders(local.couriers.context, chosen);

const readCourier = async ({ orderId }: Choice) =>
  (await local.db.models.order.findUniqueOrThrow({ where: { id: orderId } })).courierId;

it("orders assigned in one transaction get the events and jobs of a single assignment", async () => {
  const { shop } = await local.newShop();
  const together = [await choose(shop), await choose(shop)];
  const alone = await choose(shop);
  expect(await assign(together)).toEqual(together.map(({ orderId }) => orderId));
  await assignCourier(local.couriers.context, shop.scope, alone);
  const traces = await Promise.all(
    [...together, alone].map(async ({ orderId, courierId, externalOrderId }) => {
      const order = await local.db.models.order.findUniqueOrThrow({ where: { id: orderId } });
      const events = await local.db.models.event.findMany({
        where: { orderId },
        orderBy: { sequence: "asc" },
      });
      const jobs = await local.db.models.job.findMany({
        where: { key: { startsWith: `${orderId}:` } },
        orderBy: { kind: "asc" },
      });
      const text = JSON.stringify([
        events.map((event) => [event.type, event.sequence, event.actorId, readBody(event)]),
        // Jobs that are due at once have the time of the database.
        jobs.map(({ kind, key, runAt }) => [kind, key, kind === "check_acceptance" && runAt]),
      ]);
      const own = [
        courierId,
        externalOrderId,
        order.orderCode,
        String(order.trackingToken),
        ...events.map(({ id }) => id),
      ];
      return own
        .reduce((rest, value) => rest.replaceAll(value, "own"), text)
        .replaceAll(`"${orderId}:`, '"order:');
    }),
  );
  expect(traces[0]).toContain('["order.assigned",2');
  expect(new Set(traces).size).toBe(1);
});

it.each<[string, (choice: Choice) => Promise<unknown>]>([
  [
    "order was cancelled",
    ({ scope, externalOrderId }) => cancelOrder(local.couriers.context, scope, { externalOrderId }),
  ],
  [
    "order was postponed",
    ({ scope, externalOrderId }) => {
      const delivery_time = new Date(local.clock.now().getTime() + 24 * 60 * MINUTE_MS).toISOString();
      return patchOrder(local.couriers.context, scope, { externalOrderId, body: { delivery_time } });
    },
  ],
  [
    "order became too large for the vehicle",
    ({ scope, externalOrderId }) =>
      patchOrder(local.couriers.context, scope, { externalOrderId, body: { cargo_size: "XL" } }),
  ],
  [
    "order was given to another courier by an operator",
    async ({ scope, externalOrderId }) => {
      const courierId = await local.couriers.makeCourier();
      await assignCourier(local.couriers.context, scope, { externalOrderId, courierId });
    },
  ],
  [
    "courier got another order from an operator",
    async ({ scope, courierId }) => {
      const { data } = await local.client((await local.newShop()).shop.key).create(orderBody());
      const order = await local.db.models.order.findFirstOrThrow({ where: { orderCode: data.order_code } });
      const other = { ...scope, accountId: order.accountId };
      const { externalOrderId } = order;
      await assignCourier(local.couriers.context, other, { externalOrderId, courierId });
    },
  ],
  ["courier ended the shift", ({ courierId }) => setShift(local.couriers.context, courierId, false)],
  ["courier was disabled", ({ courierId }) => disableCourier(local.couriers.context, courierId, true)],
  [
    "courier declined the order",
    ({ orderId, courierId }) =>
      local.db.transaction((tx) =>
        recordDecline(tx, { orderId, courierId, reason: "handed_back", refusedAt: local.clock.now() }),
      ),
  ],
])("an assignment whose %s is left out of its transaction, and no other", async (_, change) => {
  const { shop } = await local.newShop();
  const chosen = [await choose(shop, "bike"), await choose(shop, "bike"), await choose(shop, "bike")];
  const [first, changed, last] = chosen as [Choice, Choice, Choice];
  await change(changed);
  const former = await readCourier(changed);
  expect(await assign(chosen)).toEqual([first.orderId, last.orderId]);
  expect(await Promise.all(chosen.map(readCourier))).toEqual([first.courierId, former, last.courierId]);
});

it.each(["order", "courier"] as const)(
  "an assignment whose %s another transaction holds is left out without a wait",
  async (held) => {
    const { shop } = await local.newShop();
    const chosen = [await choose(shop), await choose(shop)];
    const [free, locked] = chosen as [Choice, Choice];
    await local.db.transaction(async (tx) => {
      await (held === "order"
        ? execute(tx)`SELECT FROM orders WHERE id = ${locked.orderId} FOR UPDATE`
        : execute(tx)`SELECT FROM couriers WHERE id = ${locked.courierId}::uuid FOR NO KEY UPDATE`);
      expect(await assign(chosen)).toEqual([free.orderId]);
    });
    expect(await assign([locked])).toEqual([locked.orderId]);
  },
);

it("a courier who is just getting an order from the former release loses only that assignment", async () => {
  const { shop } = await local.newShop();
  const chosen = [await choose(shop), await choose(shop), await choose(shop)];
  const [first, taken, last] = chosen as [Choice, Choice, Choice];
  const other = await choose(shop);
  // The former release does not lock the courier; the trigger that updates the route does.
  await local.db.transaction(async (tx) => {
    await execute(tx)`
      UPDATE orders SET status = 'assigned', courier_id = ${taken.courierId}::uuid WHERE id = ${other.orderId}`;
    expect(await assign(chosen)).toEqual([first.orderId, last.orderId]);
  });
  expect(await assign([taken])).toEqual([]);
  expect(await Promise.all(chosen.map(readCourier))).toEqual([first.courierId, null, last.courierId]);
});

it("an assignment that fails is reported, and the others of its transaction are made", async () => {
  const { shop } = await local.newShop();
  const chosen = [await choose(shop), await choose(shop), await choose(shop)];
  const [first, failing, last] = chosen as [Choice, Choice, Choice];
  // Its next event has the number of an existing one.
  await execute(local.db)`UPDATE orders SET event_sequence = 0 WHERE id = ${failing.orderId}`;
  await expect(assign(chosen)).rejects.toThrow("one_event_per_order_sequence");
  expect(await Promise.all(chosen.map(readCourier))).toEqual([first.courierId, null, last.courierId]);
});
