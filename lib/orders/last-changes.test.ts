import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "@/lib/db/client";
import { int8, text } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { createOrder } from "@/lib/orders/create-order";
import { selectEndedOrders } from "@/lib/orders/fulfillment/store";
import { listForApi } from "@/lib/orders/list/list-for-api";
import { patchOrder } from "@/lib/orders/update/patch-order";
import { orderBody } from "@/testing/api-client";
import { createDatabase } from "@/testing/database";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { CourierSide, makeClient } from "@/testing/shop";
import { createUpgradedDatabase } from "@/testing/upgraded-database";

let local: LocalApi;

beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

const RECORD = { code: text, at: text, courier: text.orNull };

const listRecorded = () =>
  query(local.db, RECORD)`
    SELECT o.order_code AS code, l.changed_at::text AS at, l.courier_id::text AS courier
    FROM order_last_changes l JOIN orders o ON o.id = l.order_id AND o.account_id = l.account_id AND o.mode = l.mode
    ORDER BY 1, 2`;

const listOrders = () =>
  query(local.db, RECORD)`
    SELECT order_code AS code, updated_at::text AS at,
           CASE WHEN status IN ('delivered', 'cancelled') THEN courier_id::text END AS courier
    FROM orders ORDER BY 1, 2`;

it("one row per order has its last change, and its courier once it has ended", async () => {
  const { shop, api } = await local.newShop();
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) ids.push((await api.create(orderBody())).data.external_order_id);
  const [untouched = "", edited = "", cancelled = "", delivered = ""] = ids;
  local.clock.advance(1_000);
  const { context } = local.couriers;
  await patchOrder(context, shop.scope, { externalOrderId: edited, body: { comment: "Позвоните" } });
  await local.couriers.lead(shop.scope, cancelled, "assigned");
  local.clock.advance(1_000);
  await cancelOrder(context, shop.scope, { externalOrderId: cancelled });
  const courierId = await local.couriers.lead(shop.scope, delivered, "delivered");
  expect(await listRecorded()).toEqual(await listOrders());
  expect((await listRecorded()).filter(({ courier }) => courier === courierId)).toHaveLength(1);
  await execute(local.db)`DELETE FROM orders WHERE external_order_id = ${untouched}`;
  const [left] = await query(local.db, { count: int8 })`SELECT count(*) FROM order_last_changes`;
  expect(Number(left?.count)).toBe((await listOrders()).length);
});

it("a former instant, which a change during an upgrade leaves, lists no order a second time", async () => {
  const { shop, api } = await local.newShop();
  const { external_order_id: id, order_code: code } = (await api.create(orderBody())).data;
  const courierId = await local.couriers.lead(shop.scope, id, "assigned");
  await cancelOrder(local.couriers.context, shop.scope, { externalOrderId: id });
  const updatedSince = new Date(0);
  await execute(local.db)`
    INSERT INTO order_last_changes (account_id, mode, changed_at, order_id, courier_id)
    SELECT account_id, mode, updated_at - interval '1 s', id, ${courierId}::uuid FROM orders WHERE order_code = ${code}`;
  const { orders } = await listForApi(local.db, shop.scope, { conditions: { updatedSince }, limit: 20 });
  expect(orders.map(({ orderCode }) => orderCode)).toEqual([code]);
  expect(await selectEndedOrders(local.db, courierId, updatedSince)).toMatchObject({ orderCode: code });
});

const COUNTS = { changed: int8, inPlace: int8 };

it("an edit of a comment inserts into no index of orders", async () => {
  const database = await createDatabase();
  // Of one connection, since each reports its counts at its own time.
  const db = openDatabase(database.url, 1);
  try {
    const { context } = new CourierSide(db);
    const { scope } = await makeClient(db);
    const { order } = await createOrder(context, scope, { body: orderBody() });
    const { externalOrderId } = order;
    await patchOrder(context, scope, { externalOrderId, body: { comment: "Позвоните" } });
    await query(db, { flushed: text.orNull })`SELECT pg_stat_force_next_flush()::text AS flushed`;
    const [counts] = await query(db, COUNTS)`
      SELECT n_tup_upd AS changed, n_tup_hot_upd AS in_place FROM pg_stat_user_tables WHERE relname = 'orders'`;
    expect(counts).toEqual({ changed: 1n, inPlace: 1n });
  } finally {
    await db.close();
    await database.drop();
  }
});

const FORMER_INDEXES = ["finished_orders_of_courier", "orders_by_last_change"];

it.each([
  ["a new installation has none", createDatabase, []],
  ["an upgraded installation has both", createUpgradedDatabase, FORMER_INDEXES],
])("of the indexes that the former release needs, %s", async (_, create, expected) => {
  const database = await create();
  const db = openDatabase(database.url, 1);
  try {
    const rows = await query(db, { name: text })`
      SELECT indexname AS name FROM pg_indexes WHERE tablename = 'orders' AND indexname = ANY(${FORMER_INDEXES}::text[])
      ORDER BY 1`;
    expect(rows.map(({ name }) => name)).toEqual(expected);
  } finally {
    await db.close();
    await database.drop();
  }
});
