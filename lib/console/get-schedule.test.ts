import { afterAll, beforeAll, expect, it } from "vitest";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { getSchedule } from "@/lib/console/get-schedule";
import { DAY_MS, HOUR_MS } from "@/lib/duration";
import { changeServiceArea } from "@/lib/service-area/change-service-area";
import { readZoneFile } from "@/lib/service-area/zone-file";
import { type ApiClient, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { square, zoneFile } from "@/testing/zones";

const UTC = "UTC";

let local: LocalApi;
let api: ApiClient;
beforeAll(async () => {
  local = await openLocalApi();
  ({ api } = await local.newShop());
});
afterAll(() => local?.close());

it("a day's schedule has its orders by hour and zone, and the usual others as a median of four such days", async () => {
  const { db, clock } = local;
  const context = { db, clock, dispatch: DEFAULT_DISPATCH };
  const zones = readZoneFile(zoneFile({ name: "City", rings: [square(30, 59.5, 1)] })).zones ?? [];
  await changeServiceArea(context, { type: "put", zones });
  const start = Date.UTC(2026, 11, 1);
  clock.advance(start - clock.now().getTime());
  // Mondays: one order at ten on the first, two on the others; three at eleven on one of them.
  for (const [week, [atTen, atEleven]] of [
    [1, 0],
    [2, 0],
    [2, 3],
    [2, 0],
  ].entries()) {
    const monday = Date.UTC(2026, 11, 7) + week * 7 * DAY_MS;
    for (const [hour, count] of [
      [10, atTen],
      [11, atEleven],
    ] as const) {
      clock.advance(monday + hour * HOUR_MS - clock.now().getTime());
      for (let index = 0; index < (count ?? 0); index += 1) await api.create(orderBody());
    }
  }
  const day = "2027-01-04";
  const at = (hour: number) => new Date(Date.parse(day) + hour * HOUR_MS).toISOString();
  await api.create(orderBody({ delivery_window: { from: at(10), to: at(12) } }));
  await api.create(orderBody({ delivery_time: at(10.5) }));
  await api.create(orderBody({ delivery_window: { from: at(15), to: at(16) } }));
  await api.create(orderBody({ delivery_window: { from: at(24), to: at(25) } }));
  const { orders } = (
    await api.get<{ orders: { external_order_id: string }[] }>("/v1/partner/orders?limit=4")
  ).data;
  const schedule = await getSchedule(context, { mode: "live", day, timeZone: UTC });
  expect(orders).toHaveLength(4);
  expect(schedule.zones).toEqual(["City"]);
  const used = schedule.hours.filter(({ scheduled, usual }) => usual > 0 || (scheduled[0] ?? 0) > 0);
  expect(used).toEqual([
    { hour: 10, scheduled: [2], usual: 2, couriers: null },
    { hour: 15, scheduled: [1], usual: 0, couriers: null },
  ]);
  expect(schedule.perCourierHour).toBeNull();
  const test = await getSchedule(context, { mode: "test", day, timeZone: UTC });
  expect(test.zones).toEqual([]);
});
