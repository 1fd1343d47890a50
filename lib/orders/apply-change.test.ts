import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { type Database, openDatabase } from "@/lib/db/client";
import { applyChange } from "@/lib/orders/apply-change";
import { buildTransition } from "@/lib/orders/apply-transition";
import { cancelOrder } from "@/lib/orders/cancel-order";
import { createOrder } from "@/lib/orders/create-order";
import { revokeTrackingLinks } from "@/lib/orders/issue-tracking-links";
import { loadOrder } from "@/lib/orders/load-order";
import { patchOrder } from "@/lib/orders/update/patch-order";
import { orderBody } from "@/testing/api-client";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { type Client, CourierSide, makeClient } from "@/testing/shop";

describe("a change to an order that was read earlier", () => {
  let database: TestDatabase;
  let db: Database;
  let couriers: CourierSide;
  let context: Context;
  let shop: Client;

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 2);
    couriers = new CourierSide(db);
    context = couriers.context;
    shop = await makeClient(db);
  });
  afterAll(async () => {
    await db?.close();
    await database?.drop();
  });

  const read = (id: string) =>
    db.models.order.findFirstOrThrow({
      where: { externalOrderId: id },
      include: { stops: true, events: true, statusChanges: true },
    });

  const late = async (id: string, rival: () => Promise<unknown>) => {
    const seen = await loadOrder(db, { scope: shop.scope, externalOrderId: id });
    if (seen === null) throw new Error("loadOrder did not find the created order");
    await rival();
    const before = await read(id);
    const update = { type: "order.updated", at: context.clock.now() } as const;
    return { before, changed: await applyChange(context, db, seen, update) };
  };

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["cancelled it", (id) => cancelOrder(context, shop.scope, { externalOrderId: id })],
    ["edited it", (id) => patchOrder(context, shop.scope, { externalOrderId: id, body: { comment: "x" } })],
    ["revoked its links without an event", (id) => revokeTrackingLinks(context, shop.scope, id)],
    [
      "updated only its row",
      (id) => db.models.order.updateMany({ where: { externalOrderId: id }, data: { routing: null } }),
    ],
    ["assigned it", (id) => couriers.lead(shop.scope, id, "assigned")],
  ])("is not written once a concurrent request has %s (STA-5)", async (_, rival) => {
    const body = orderBody();
    await createOrder(context, shop.scope, { body });
    const { before, changed } = await late(body.external_order_id, () => rival(body.external_order_id));
    expect(changed).toBeNull();
    expect(await read(body.external_order_id)).toEqual(before);
  });

  it("is written without a concurrent change and returns the next version", async () => {
    const body = orderBody();
    await createOrder(context, shop.scope, { body });
    const { changed } = await late(body.external_order_id, async () => {});
    if (changed === null) throw new Error("applyChange returned null without a concurrent change");
    const cancelled = buildTransition(changed, "cancel", { at: context.clock.now(), columns: [] });
    // The database rejects it without a reason and rolls back.
    await expect(applyChange(context, db, changed, cancelled)).rejects.toThrow();
    const again = { type: "order.updated", at: context.clock.now() } as const;
    expect(await applyChange(context, db, changed, again)).toMatchObject({ eventSequence: 3 });
    expect((await read(body.external_order_id)).events).toHaveLength(3);
  });
});
