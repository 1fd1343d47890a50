import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LATE_TOLERANCE_MS } from "@/lib/orders/due-at";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { loadOrder } from "@/lib/orders/load-order";
import { promiseArrival } from "@/lib/tracking/promise-arrival";
import { type ApiClient, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";

interface PageReading {
  estimated_arrivals: ({ from: string; to: string } | null)[] | null;
}

const MINUTE_MS = 60_000;

describe("the promised arrival of an order", () => {
  let local: LocalApi;
  let shop: Client;
  let api: ApiClient;

  beforeAll(async () => {
    local = await openLocalApi();
    ({ shop, api } = await local.newShop());
  });
  afterAll(() => local?.close());

  const open = async (change = {}) => {
    const body = orderBody(change);
    await api.create(body);
    const courierId = await local.couriers.lead(shop.scope, body.external_order_id, "assigned");
    await local.couriers.place(courierId);
    const path = `/v1/partner/orders/${body.external_order_id}`;
    const stored = async () => {
      const selector = { scope: shop.scope, externalOrderId: body.external_order_id };
      const order = await loadOrder(local.db, selector, ["promise"]);
      if (order === null) throw new Error("The created order was not found.");
      return order;
    };
    /** Runs the job if it was enqueued. */
    const runJob = async () => {
      const { id } = await stored();
      const jobs = await local.db.models.job.deleteMany({
        where: { kind: "promise_arrival", key: String(id) },
      });
      if (jobs.count > 0) await promiseArrival(local.couriers.context, String(id));
      return (await stored()).promisedUntil;
    };
    const windowEnd = async () => {
      const { estimated_arrivals: windows } = (await api.get<PageReading>(path)).data;
      return new Date(windows?.at(-1)?.to ?? 0);
    };
    const take = async (type: "accept" | "arrive_at_pickup" | "pick_up") =>
      recordStep(local.couriers.context, courierId, { orderId: (await stored()).id, step: { type } });
    const repeat = async () => promiseArrival(local.couriers.context, String((await stored()).id));
    return { body, courierId, path, runJob, repeat, windowEnd, take };
  };

  it("is the end of the first window after acceptance, and stays when estimates change", async () => {
    const { courierId, runJob, repeat, windowEnd, take } = await open();
    expect(await runJob()).toBeNull();
    await take("accept");
    const promised = await runJob();
    expect(promised).toEqual(await windowEnd());
    local.clock.advance(30 * MINUTE_MS);
    await local.couriers.place(courierId);
    await take("arrive_at_pickup");
    await take("pick_up");
    await repeat();
    expect(await runJob()).toEqual(promised);
    expect((await windowEnd()).getTime()).toBeGreaterThan(promised?.getTime() ?? Number.NaN);
  });

  it("is recomputed after an edit of the trip and kept by any other edit", async () => {
    const { body, path, runJob, windowEnd, take } = await open();
    await take("accept");
    const promised = await runJob();
    await api.send("PATCH", path, { comment: "Позвоните" });
    expect(await runJob()).toEqual(promised);
    const { address } = body.dropoffs[0] as (typeof body.dropoffs)[number];
    const moved = { address: { latitude: address.latitude + 0.2 } };
    expect((await api.send("PATCH", path, { dropoffs: [moved] })).status).toBe(200);
    const again = await runJob();
    expect(again).toEqual(await windowEnd());
    expect(again?.getTime()).toBeGreaterThan(promised?.getTime() ?? Number.NaN);
  });

  it("is never earlier than a scheduled order's delivery time allows", async () => {
    const at = new Date(local.clock.now().getTime() + 300 * MINUTE_MS);
    const { runJob, take } = await open({ delivery_time: at.toISOString() });
    await take("accept");
    expect(await runJob()).toEqual(new Date(at.getTime() + LATE_TOLERANCE_MS));
  });

  it("allows for goods that are ready later, and is recomputed when that changes", async () => {
    const inMinutes = (minutes: number) => new Date(local.clock.now().getTime() + minutes * MINUTE_MS);
    const { path, runJob, take } = await open({ ready_at: inMinutes(10).toISOString() });
    await take("accept");
    const promised = await runJob();
    expect(promised?.getTime()).toBeGreaterThan(inMinutes(10).getTime());
    await api.send("PATCH", path, { ready_at: inMinutes(14).toISOString() });
    const later = await runJob();
    expect(later?.getTime()).toBeGreaterThan(inMinutes(14).getTime());
    await api.send("PATCH", path, { ready_at: null });
    expect((await runJob())?.getTime()).toBeLessThan(later?.getTime() ?? 0);
  });
});
