import { afterAll, beforeAll, expect, it } from "vitest";
import { listCourierPeriods, readCourierPeriods, sumPerformance } from "@/lib/billing/courier-performance";
import { exportPerformance } from "@/lib/billing/export-performance";
import { listPeriodStarts, readSort, sortRows, sumFigures, toRow } from "@/lib/billing/performance";
import { setShift } from "@/lib/couriers/set-shift";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { orderBody } from "@/testing/api-client";
import { execute } from "@/testing/cluster";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

const at = (time: string) => new Date(`2026-11-${time}:00+03:00`);

it("counts what couriers did by local day and by week, of their mode and days alone", async () => {
  const { shop, api } = await local.newShop();
  const models = local.db.models;
  const [anna, boris] = [await local.couriers.makeCourier(), await local.couriers.makeCourier()];
  await models.courier.update({ where: { id: boris }, data: { onShiftSince: null } });
  await models.courierShift.deleteMany();
  const deliver = async (delivered: string) => {
    const body = orderBody();
    const { data } = await api.create(body);
    await local.couriers.lead(shop.scope, body.external_order_id, "delivered");
    await execute(
      local.databaseUrl,
      `UPDATE orders SET courier_id = '${anna}', promised_until = '2026-11-17T23:50:00+03:00', distance_meters = 1500,
              accepted_at = '2026-11-17T23:00:00+03:00', delivered_at = '${at(delivered).toISOString()}'
       WHERE order_code = '${data.order_code}'`,
    );
    return models.order.findFirstOrThrow({ where: { orderCode: data.order_code } });
  };
  await deliver("17T23:40");
  await deliver("18T00:10");
  const { id: orderId } = await deliver("30T12:00");
  await models.order.update({ where: { id: orderId }, data: { acceptedAt: at("30T12:00") } });
  await models.dispatchRefusal.create({
    data: { orderId, courierId: anna, reason: "no_time", refusedAt: at("17T20:00") },
  });
  await models.courierShift.createMany({
    data: [
      { courierId: anna, startedAt: at("17T22:00"), endedAt: at("18T00:30") },
      { courierId: anna, startedAt: at("19T10:00"), endedAt: null },
      { courierId: boris, startedAt: at("16T10:00"), endedAt: at("17T00:15") },
    ],
  });

  const input = { mode: "live", timeZone: "Europe/Moscow", now: at("19T10:30") } as const;
  const days = { from: "2026-11-17", to: "2026-11-19" };
  const { name } = await models.courier.findUniqueOrThrow({ where: { id: anna } });
  const nothing = { shiftSeconds: 0, delivered: 0, onTime: 0, accepted: 0, refused: 0, meters: 0 };
  const daily = await listCourierPeriods(local.db, { ...input, days, unit: "day", courierId: anna });
  expect(daily).toEqual([
    { ...nothing, courierId: anna, name, from: "2026-11-19", shiftSeconds: 1_800 },
    {
      ...nothing,
      courierId: anna,
      name,
      from: "2026-11-18",
      shiftSeconds: 1_800,
      delivered: 1,
      meters: 1_500,
    },
    {
      ...{ courierId: anna, name, from: "2026-11-17", shiftSeconds: 7_200, delivered: 1, onTime: 1 },
      ...{ accepted: 2, refused: 1, meters: 1_500 },
    },
  ]);
  expect(sumFigures(daily)).toEqual({
    ...{ hours: 3, delivered: 2, perHour: 2 / 3, onTime: 0.5, acceptance: 2 / 3, km: 3 },
  });

  const work = { ...input, days, unit: "week" } as const;
  const weekly = await sumPerformance(local.db, work);
  expect(weekly.periods).toEqual([
    {
      ...nothing,
      from: "2026-11-17",
      shiftSeconds: 11_700,
      delivered: 2,
      onTime: 1,
      accepted: 2,
      refused: 1,
      meters: 3_000,
    },
  ]);
  const rows = weekly.couriers.map(({ id, name: of, ...sums }) => toRow(id, of, sums));
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: anna, name, delivered: 2, hours: 3 }),
      expect.objectContaining({ id: boris, delivered: 0, hours: 0.25, perHour: 0, onTime: null }),
    ]),
  );
  expect(await sumPerformance(local.db, { ...work, mode: "test" })).toEqual({ couriers: [], periods: [] });
});

