import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { runText } from "@/testing/run-text";

const TABLES = ["orders", "order_stops", "order_status_changes", "events"] as const;

describe("the transaction of an order and its event", () => {
  let local: LocalApi;

  beforeAll(async () => {
    local = await openLocalApi();
    await runText(
      local.db,
      "CREATE FUNCTION fail_on_purpose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'on purpose'; END $$",
    );
  });

  afterAll(() => local?.close());

  /** Returns everything the database holds about orders. */
  const snapshot = async () => {
    const rows = await Promise.all(
      TABLES.map((table) =>
        runText(
          local.db,
          `SELECT coalesce(string_agg(t::text, chr(10) ORDER BY t::text), '') AS rows FROM ${table} t`,
        ),
      ),
    );
    return rows.map(([first]) => first?.rows);
  };

  const withFailingInsert = async (table: string, work: () => Promise<void>) => {
    await runText(
      local.db,
      `CREATE TRIGGER fail_on_purpose BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION fail_on_purpose()`,
    );
    try {
      await work();
    } finally {
      await runText(local.db, `DROP TRIGGER fail_on_purpose ON ${table}`);
    }
  };

  it.each(["events", "order_status_changes", "order_stops"])(
    "changes no rows when an insert into %s fails (EVT-15, ERR-10)",
    async (table) => {
      const { shop, api } = await local.newShop();
      const { context } = local.couriers;
      const ids = { new: "", assigned: "", in_progress: "" };
      for (const status of ["new", "assigned", "in_progress"] as const) {
        const body = orderBody();
        ids[status] = body.external_order_id;
        await api.create(body);
        if (status !== "new") await local.couriers.lead(shop.scope, body.external_order_id, status);
      }
      const courierId = await local.couriers.makeCourier();
      const path = (id: string) => `/v1/partner/orders/${id}`;
      // An edit writes the stops only when one of them changes.
      const dropoffs = orderBody().dropoffs.map((dropoff) => ({ ...dropoff, doorstep: false }));
      const edits = orderBody({ external_order_id: ids.assigned, comment: "changed", dropoffs });
      const requests: Record<string, () => Promise<{ status: number; text: string }>> = {
        create: () => api.create(orderBody()),
        put: () => api.send("PUT", path(ids.assigned), edits),
        patch: () => api.send("PATCH", path(ids.assigned), { cargo_size: "XL" }),
        cancel: () => api.post(`${path(ids.new)}/cancel`),
      };
      const verbs: Record<string, () => Promise<unknown>> = {
        assign: () => assignCourier(context, shop.scope, { externalOrderId: ids.new, courierId }),
        start: () => startOrder(context, shop.scope, ids.assigned),
        deliver: () => deliverOrder(context, shop.scope, ids.in_progress),
      };
      // Courier steps write no stops, and edits write no status.
      const touched = {
        events: ["create", "put", "patch", "cancel", "assign", "start", "deliver"],
        order_status_changes: ["create", "cancel", "assign", "start", "deliver"],
        order_stops: ["create", "put", "patch"],
      }[table];
      const before = await snapshot();
      await withFailingInsert(table, async () => {
        for (const name of touched ?? []) {
          const request = requests[name];
          if (request === undefined) {
            await expect(verbs[name]?.()).rejects.toThrow();
            continue;
          }
          const { status, text } = await request();
          expect([name, status]).toEqual([name, 500]);
          expect(text).not.toContain("on purpose");
        }
      });
      expect(await snapshot()).toEqual(before);
      expect((await api.post(`${path(ids.new)}/cancel`)).status).toBe(200);
    },
  );
});
