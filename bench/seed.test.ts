import { expect, it } from "vitest";
import { run } from "@/bench/database";
import { seedOrders } from "@/bench/seed";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";
import { unpackText } from "@/testing/unpack-text";

const SCHEDULED = { delivery_time: "2100-01-01T12:00:00.000Z" };

/** Lets the service write an order in each status that is seeded. */
async function makeOrders({ db, couriers, client }: LocalApi, shop: Client): Promise<void> {
  const api = client(shop.key);
  const create = (id: string, change = {}) => api.create({ ...orderBody(change), external_order_id: id });
  await create("new", SCHEDULED);
  await create("cancelled");
  await api.post("/v1/partner/orders/cancelled/cancel", { reason: "too_late" });
  for (const id of ["in_progress", "delivered"]) {
    await create(id);
    const courierId = await couriers.lead(shop.scope, id, "assigned");
    await couriers.accept(shop.scope, id, courierId);
    const order = await db.models.order.findFirstOrThrow({ where: { externalOrderId: id } });
    await couriers.take(courierId, order.id, { type: "pick_up" });
    if (id === "delivered") await couriers.take(courierId, order.id, { type: "hand_over", dropoff: 0 });
  }
}

const ROWS = `
  SELECT (SELECT to_jsonb(o)) AS "order",
    (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.position) FROM order_stops s WHERE s.order_id = o.id) AS stops,
    (SELECT jsonb_agg(to_jsonb(h) ORDER BY h.id) FROM order_status_changes h WHERE h.order_id = o.id) AS history,
    (SELECT jsonb_agg(to_jsonb(e) ORDER BY e.sequence) FROM events e WHERE e.order_id = o.id) AS events
  FROM orders o
  WHERE o.account_id = $1 AND o.status = $2::order_status
    AND NOT EXISTS (SELECT FROM order_stops s WHERE s.order_id = o.id AND s.position > 1)
  LIMIT 1`;

/** Names and types of the columns of one order's rows, and of the fields of its events. */
async function readShape(databaseUrl: string, accountId: string, status: string): Promise<unknown> {
  const [rows] = await run(databaseUrl, ROWS, [accountId, status]);
  return toShape(rows);
}

/** Compared as they are. */
const EQUAL_VALUE = /^(status|type|event|sequence|event_sequence|position|mode|reason)$/;

function toShape(value: unknown, name = ""): unknown {
  if (value === null) return null;
  if (name === "packed") return toShape(JSON.parse(unpackText(String(value))));
  if (typeof value !== "object") return EQUAL_VALUE.test(name) ? value : typeof value;
  if (Array.isArray(value)) return value.map((one) => toShape(one));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toShape(one, key)]));
}

it("orders seeded for benchmarks have the rows and columns that the service writes", async () => {
  const local = await openLocalApi();
  try {
    local.clock.advance(Date.now() - local.clock.now().getTime());
    const [{ shop }, { shop: seeded }] = [await local.newShop(), await local.newShop()];
    await makeOrders(local, shop);
    await seedOrders(local.databaseUrl, {
      accountId: seeded.accountId,
      orders: 420,
      every: 1,
      ageDays: [0, 20],
    });
    for (const status of ["new", "cancelled", "in_progress", "delivered"]) {
      const [made, sown] = [shop, seeded].map(({ accountId }) =>
        readShape(local.databaseUrl, accountId, status),
      );
      expect(await sown).toEqual(await made);
    }
  } finally {
    await local.close();
  }
});