it("exports every courier once, some at a time, by name", async () => {
  const models = local.db.models;
  await models.courierShift.deleteMany();
  const ids: string[] = [];
  const names = Array.from({ length: 101 }, (_, index) => `Same ${index % 40}`);
  for (const name of names) {
    const { id } = await models.courier.create({
      data: { name, phone: "+79110000000", transportType: "car", mode: "live" },
      select: { id: true },
    });
    ids.push(id);
  }
  const shift = { startedAt: at("17T09:00"), endedAt: at("17T10:00") };
  await models.courierShift.createMany({ data: ids.map((courierId) => ({ courierId, ...shift })) });
  const work = { mode: "live", timeZone: "Europe/Moscow", now: at("19T10:30"), unit: "day" } as const;
  const batches = readCourierPeriods(local.db, { ...work, days: { from: "2026-11-17", to: "2026-11-17" } });
  let csv = "";
  for await (const piece of exportPerformance(batches, csvFormat("en"))) csv += piece;
  const lines = csv.split("\r\n").slice(1, -1);
  const exported = lines.map((line) => line.split(",")[1]).filter((id) => ids.includes(id ?? ""));
  expect(exported.toSorted()).toEqual(ids.toSorted());
  expect(lines).toContain(`2026-11-17,${ids[0]},Same 0,1.00,0,0.00,0,,0,0,,0.00`);
});

it("records when shifts begin and end, regardless of which code writes the courier's row", async () => {
  const id = await local.couriers.makeCourier();
  const list = async () => {
    const shifts = await local.db.models.courierShift.findMany({
      where: { courierId: id },
      orderBy: { id: "asc" },
    });
    return shifts.map(({ startedAt, endedAt }) => [startedAt.getTime(), endedAt === null]);
  };
  await setShift(local.couriers.context, id, true);
  const first = local.clock.now().getTime();
  await setShift(local.couriers.context, id, true);
  expect(await list()).toEqual([[first, true]]);
  await setShift(local.couriers.context, id, false);
  expect(await list()).toEqual([[first, false]]);
  local.clock.advance(60_000);
  await setShift(local.couriers.context, id, true);
  await local.db.models.courier.update({ where: { id }, data: { name: "Renamed" } });
  expect(await list()).toEqual([
    [first, false],
    [local.clock.now().getTime(), true],
  ]);
});

it("begins weeks on Monday, the first with the days", () => {
  const days = { from: "2026-11-18", to: "2026-11-30" };
  expect(listPeriodStarts(days, "week")).toEqual(["2026-11-18", "2026-11-23", "2026-11-30"]);
  expect(listPeriodStarts(days, "day")).toHaveLength(13);
});

it("sorts by the figure of the URL, rows without it last", () => {
  const row = (name: string, perHour: number | null) => ({
    ...{ id: name, name, hours: 1, delivered: 1, onTime: 1, acceptance: 1, km: 1, perHour },
  });
  const rows = [row("Boris", 2), row("Anna", 2), row("Vera", null), row("Gleb", 3)];
  const sort = (text: string) => sortRows(rows, readSort(text)).map(({ name }) => name);
  expect(sort("-perHour")).toEqual(["Gleb", "Anna", "Boris", "Vera"]);
  expect(sort("perHour")).toEqual(["Anna", "Boris", "Gleb", "Vera"]);
  expect(sort("name")).toEqual(["Anna", "Boris", "Gleb", "Vera"]);
  expect(readSort("anything")).toEqual({ key: "delivered", isDescending: true });
});
