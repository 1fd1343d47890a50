import { afterAll, beforeAll, expect, it } from "vitest";
import { mintScope } from "@/lib/account-scope";
import { exportReport } from "@/lib/billing/export-report";
import { getReport, listLateDeliveries } from "@/lib/billing/get-report";
import { readReportDays, shareOnTime } from "@/lib/billing/report";
import { sumOrders } from "@/lib/orders/list/list-orders";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { readFilter } from "@/lib/orders/list/order-filter";
import { orderBodyWith } from "@/testing/api-client";
import { execute } from "@/testing/cluster";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

const ZONE = "Europe/Moscow";

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

it("a report counts ended orders of its days and mode, with lateness, waiting, failures and hours", async () => {
  const { shop, api } = await local.newShop();
  const deliver = async () => {
    const body = orderBodyWith(1);
    const { data } = await api.create(body);
    await local.couriers.lead(shop.scope, body.external_order_id, "delivered");
    return data;
  };
  const [inTime, late] = [await deliver(), await deliver()];
  const cancelled = orderBodyWith(1);
  await api.create(cancelled);
  await api.post(`/v1/partner/orders/${cancelled.external_order_id}/cancel`, {});
  const getId = (code: string) => `(SELECT id FROM orders WHERE order_code = '${code}')`;
  const at = (time: string) => `'2026-11-21T${time}:00+03:00'`;
  const set = (code: string, delivered: string) => [
    `UPDATE orders SET promised_until = ${at("15:30")}, arrived_at = ${at("15:00")}, delivered_at = ${at(delivered)}
     WHERE order_code = '${code}'`,
    `UPDATE order_status_changes SET changed_at = ${at("15:04")} WHERE order_id = ${getId(code)} AND status = 'in_progress'`,
    `UPDATE order_status_changes SET changed_at = ${at(delivered)} WHERE order_id = ${getId(code)} AND status = 'delivered'`,
    `UPDATE order_stops SET arrived_at = ${at("15:20")}, delivered_at = ${at("15:22")}
     WHERE order_id = ${getId(code)} AND position = 1`,
  ];
  await execute(local.databaseUrl, ...set(inTime.order_code, "15:22"), ...set(late.order_code, "16:00"));

  const days = { from: "2026-11-21", to: "2026-11-21" };
  const range = { days, timeZone: ZONE };
  const report = await getReport(local.db, shop.scope, range);
  expect(report).toMatchObject({
    ...{
      delivered: 2,
      cancelled: 1,
      onTime: 1,
      failures: [],
      latenessP50: 900,
      pickupWaitP50: 240,
      doorWaitP95: 120,
    },
    total: Math.round(((inTime.price ?? 0) + (late.price ?? 0)) * 100),
  });
  expect(shareOnTime(report)).toBe(0.5);
  expect(report.hours.filter(({ delivered }) => delivered > 0)).toEqual([
    { hour: 15, delivered: 1, late: 0 },
    { hour: 16, delivered: 1, late: 1 },
  ]);
  const missed = await listLateDeliveries(local.db, shop.scope, range);
  expect(missed.map(({ orderCode }) => orderCode)).toEqual([late.order_code]);
  let csv = "";
  for await (const piece of exportReport(local.db, shop.scope, range, csvFormat("en"))) csv += piece;
  expect(csv).toContain("lateness_p50_seconds,900\r\n");
  expect(csv).toMatch(
    new RegExp(`\r\n${late.order_code},.*,2026-11-21 15:30:00,2026-11-21 16:00:00,30\r\n$`),
  );

  const nextDay = { ...range, days: { from: "2026-11-22", to: "2026-11-22" } };
  expect(await getReport(local.db, shop.scope, nextDay)).toMatchObject({ delivered: 0, latenessP50: null });
  const test = mintScope(shop.accountId, "test");
  expect(await getReport(local.db, test, range)).toMatchObject({ delivered: 0, cancelled: 0 });

  const filter = readFilter((name) => (name === "from" ? "2026-11-21" : ""));
  const sum = { filter, timeZone: ZONE, now: local.clock.now() };
  expect(await sumOrders(local.db, shop.scope, sum)).toEqual({ count: 3, total: report.total / 100 });
});

it.each([
  ["2026-11-01", "2026-11-21", { from: "2026-11-01", to: "2026-11-21" }],
  ["2026-11-21", "2026-11-01", { from: "2026-11-15", to: "2026-11-21" }],
  ["2020-01-01", "2026-11-21", { from: "2026-11-15", to: "2026-11-21" }],
  ["", "", { from: "2026-11-15", to: "2026-11-21" }],
])("a report from %j to %j covers %o", (from, to, days) => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(readReportDays((name) => (name === "from" ? from : to), { now, timeZone: ZONE })).toEqual(days);
});
