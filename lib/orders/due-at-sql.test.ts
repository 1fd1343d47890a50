import { afterAll, beforeAll, expect, it } from "vitest";
import { listCourierPeriods } from "@/lib/billing/courier-performance";
import { getReport, listLateDeliveries } from "@/lib/billing/get-report";
import { sumOrderDay } from "@/lib/billing/sum-order-days";
import { getOverview } from "@/lib/console/overview/get-overview";
import { loadOrder } from "@/lib/orders/load-order";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

const MINUTE_MS = 60_000;
const UTC = "UTC";

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

/** A delivered order of two dropoffs that are `lateMinutes` after the ends of their first windows. */
async function deliver(lateMinutes: readonly [number, number], change: object = {}) {
  const { couriers, db, clock } = local;
  const { shop, api } = await local.newShop();
  const body = orderBodyWith(2, change);
  await api.create(body);
  const courierId = await couriers.lead(shop.scope, body.external_order_id, "assigned");
  await couriers.place(courierId);
  await couriers.accept(shop.scope, body.external_order_id, courierId);
  await couriers.showArrivals();
  const { id } = await db.models.order.findFirstOrThrow({
    where: { externalOrderId: body.external_order_id },
  });
  await couriers.take(courierId, id, { type: "pick_up" });
  const rows = await db.models.shownArrival.findMany({
    where: { orderId: id },
    orderBy: { position: "asc" },
  });
  const dues: (Date | null | undefined)[] = [];
  for (const [dropoff, row] of rows.entries()) {
    dues.push((await loadOrder(db, { orderId: id }, ["promise"]))?.promisedUntil);
    const at = row.firstTo.getTime() + (lateMinutes[dropoff] ?? 0) * MINUTE_MS;
    clock.advance(at - clock.now().getTime());
    await couriers.take(courierId, id, { type: "hand_over", dropoff });
  }
  const day = clock.now().toISOString().slice(0, 10);
  const range = { days: { from: day, to: day }, timeZone: UTC };
  return { shop, rows, dues, range, day, courierId };
}

it("an order is due at each dropoff in turn by its first window", async () => {
  const { rows, dues } = await deliver([-1, -1]);
  expect(dues).toEqual(rows.map(({ firstTo }) => firstTo));
});

it("a dropoff with a window is due at its end, before and after a courier accepts the order", async () => {
  const inMinutes = (minutes: number) => new Date(local.clock.now().getTime() + minutes * MINUTE_MS);
  const [from, first, second] = [inMinutes(0), inMinutes(120), inMinutes(300)];
  const { dropoffs } = orderBodyWith(2);
  const windows = [first, second].map((to) => ({ from: from.toISOString(), to: to.toISOString() }));
  const change = { dropoffs: dropoffs.map((one, index) => ({ ...one, delivery_window: windows[index] })) };
  const { shop, api } = await local.newShop();
  await api.create(orderBodyWith(2, change as never));
  const { board } = await getOverview(local.runtime, shop.scope, UTC);
  expect(board.orders.map(({ dueAt }) => dueAt)).toEqual([first.toISOString()]);
  const { rows, dues, range, shop: deliverer } = await deliver([1, 1], change);
  expect(dues).toEqual([first, second]);
  expect(rows.every(({ firstTo }) => firstTo < first)).toBe(true);
  expect(await listLateDeliveries(local.db, deliverer.scope, range)).toEqual([]);
});

it.each([
  ["on time when each dropoff is", [-1, -1], null],
  ["late by its only late dropoff, though its last is on time", [2, -1], 0],
  ["late by its latest dropoff", [2, 6], 1],
] as const)("a delivery is %s", async (_, lateMinutes, latest) => {
  const { shop, rows, range, day, courierId } = await deliver(lateMinutes);
  const row = latest === null ? undefined : rows[latest];
  const listed =
    row === undefined || latest === null
      ? []
      : [
          {
            dueAt: row.firstTo,
            deliveredAt: new Date(row.firstTo.getTime() + lateMinutes[latest] * MINUTE_MS),
          },
        ];
  const read = async () => ({
    late: (await listLateDeliveries(local.db, shop.scope, range)).map(({ dueAt, deliveredAt }) => ({
      dueAt,
      deliveredAt,
    })),
    onTime: (await getReport(local.db, shop.scope, range)).onTime,
  });
  const expected = { late: listed, onTime: latest === null ? 1 : 0 };
  expect(await read()).toEqual(expected);
  await sumOrderDay(local, shop.scope, day);
  expect(await read()).toEqual(expected);
  const { today } = await getOverview(local.runtime, shop.scope, UTC);
  expect(today).toMatchObject({ delivered: 1, onTime: expected.onTime });
  const work = { mode: "live" as const, ...range, unit: "day" as const, now: local.clock.now() };
  const [period] = await listCourierPeriods(local.db, { ...work, courierId });
  expect(period).toMatchObject({ delivered: 1, onTime: expected.onTime });
});

it("a delivery by a process of the former release is judged by the promise of the whole order", async () => {
  const { shop, rows, range } = await deliver([9, -1]);
  const [, last] = rows;
  await local.db.models.shownArrival.deleteMany({ where: { orderId: last?.orderId ?? 0n } });
  expect(await listLateDeliveries(local.db, shop.scope, range)).toEqual([]);
});
