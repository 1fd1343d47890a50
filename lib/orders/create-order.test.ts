import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { type Database, openDatabase } from "@/lib/db/client";
import { createOrder } from "@/lib/orders/create-order";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { orderBody } from "@/testing/api-client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { type Client, CourierSide, FixedClock, makeClient } from "@/testing/shop";

describe("a repeated create request", () => {
  const clock = new FixedClock("2026-11-21T12:00:00Z");
  let database: TestDatabase;
  let db: Database;
  let context: Context;
  let shop: Client;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 2);
    ({ context } = new CourierSide(db, clock));
    shop = await makeClient(db);
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  it.each<[string, Partial<CreateOrderBody>, (now: Context) => Context, boolean]>([
    [
      "its delivery time has passed",
      { delivery_time: "2026-11-21T12:30:00.000Z" },
      (now) => ({ ...now, clock: new FixedClock("2026-11-21T13:00:00Z") }),
      false,
    ],
    [
      "the trip limit has become shorter",
      {},
      (now) => ({ ...now, dispatch: { ...now.dispatch, maxTripMeters: 1 } }),
      false,
    ],
    ["its quote no longer holds", { quote_id: "0197a0a0-0000-7000-8000-000000000000" }, (now) => now, true],
    [
      "no route is available",
      {},
      (now) => ({
        ...now,
        router: { ...now.router, routeTrips: () => Promise.reject(new Error("no route")) },
      }),
      false,
    ],
  ])(
    "returns its order when %s, while a new order is rejected (CRE-2)",
    async (_, change, later, isQuoteBinding) => {
      const body = { ...orderBody(), ...change };
      const first = await createOrder(context, shop.scope, { body });
      const repeat = await createOrder(later(context), shop.scope, { body, isQuoteBinding });
      expect(repeat).toMatchObject({ isReplay: true, isMismatch: false });
      expect(repeat.order.orderCode).toBe(first.order.orderCode);
      const other = { ...body, external_order_id: `${body.external_order_id}-2` };
      await expect(
        createOrder(later(context), shop.scope, { body: other, isQuoteBinding }),
      ).rejects.toThrow();
      expect(await db.models.order.count({ where: { externalOrderId: other.external_order_id } })).toBe(0);
    },
  );
});
