import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { execute } from "@/lib/db/sql";
import { HOUR_MS, MINUTE_MS } from "@/lib/duration";
import { createOrder } from "@/lib/orders/create-order";
import { listPausedOrders, putOffOrders } from "@/lib/orders/put-off-orders";
import { type AreaChange, changeServiceArea } from "@/lib/service-area/change-service-area";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { readZoneFile } from "@/lib/service-area/zone-file";
import { address, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";
import { square, zoneFile } from "@/testing/zones";

let local: LocalApi;
let shop: Client;
beforeAll(async () => {
  local = await openLocalApi();
  ({ shop } = await local.newShop());
  const zones = readZoneFile(
    zoneFile(
      { name: "City", rings: [square(30, 59, 1)] },
      { name: "Island", rings: [square(30.4, 59.4, 0.1)] },
    ),
  ).zones;
  await change({ type: "put", zones: zones ?? [] });
  await change({ type: "switch", isOn: true });
});
afterAll(() => local.close());
beforeEach(async () => {
  await execute(
    local.db,
  )`UPDATE orders SET status = 'cancelled', cancel_reason = 'other' WHERE status <> 'cancelled'`;
  await change({ type: "resume", zone: "City" });
  await change({ type: "resume", zone: null });
});

const change = async (made: AreaChange) => {
  const { db, clock } = local;
  const { refusal } = await changeServiceArea({ db, clock, dispatch: DEFAULT_DISPATCH }, made);
  expect(refusal).toBeNull();
};
const inMinutes = (minutes: number) => new Date(local.clock.now().getTime() + minutes * MINUTE_MS);
const at = (latitude: number, longitude: number) => ({
  address: address(latitude, longitude),
  contact: { value: "+7" },
});

async function place(latitude: number, longitude: number, times: object = {}) {
  const body = orderBody({
    pickup: at(59.2, 30.2),
    dropoffs: [at(latitude, longitude)],
    cargo_size: "S",
    ...times,
  });
  await createOrder(local.couriers.context, shop.scope, { body });
  const externalOrderId = body.external_order_id;
  const { id } = await local.db.models.order.findFirstOrThrow({ where: { externalOrderId } });
  return { id, externalOrderId };
}
const read = ({ id }: { id: bigint }) => local.db.models.order.findFirstOrThrow({ where: { id } });
const list = async () => listPausedOrders(local.db, await getServiceArea(local.runtime), local.clock.now());

it("the orders of a paused zone are put off until it ends: those of the time, with their couriers freed, but not collected ones", async () => {
  const waiting = await place(59.3, 30.3);
  const assigned = await place(59.3, 30.3);
  const courierId = await local.couriers.lead(shop.scope, assigned.externalOrderId, "assigned");
  const collected = await place(59.3, 30.3);
  await local.couriers.lead(shop.scope, collected.externalOrderId, "in_progress");
  const soon = await place(59.3, 30.3, { delivery_time: inMinutes(90).toISOString() });
  const later = await place(59.3, 30.3, { delivery_time: inMinutes(180).toISOString() });
  const until = inMinutes(120);
  await change({ type: "pause", zone: "City", until });
  expect((await list()).map(({ id, isCollected }) => [id, isCollected])).toEqual([
    [waiting.id, false],
    [assigned.id, false],
    [collected.id, true],
    [soon.id, false],
  ]);
  expect(await putOffOrders(local.couriers.context, null)).toBe(0);
  expect(await putOffOrders(local.couriers.context, "City")).toBe(3);
  expect(await read(waiting)).toMatchObject({ readyAt: until, courierId: null });
  expect(await read(assigned)).toMatchObject({ readyAt: until, courierId: null });
  expect(await local.db.models.order.count({ where: { courierId, status: "assigned" } })).toBe(0);
  expect(await read(collected)).toMatchObject({ readyAt: null, status: "in_progress" });
  expect(await read(soon)).toMatchObject({ deliveryTime: until });
  expect(await read(later)).toMatchObject({ deliveryTime: inMinutes(180) });
  expect((await list()).map(({ id }) => id)).toEqual([collected.id]);
  expect(await putOffOrders(local.couriers.context, "City")).toBe(0);
});

it("a zone inside the paused one goes on, and a pause of the service affects every order until it ends by itself", async () => {
  const body = orderBody({ pickup: at(59.45, 30.45), dropoffs: [at(59.46, 30.46)], cargo_size: "S" });
  await createOrder(local.couriers.context, shop.scope, { body });
  await change({ type: "pause", zone: "City", until: inMinutes(60) });
  expect(await list()).toEqual([]);
  await change({ type: "pause", zone: null, until: inMinutes(30) });
  expect(await list()).toHaveLength(1);
  local.clock.advance(HOUR_MS);
  expect(await list()).toEqual([]);
});
