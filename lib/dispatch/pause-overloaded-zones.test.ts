import { afterAll, beforeAll, expect, it } from "vitest";
import { dispatchOrders } from "@/lib/dispatch/dispatch-orders";
import { findPauseEnd, pauseOverloadedZones } from "@/lib/dispatch/pause-overloaded-zones";
import { changeServiceArea } from "@/lib/service-area/change-service-area";
import { readServiceArea } from "@/lib/service-area/get-service-area";
import type { Zone } from "@/lib/service-area/zone";
import { readZoneFile } from "@/lib/service-area/zone-file";
import { type ApiClient, address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { square, zoneFile } from "@/testing/zones";

const MINUTE_MS = 60_000;
const NOW = new Date("2026-11-21T12:00:00Z");
const inMinutes = (minutes: number): Date => new Date(NOW.getTime() + minutes * MINUTE_MS);

it.each<[string, (number | null)[], number, number | null]>([
  ["no limit is reached", [20, 30], 3, null],
  ["the limit is reached", [50, 20, 30], 3, 20],
  ["two more than the limit wait", [50, 20, 30, 40], 2, 40],
  ["an end is not a multiple of five minutes", [21, 40], 2, 25],
  ["the plan has fewer at once", [1, 2], 2, 15],
  ["the plan is long", [300, 310], 2, 120],
  ["nothing is planned", [null, null], 2, 30],
  ["too few are planned", [20, null, null], 2, 30],
])("a zone is paused until the plan has fewer orders than its limit: %s", (_, planned, limit, end) => {
  const collections = planned.map((minutes) => (minutes === null ? null : inMinutes(minutes)));
  expect(findPauseEnd(collections, limit, NOW)).toEqual(end === null ? null : inMinutes(end));
});

let local: LocalApi;
let api: ApiClient;
beforeAll(async () => {
  local = await openLocalApi();
  ({ api } = await local.newShop());
});
afterAll(() => local?.close());

const INNER = address(59.95, 30.35);
const OUTER = address(59.8, 30.35);
const LATER = () => new Date(local.clock.now().getTime() + 5 * 60 * MINUTE_MS).toISOString();

const change = (one: Parameters<typeof changeServiceArea>[1]) =>
  changeServiceArea(local.couriers.context, one);
const zonesWith = (waitingLimit: number | undefined) => {
  const file = zoneFile(
    { name: "Center", rings: [square(30.3, 59.9, 0.1)], waitingLimit },
    { name: "City", rings: [square(30, 59.7, 0.6)] },
  );
  const { zones } = readZoneFile(file);
  if (zones === null) throw new Error("The zones cannot be read.");
  return zones;
};
const place = async (from = INNER, more: object = {}) => {
  const contact = { value: "+7" };
  const stops = { pickup: { address: from, contact }, dropoffs: [{ address: OUTER, contact }] };
  const { status, error } = await api.create({ ...orderBody(), ...stops, ...more });
  return status === 201 ? "accepted" : error?.details;
};
const run = () => pauseOverloadedZones(local.couriers.context, "slot");
const listPauses = async () =>
  (await readServiceArea(local.couriers.context)).pauses.map(({ zone, until, isAutomatic }) => [
    zone,
    (until.getTime() - NOW.getTime()) / MINUTE_MS,
    isAutomatic,
  ]);

it("a zone with as many waiting orders as its limit takes no more for that time (AREA-6)", async () => {
  await change({ type: "put", zones: zonesWith(3) });
  await change({ type: "switch", isOn: true });
  expect(await Promise.all([place(), place(), place(OUTER)])).toEqual(["accepted", "accepted", "accepted"]);
  // An order for later does not wait yet.
  expect(await place(INNER, { delivery_time: LATER() })).toBe("accepted");
  await run();
  expect(await listPauses()).toEqual([]);
  expect(await place()).toBe("accepted");
  await run();
  expect(await listPauses()).toEqual([["Center", 30, true]]);
  expect(await place()).toMatch(/paused at the requested time; service resumes at 2026-11-21T12:30:00.000Z/);
  expect(await place(OUTER)).toBe("accepted");
  expect(await place(INNER, { delivery_time: LATER() })).toBe("accepted");
  // A pause is not made longer.
  local.clock.advance(10 * MINUTE_MS);
  await run();
  expect(await listPauses()).toEqual([["Center", 30, true]]);
});

it("the pause ends with a higher limit, and when a courier has taken enough orders", async () => {
  await change({ type: "replace", name: "Center", zone: zonesWith(4)[0] as Zone });
  expect(await listPauses()).toEqual([]);
  expect(await place()).toBe("accepted");
  await run();
  expect(await listPauses()).toEqual([["Center", 40, true]]);
  await local.couriers.makeFreeCourier(INNER);
  await dispatchOrders(local.couriers.context);
  local.clock.advance(31 * MINUTE_MS);
  await run();
  const open = (await readServiceArea(local.couriers.context)).pauses.filter(
    ({ until }) => until > local.clock.now(),
  );
  expect(open).toEqual([]);
  expect(await place()).toBe("accepted");
});

it("an area without limits, or that is off, is never paused", async () => {
  await change({ type: "put", zones: zonesWith(undefined) });
  await run();
  await change({ type: "put", zones: zonesWith(1) });
  await change({ type: "switch", isOn: false });
  const before = await listPauses();
  await run();
  expect(await listPauses()).toEqual(before);
});
