import { afterAll, beforeAll, expect, it } from "vitest";
import {
  findPlannedOrder,
  listPlannedOrders,
  MAX_PLAN_AGE_MS,
  type PlannedOrder,
  writePlan,
} from "@/lib/dispatch/planned-order";
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
  expect(await listPlannedOrders(local.db, now)).toEqual([planned(2n, 1, 5), planned(1n, 2, 30), unplanned]);
  await writePlan(local.db, [planned(1n, 1, 10), unplanned], after(1_000));
  expect(await listPlannedOrders(local.db, after(1_000))).toEqual([planned(1n, 1, 10), unplanned]);
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
  expect(await findPlannedOrder(local.db, 3n, after(MAX_PLAN_AGE_MS - 1))).toEqual(unplanned);
  expect(await findPlannedOrder(local.db, 3n, after(MAX_PLAN_AGE_MS))).toBeNull();
  expect(await listPlannedOrders(local.db, after(MAX_PLAN_AGE_MS))).toEqual([]);
});
