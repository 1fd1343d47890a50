import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getAccountBoard } from "@/lib/console/overview/get-account-board";
import { getOverview } from "@/lib/console/overview/get-overview";
import type { Database } from "@/lib/db/client";
import { suggestOrders } from "@/lib/orders/list/suggest-orders";
import { orderBody } from "@/testing/api-client";
import { execute } from "@/testing/cluster";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { withoutTriggers } from "@/testing/without-triggers";

let local: LocalApi;

beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

/**
 * Returns a database that works as usual, and records the plan of each statement: the one for its values, and the one
 * for any, to which PostgreSQL may change after five runs.
 */
function explaining(db: Database, pool: Pool, plans: { own: string; any: string }[]): Database {
  const run: Database["run"] = async (statement) => {
    const { rows } = await db.run({ ...statement, text: `EXPLAIN ${statement.text}` });
    const any = await pool.query({ text: `EXPLAIN (GENERIC_PLAN) ${statement.text}`, rowMode: "array" });
    plans.push({ own: rows.flat().join("\n"), any: any.rows.flat().join("\n") });
    return db.run(statement);
  };
  return new Proxy(db, { get: (target, name) => (name === "run" ? run : Reflect.get(target, name)) });
}

describe("an account with a hundred thousand orders, few of them recent", () => {
  const ORDERS = 100_000;

  // Writing this many rows takes a while when other tests run at the same time.
  it("needs no full scan for any statement of the overview, the board and the search", async () => {
    const { shop, api } = await local.newShop();
    const { data } = await api.create(orderBody());
    const like = await local.db.models.order.findUniqueOrThrow({ where: { orderCode: data.order_code } });
    const courier = await local.couriers.makeCourier();
    await execute(
      local.databaseUrl,
      "INSERT INTO accounts (name) SELECT 'Other ' || n FROM generate_series(1, 200) n",
      ...withoutTriggers(
        `INSERT INTO orders (account_id, mode, external_order_id, order_code, status, cargo_size, routing_mode,
           payment_type, price, distance_meters, duration_seconds, tariff_id, courier_id, fingerprint,
           event_sequence, created_at, updated_at, delivered_at, dispatch_at)
         SELECT CASE WHEN n % 2 = 0 THEN o.account_id ELSE others.ids[1 + n / 2 % 200] END, o.mode, 'old-' || n, 'OLD-' || n, 'delivered', o.cargo_size, o.routing_mode,
           o.payment_type, o.price, o.distance_meters, o.duration_seconds, o.tariff_id, '${courier}', o.fingerprint,
           1, old.at, old.at, old.at + interval '1 hour', old.at
         FROM orders o, generate_series(1, ${ORDERS}) n,
           (SELECT array_agg(id) AS ids FROM accounts WHERE name LIKE 'Other %') others,
           LATERAL (SELECT o.created_at - interval '20 days' - n * interval '5 minutes' AS at) old
         WHERE o.id = ${like.id}`,
        "INSERT INTO couriers (name, phone, transport_type, mode) SELECT 'Carrier ' || n, '+79110000000', 'car', 'live' FROM generate_series(1, 150) n",
        `UPDATE orders o SET status = 'in_progress', delivered_at = NULL, courier_id = c.id
         FROM (SELECT id, row_number() OVER () AS n FROM couriers WHERE name LIKE 'Carrier %') c
         WHERE o.external_order_id = 'old-' || (2 * c.n - 1)`,
        `INSERT INTO order_stops (order_id, account_id, position, latitude, longitude, area, street, building,
           contact_value, contact_type, metadata, search_words, distance_meters, duration_seconds, price, geometry)
         SELECT o.id, o.account_id, s.position, s.latitude, s.longitude, s.area, s.street, s.building,
           s.contact_value, s.contact_type, '{}',
           CASE WHEN s.position = 0 THEN array_to_tsvector(ARRAY['@' || left(o.account_id::text, 8), '=old', 'nevskii', '28']) ELSE '' END,
           s.distance_meters, s.duration_seconds, s.price, s.geometry
         FROM orders o JOIN order_stops s ON s.order_id = ${like.id} AND s.position <= 1
         WHERE o.external_order_id LIKE 'old-%'`,
      ),
      "ANALYZE orders, order_stops",
    );

    const plans: { own: string; any: string }[] = [];
    const pool = new Pool({ connectionString: local.databaseUrl });
    const db = explaining(local.db, pool, plans);
    const overview = await getOverview({ ...local.couriers.context, db }, shop.scope, "Europe/Moscow");
    expect(overview.today.placed).toBe(1);
    expect((await getAccountBoard({ db, clock: local.clock }, shop.scope)).orders).toHaveLength(1);
    for (const text of ["old-777", data.order_code, "4567", "невский 28"]) {
      await suggestOrders(db, shop, text, local.clock.now());
    }
    await pool.end();
    expect(plans).toHaveLength(16);
    for (const { own, any } of plans) {
      expect(own).not.toMatch(/Seq Scan on (orders|order_stops)\b/);
      expect(any).not.toMatch(/Seq Scan on (orders|order_stops)\b/);
    }
    // Carried orders are found without a scan of all orders of the account.
    expect(plans.filter(({ any }) => any.includes(" carried_orders ")).length).toBe(7);
    const days = plans.find(({ own }) => own.includes("width_bucket"));
    expect(days?.own).toContain("orders_newest_first");
  });
});
