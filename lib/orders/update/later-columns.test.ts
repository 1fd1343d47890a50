import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { createOrder } from "@/lib/orders/create-order";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { patchOrder } from "@/lib/orders/update/patch-order";
import { replaceOrder } from "@/lib/orders/update/replace-order";
import { address, orderBody, orderBodyWith } from "@/testing/api-client";
import { execute } from "@/testing/cluster";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { CourierSide, makeClient, type Client as Shop } from "@/testing/shop";

describe("an edit", () => {
  let database: TestDatabase;
  let db: Database;
  let couriers: CourierSide;
  let shop: Shop;

  beforeAll(async () => {
    database = await createDatabase();
    // As a later version would.
    await execute(database.url, "ALTER TABLE order_stops ADD gate text NOT NULL DEFAULT 'none'");
    db = openDatabase(database.url, 2);
    couriers = new CourierSide(db);
    shop = await makeClient(db);
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  const create = async (body: CreateOrderBody) => {
    const { order } = await createOrder(couriers.context, shop.scope, { body });
    return order.externalOrderId;
  };

  const run = async (externalOrderId: string, statement: string): Promise<Record<string, unknown>[]> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const order = `(SELECT id FROM orders WHERE external_order_id = '${externalOrderId}')`;
    return (await client.query(statement.replaceAll("$order", order)).finally(() => client.end())).rows;
  };

  const listStops = (externalOrderId: string) =>
    run(externalOrderId, "SELECT * FROM order_stops WHERE order_id = $order ORDER BY position");

  it("keeps columns of a later version with their recipients, and gives new recipients the defaults", async () => {
    const body = orderBodyWith(2);
    const externalOrderId = await create(body);
    await run(
      externalOrderId,
      "UPDATE order_stops SET gate = 'gate ' || position, calls = 2 WHERE order_id = $order",
    );
    const patch = { comment: "Ring twice", dropoffs: [{ contact: { name: "Anna" } }] };
    await patchOrder(couriers.context, shop.scope, { externalOrderId, body: patch });
    expect((await listStops(externalOrderId)).map(({ gate, calls }) => [gate, calls])).toEqual([
      ["gate 0", 0],
      ["gate 1", 0],
      ["gate 2", 0],
    ]);
    const third = { address: address(59.95, 30.35), contact: { value: "+79160000000" } };
    const replaced = { ...body, dropoffs: [...body.dropoffs.slice(1), third] };
    await replaceOrder(couriers.context, shop.scope, { externalOrderId, body: replaced });
    expect((await listStops(externalOrderId)).map(({ gate }) => gate)).toEqual(["gate 0", "gate 2", "none"]);
  });

  it("is not refused to version 1.0.0 because the goods are ready later than it moves the delivery to", async () => {
    const body = orderBody({ delivery_time: "2099-01-01T16:00:00Z", ready_at: "2099-01-01T15:00:00Z" });
    const externalOrderId = await create(body);
    const move = async (hour: number) => {
      const set = `delivery_time = '2099-01-01T${hour}:00:00Z'`;
      await run(externalOrderId, `UPDATE orders SET ${set} WHERE id = $order`);
      return run(externalOrderId, "SELECT ready_at::text FROM orders WHERE id = $order");
    };
    expect(await move(17)).toEqual([{ ready_at: expect.stringContaining("2099-01-01") }]);
    expect(await move(15)).toEqual([{ ready_at: null }]);
    const late = "UPDATE orders SET ready_at = '2099-01-01T16:00:00Z' WHERE id = $order";
    await expect(run(externalOrderId, late)).rejects.toThrow("goods_are_ready_before_delivery");
  });

  it("keeps fields that version 1.0.0 lacks when that version makes it, and can remove them in this version", async () => {
    const known = { metadata: { floor: "2" }, notify: false, locale: "en" } as const;
    const plain = orderBody();
    const body = { ...plain, dropoffs: plain.dropoffs.map((dropoff) => ({ ...dropoff, ...known })) };
    const externalOrderId = await create(body);
    const columns =
      "order_id, account_id, position, latitude, longitude, area, street, building, contact_value, contact_type, distance_meters, duration_seconds, price, geometry";
    await run(
      externalOrderId,
      `WITH removed AS (DELETE FROM order_stops WHERE order_id = $order RETURNING *)
       INSERT INTO order_stops (${columns}) SELECT ${columns} FROM removed WHERE (SELECT count(*) FROM removed) > 0`,
    );
    const read = async () =>
      (await listStops(externalOrderId)).map(({ metadata, notify, locale }) => ({
        metadata,
        notify,
        locale,
      }));
    const none = { metadata: {}, notify: null, locale: null };
    expect(await read()).toEqual([none, known]);
    await replaceOrder(couriers.context, shop.scope, {
      externalOrderId,
      body: { ...plain, external_order_id: externalOrderId },
    });
    expect(await read()).toEqual([none, none]);
  });
});
