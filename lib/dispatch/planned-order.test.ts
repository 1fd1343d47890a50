import { afterAll, beforeAll, expect, it } from "vitest";
import { type Listener, listen } from "@/lib/db/listen";
import {
  findPlannedOrder,
  listCourierPlans,
  listPlannedOrders,
  MAX_PLAN_AGE_MS,
  type PlannedOrder,
  writePlan,
} from "@/lib/dispatch/planned-order";
import { announceBoard, LIVE_CHANNEL } from "@/lib/streams/announce";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

const now = new Date("2026-11-29T12:00:00Z");
const after = (ms: number) => new Date(now.getTime() + ms);
const ANNA = "00000000-0000-4000-8000-000000000001";

const planned = (orderId: bigint, position: number, minutes: number): PlannedOrder => ({
  orderId,
  courierId: ANNA,
  position,
  arrivesAt: after(minutes * 60_000),
  collectedAt: after((minutes + 2) * 60_000),
  deliveredAt: after((minutes + 15) * 60_000),
  reason: null,
});
const unplanned: PlannedOrder = { orderId: 3n, courierId: null, reason: "no_vehicle" };

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local.close());

const readWrittenAt = async (orderId: bigint) =>
  (await local.db.models.plannedOrder.findUniqueOrThrow({ where: { orderId } })).plannedAt;

it("a plan replaces the one before, and lists a courier's orders by their position", async () => {
  await writePlan(local.db, [planned(1n, 2, 30), planned(2n, 1, 5), unplanned], now);
  expect(await listPlannedOrders(local.db, now)).toMatchObject([
    planned(2n, 1, 5),
    planned(1n, 2, 30),
    unplanned,
  ]);
  await writePlan(local.db, [planned(1n, 1, 10), unplanned], after(1_000));
  expect(await listPlannedOrders(local.db, after(1_000))).toMatchObject([planned(1n, 1, 10), unplanned]);
  expect(await findPlannedOrder(local.db, 2n, after(1_000))).toBeNull();
  await writePlan(local.db, [], after(2_000));
  expect(await listPlannedOrders(local.db, after(2_000))).toEqual([]);
});

it("an unchanged row is written again only when it is about to become too old", async () => {
  await writePlan(local.db, [unplanned], now);
  await writePlan(local.db, [unplanned], after(1_000));
  expect(await readWrittenAt(3n)).toEqual(now);
  await writePlan(local.db, [unplanned], after(31_000));
  expect(await readWrittenAt(3n)).toEqual(after(31_000));
  await writePlan(local.db, [{ ...unplanned, reason: "queue_full" }], after(32_000));
  expect(await readWrittenAt(3n)).toEqual(after(32_000));
});

it("a plan that no process continues is ignored", async () => {
  await writePlan(local.db, [unplanned], now);
  expect(await findPlannedOrder(local.db, 3n, after(MAX_PLAN_AGE_MS - 1))).toMatchObject(unplanned);
  expect(await findPlannedOrder(local.db, 3n, after(MAX_PLAN_AGE_MS))).toBeNull();
  expect(await listPlannedOrders(local.db, after(MAX_PLAN_AGE_MS))).toEqual([]);
});

it("an order without a planned courier keeps the time at which it lost one", async () => {
  const find = async (ms: number) => (await findPlannedOrder(local.db, 3n, after(ms)))?.unplannedSince;
  await writePlan(local.db, [], now);
  await writePlan(local.db, [unplanned], now);
  expect(await find(0)).toBeNull();
  await writePlan(local.db, [planned(3n, 1, 10)], after(1_000));
  await writePlan(local.db, [unplanned], after(2_000));
  await writePlan(local.db, [{ ...unplanned, reason: "queue_full" }], after(40_000));
  expect(await find(40_000)).toEqual(after(2_000));
  await writePlan(local.db, [planned(3n, 1, 10)], after(41_000));
  expect(await find(41_000)).toBeNull();
});

async function placeOrder() {
  const { shop, api } = await local.newShop();
  const body = orderBody();
  const { data } = await api.create(body);
  const { id } = await local.db.models.order.findFirstOrThrow({ where: { orderCode: data.order_code } });
  return { id, code: data.order_code, shop, externalOrderId: body.external_order_id };
}

it("a courier's plan lists only orders that still wait, and ends with the plan", async () => {
  const [first, second] = [await placeOrder(), await placeOrder()];
  const list = async (courierId?: string, ms = 0) =>
    (await listCourierPlans(local.db, after(ms), courierId)).map(({ orderCode }) => orderCode);
  await writePlan(local.db, [planned(first.id, 2, 30), planned(second.id, 1, 5)], now);
  expect(await list(ANNA)).toEqual([second.code, first.code]);
  expect(await list()).toEqual([second.code, first.code]);
  expect(await list("00000000-0000-4000-8000-000000000002")).toEqual([]);
  expect(await list(ANNA, MAX_PLAN_AGE_MS)).toEqual([]);
  await local.couriers.lead(second.shop.scope, second.externalOrderId, "assigned");
  expect(await list(ANNA)).toEqual([first.code]);
});

it("pages are notified once when a courier is planned, the arrival moves by five minutes, or the reason changes", async () => {
  const { id, shop } = await placeOrder();
  const payloads: string[] = [];
  const listener = await new Promise<Listener>((resolve) => {
    const opened = listen(local.databaseUrl, LIVE_CHANNEL, {
      message: (payload) => payloads.push(payload),
      connected: () => resolve(opened),
    });
  });
  let writes = 0;
  const count = async (entry: PlannedOrder) => {
    writes += 1;
    await writePlan(local.db, [entry], after(writes));
    // PostgreSQL sends notifications in the order of commits.
    await announceBoard(local.db);
    await expect.poll(() => payloads.at(-1)).toBe("board");
    const notified = payloads.splice(0).slice(0, -1);
    expect(notified).toEqual(notified.map(() => `order ${id} ${shop.scope.accountId} live`));
    return notified.length;
  };
  const none: PlannedOrder = { orderId: id, courierId: null, reason: "no_courier" };
  expect(await count(none)).toBe(1);
  expect(await count({ ...none, reason: "queue_full" })).toBe(1);
  expect(await count(planned(id, 1, 20))).toBe(1);
  expect(await count(planned(id, 2, 22))).toBe(0);
  // Small changes add up.
  expect(await count(planned(id, 2, 24))).toBe(0);
  expect(await count(planned(id, 2, 25))).toBe(1);
  expect(await count(planned(id, 2, 21))).toBe(0);
  expect(await count(none)).toBe(1);
  expect(await count(none)).toBe(0);
  await listener.close();
});
