import { afterAll, beforeAll, expect, it } from "vitest";
import type { AccountScope } from "@/lib/account-scope";
import {
  countCarriers,
  countCouriers,
  listActiveCouriers,
  listCouriers,
  listCouriersById,
  MAX_COURIERS,
} from "@/lib/couriers/list-couriers";
import { execute } from "@/lib/db/sql";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import { allowSeveralOrders } from "@/testing/allow-several-orders";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

let local: LocalApi;
let lastId: string;

beforeAll(async () => {
  local = await openLocalApi();
  const since = local.clock.now();
  await execute(local.db)`
    INSERT INTO couriers (name, phone, transport_type, mode, on_shift_since)
    SELECT 'Анна ' || n, '+7900' || lpad(n::text, 7, '0'), 'car', 'live', ${since}::timestamptz
    FROM generate_series(1, 600) AS n`;
  // Off shift and last by name, so at the very end of the list.
  const { id } = await local.db.models.courier.create({
    data: { name: "Яков Щукин", phone: "+7 (911) 555-00-77", transportType: "bike", number: "50%_О" },
  });
  lastId = id;
});
afterAll(() => local?.close());

const found = async (search: string) =>
  (await listCouriers(local.db, "live", search)).map(({ name }) => name);

it("a list of more than 500 couriers shows those on shift and counts all", async () => {
  const all = await found("");
  expect(all).toHaveLength(MAX_COURIERS);
  expect(all).not.toContain("Яков Щукин");
  expect(await countCouriers(local.db, "live")).toEqual({ all: 601, onShift: 600, people: 600 });
});

it.each([
  ["a part of the name, whatever its case", "щУК"],
  ["the phone number as it is written", "+7 911 555-00-77"],
  ["the phone number with 8 for the country", "89115550077"],
  ["the end of the phone number", "550077"],
  ["the plate, with its special characters taken literally", "0%_о"],
])("a search finds a courier beyond the first 500 by %s", async (_, search) => {
  expect(await found(search)).toEqual(["Яков Щукин"]);
});

it("a search finds a courier by their active order, but not by one that has ended", async () => {
  const { shop, api } = await local.newShop();
  const created = (await api.create(orderBody())).data;
  const [scope, externalOrderId] = [shop.scope, created.external_order_id];
  await assignCourier(local.couriers.context, scope, {
    externalOrderId,
    courierId: lastId,
    isAnyVehicleFine: true,
  });
  const part = created.order_code.toLowerCase().slice(2);
  expect(await found(part)).toEqual(["Яков Щукин"]);
  await startOrder(local.couriers.context, scope, externalOrderId);
  await deliverOrder(local.couriers.context, scope, externalOrderId);
  expect(await found(part)).toEqual([]);
});

it.each(["%", "_", "\\", "\0", "911", "' OR ''='"])("a search for %j finds no courier", async (search) => {
  const names = await found(search);
  expect(names.filter((name) => name !== "Яков Щукин")).toEqual([]);
});

it("a search finds no courier of the other mode", async () => {
  expect(await listCouriers(local.db, "test", "Яков")).toEqual([]);
});

it("a courier with orders of two shops is listed once, with the order of the next stop, and to each shop with its own", async () => {
  await allowSeveralOrders(local.db);
  const courierId = await local.couriers.makeCourier({ type: "van" });
  const order = async () => {
    const { shop, api } = await local.newShop();
    const { data } = await api.create(orderBody());
    const externalOrderId = data.external_order_id;
    await assignCourier(local.couriers.context, shop.scope, { externalOrderId, courierId });
    return { scope: shop.scope, externalOrderId, code: data.order_code };
  };
  const [first, second] = [await order(), await order()];
  const list = async (scope: AccountScope) =>
    (await listActiveCouriers(local.db, scope, [])).map(({ id, orderCode }) => [id, orderCode]);
  const listAll = async () =>
    (await listCouriersById(local.db, [courierId])).map(({ orderCode }) => orderCode);
  expect([await list(first.scope), await list(second.scope)]).toEqual([
    [[courierId, first.code]],
    [[courierId, second.code]],
  ]);
  expect(await countCarriers(local.db, second.scope, local.clock.now())).toEqual({ all: 1, silent: 1 });
  expect(await listAll()).toEqual([first.code]);
  await startOrder(local.couriers.context, first.scope, first.externalOrderId);
  await deliverOrder(local.couriers.context, first.scope, first.externalOrderId);
  expect(await listAll()).toEqual([second.code]);
  expect(await list(first.scope)).toEqual([]);
});
