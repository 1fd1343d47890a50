import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { cancelOrder, getCancellation } from "@/lib/orders/cancel-order";
import { createOrder } from "@/lib/orders/create-order";
import { listForApi } from "@/lib/orders/list/list-for-api";
import { getOrder } from "@/lib/orders/load-order";
import type { PatchOrderBody } from "@/lib/orders/schema";
import { patchOrder } from "@/lib/orders/update/patch-order";
import { createQuote } from "@/lib/pricing/quotes/create-quote";
import type { Quote } from "@/lib/pricing/quotes/quote";
import { pricedInputFromBody } from "@/lib/pricing/quotes/schema";
import { findQuote } from "@/lib/pricing/quotes/store";
import { orderBody } from "@/testing/api-client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { CourierSide, makeClient, type Client as Shop } from "@/testing/shop";

// Rarely changing rows are cached between requests: service areas, the check of trips, the tariff and travel factors.
const REMEMBERED = /\bFROM ("public"\.)?"?(service_areas|trip_check_settings|tariffs|travel_factors)\b/;

// The pool opens a connection again after idling, and shortens the lock wait after a long wait for a connection.
const CONNECTION = /application_name|renew_journal_epoch|SET lock_timeout/;

function toText([query]: readonly unknown[]): string {
  return typeof query === "string" ? query : String((query as { text?: unknown }).text);
}

describe("round trips to the database", () => {
  let database: TestDatabase;
  let name: string;
  let db: Database;
  let couriers: CourierSide;
  let shop: Shop;

  beforeAll(async () => {
    database = await createDatabase();
    name = new URL(database.url).pathname.slice(1);
    db = openDatabase(database.url, 2);
    couriers = new CourierSide(db);
    shop = await makeClient(db);
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  /** Returns the texts sent to PostgreSQL, one for each round trip. */
  const sentBy = async (work: () => Promise<unknown>): Promise<string[]> => {
    const sent = vi.spyOn(Client.prototype, "query");
    await work();
    const { calls, contexts } = sent.mock;
    sent.mockRestore();
    const ours = calls.filter((_, index) => (contexts[index] as Client).database === name);
    return ours.map(toText).filter((text) => !REMEMBERED.test(text) && !CONNECTION.test(text));
  };

  const create = (body = orderBody()) => createOrder(couriers.context, shop.scope, { body });

  const newOrder = async (): Promise<string> => (await create()).order.externalOrderId;

  const patch = (externalOrderId: string, body: PatchOrderBody) =>
    patchOrder(couriers.context, shop.scope, { externalOrderId, body });

  const point = { latitude: 59.93, longitude: 30.33 };

  it.each<[string, number, () => Promise<() => Promise<unknown>>]>([
    ["creating a quote", 1, async () => () => quote()],
    ["creating an order", 1, async () => () => create()],
    [
      "creating an order with a quote",
      2,
      async () => {
        const { id } = await quote();
        return () => create({ ...orderBody(), quote_id: id });
      },
    ],
    [
      "a repeated create",
      2,
      async () => {
        const body = orderBody();
        await create(body);
        return () => create(body);
      },
    ],
    [
      "reading an order",
      1,
      async () => {
        const id = await newOrder();
        return () =>
          getOrder(db, { scope: shop.scope, externalOrderId: id }, ["history", "stops", "charges"]);
      },
    ],
    ["a list of orders", 1, async () => () => listForApi(db, shop.scope, { limit: 20 })],
    [
      "a changed comment",
      2,
      async () => {
        const id = await newOrder();
        return () => patch(id, { comment: "Позвоните" });
      },
    ],
    [
      "a changed apartment",
      2,
      async () => {
        const id = await newOrder();
        return () => patch(id, { dropoffs: [{ index: 0, address: { apartment: 7 } }] });
      },
    ],
    [
      "a changed trip",
      3,
      async () => {
        const id = await newOrder();
        return () => patch(id, { dropoffs: [{ index: 0, address: { latitude: 59.91 } }] });
      },
    ],
    [
      "a cancellation",
      2,
      async () => {
        const id = await newOrder();
        return () => cancelOrder(couriers.context, shop.scope, { externalOrderId: id });
      },
    ],
    [
      "a cancellation with a fee while a courier is assigned",
      2,
      async () => {
        const id = await newOrder();
        await couriers.lead(shop.scope, id, "assigned");
        return () => cancelOrder(couriers.context, shop.scope, { externalOrderId: id });
      },
    ],
    [
      "reading the cancellation terms",
      1,
      async () => {
        const id = await newOrder();
        return () => getCancellation(couriers.context, shop.scope, id);
      },
    ],
  ])("are exactly as many as expected for %s: %i", async (_, most, prepare) => {
    const work = await prepare();
    expect(await sentBy(work)).toHaveLength(most);
  });

  const quote = (scope = shop.scope) =>
    createQuote(couriers.context, scope, pricedInputFromBody({ pickup: point, dropoffs: [point] }));

  it("wait only once for the lock when a create finds the orders table locked", async () => {
    const rival = new Client({ connectionString: database.url });
    await rival.connect();
    await rival.query("BEGIN; LOCK TABLE orders");
    const sent = await sentBy(() => expect(create()).rejects.toMatchObject({ code: "55P03" }));
    await rival.end();
    expect(sent.filter((text) => /\borders\b/.test(text) && !text.startsWith("BEGIN"))).toHaveLength(1);
  });

  it("are fewer than 10 for twenty concurrent quotes, each stored for its own account", async () => {
    const other = await makeClient(db);
    const scopes = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? shop : other).scope);
    let quotes: Quote[] = [];
    const sent = await sentBy(async () => {
      quotes = await Promise.all(scopes.map(quote));
    });
    expect(sent.length).toBeLessThan(10);
    for (const [index, given] of quotes.entries()) {
      expect(await findQuote(db, scopes[index] ?? shop.scope, given.id)).toEqual(given);
      expect(
        await findQuote(db, scopes[index] === shop.scope ? other.scope : shop.scope, given.id),
      ).toBeNull();
    }
  });

  it("wake dispatch after a cancellation only if it frees a courier", async () => {
    const cancel = (externalOrderId: string) =>
      cancelOrder(couriers.context, shop.scope, { externalOrderId });
    const notices = async (work: () => Promise<unknown>) =>
      (await sentBy(work)).reduce((total, text) => total + text.split("pg_notify").length - 1, 0);
    const [waiting, carried] = [await newOrder(), await newOrder()];
    await couriers.lead(shop.scope, carried, "assigned");
    expect((await notices(() => cancel(carried))) - (await notices(() => cancel(waiting)))).toBe(1);
  });
});
