import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getOverview } from "@/lib/console/overview/get-overview";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { exportOrders } from "@/lib/orders/list/export-orders";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { readFilter } from "@/lib/orders/list/order-filter";
import { loadOrder } from "@/lib/orders/load-order";
import { fromRubles } from "@/lib/pricing/money";
import { setTariff } from "@/lib/pricing/set-tariff";
import { legPrice } from "@/lib/pricing/tariff";
import { type ApiClient, getFields, newId, orderBody, orderBodyWith } from "@/testing/api-client";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

interface Terms {
  allowed: boolean;
  fee: number;
  reason: string;
  valid_until: string | null;
}

interface ExpectedCharge {
  price: number;
  total: number;
  status: string;
  return: { state: string; price: number } | null;
  charges: { type: string; amount: number; at: string; why: string }[];
}

describe("the cost of a cancellation", () => {
  let local: LocalApi;
  let own: Awaited<ReturnType<LocalApi["newShop"]>>;
  beforeAll(async () => {
    // A dedicated service, because all accounts share the tariff.
    local = await openLocalApi();
    own = await local.newShop();
  });
  afterAll(() => local?.close());
  const stage = () => ({ ...local, ...own });

  const setFees = (change: Partial<typeof HIGHER_TARIFF> = {}) =>
    setTariff(stage().db, { ...HIGHER_TARIFF, ...change });
  const buildPath = (id: string) => `/v1/partner/orders/${id}`;
  const readTerms = async (id: string, api: ApiClient = stage().api) =>
    api.get<Terms>(`${buildPath(id)}/cancellation`);
  const cancel = (id: string, body: object) =>
    stage().api.post<ExpectedCharge>(`${buildPath(id)}/cancel`, body);
  const newOrder = async (body = orderBody()) => {
    await stage().api.create(body);
    return body.external_order_id;
  };
  const arrive = async (id: string, courierId: string) => {
    const order = await loadOrder(stage().db, { scope: stage().shop.scope, externalOrderId: id });
    if (order === null) throw new Error("The order was not created");
    await recordStep(stage().couriers.context, courierId, {
      orderId: order.id,
      step: { type: "arrive_at_pickup" },
    });
  };

  it("is zero until a courier is assigned, then the tariff's fee for assignment, and its fee for arrival once the courier arrives (FEE-1, TERM-1, TERM-2, TERM-3, CHG-3)", async () => {
    await setFees();
    const id = await newOrder();
    expect((await readTerms(id)).data).toEqual({
      allowed: true,
      fee: 0,
      reason: "free_until_assigned",
      valid_until: null,
    });
    const courierId = await stage().couriers.lead(stage().shop.scope, id, "assigned");
    expect((await readTerms(id)).data).toMatchObject({ fee: 150, reason: "courier_assigned", allowed: true });
    await arrive(id, courierId);
    // A tariff of later changes nothing for it.
    await setFees({
      cancellationFeeArrived: HIGHER_TARIFF.basePrice,
      cancellationFeeAssigned: HIGHER_TARIFF.basePrice,
    });
    expect((await readTerms(id)).data).toMatchObject({ fee: 300, reason: "courier_arrived" });
    const cancelled = await cancel(id, { max_fee: 300 });
    expect([cancelled.status, cancelled.data.status]).toEqual([200, "cancelled"]);
    expect(cancelled.data.total).toBe(300);
    const read = (await stage().api.get<ExpectedCharge>(buildPath(id))).data;
    expect(read.charges.map(({ type, amount }) => [type, amount])).toEqual([["cancellation", 300]]);
    expect(read.total).toBe(300);
    expect((await readTerms(id)).data).toEqual({
      allowed: false,
      fee: 0,
      reason: "already_cancelled",
      valid_until: null,
    });
  });

  it("is zero in response, event, export and overview when no fee applies, and the price stays (RES-14)", async () => {
    await setFees();
    const { shop, api } = await local.newShop();
    const [kept, dropped] = [orderBody(), orderBody()];
    const { price } = (await api.create(kept)).data;
    await api.create(dropped);
    const cancelled = (await api.post<ExpectedCharge>(`${buildPath(dropped.external_order_id)}/cancel`)).data;
    expect([cancelled.price, cancelled.total]).toEqual([price, 0]);
    const { events } = (await api.get<{ events: { order: ExpectedCharge }[] }>("/v1/partner/events")).data;
    expect(events.map(({ order }) => order.total)).toEqual([price, price, 0]);
    const clock = { timeZone: "Europe/Moscow", now: local.clock.now() };
    const everything = {
      filter: { ...readFilter(() => ""), view: "all" as const },
      format: csvFormat("en"),
      ...clock,
    };
    let file = "";
    for await (const piece of exportOrders(local.db, shop.scope, everything)) file += piece;
    expect(file).toMatch(/,cancelled,.*,,,,,0\.00,/);
    const { today } = await getOverview(local.couriers.context, shop.scope, clock.timeZone);
    expect(today.spent).toBe(fromRubles(price ?? 0));
  });

  it("never exceeds max_fee: a 409 cancels nothing and charges nothing (CAN-5)", async () => {
    await setFees();
    const id = await newOrder();
    await stage().couriers.lead(stage().shop.scope, id, "assigned");
    const events = async () =>
      (await stage().api.get<{ status_changes: unknown[] } & ExpectedCharge>(buildPath(id))).data;
    const before = await events();
    for (const max_fee of [0, 149.99]) {
      const refused = await cancel(id, { max_fee });
      expect([refused.status, refused.error.id]).toEqual([409, "order.cancellation_fee_exceeded"]);
    }
    expect(await events()).toEqual(before);
    expect((await cancel(id, { max_fee: 150 })).data.status).toBe("cancelled");
    // Repeated, it costs nothing, and so never too much.
    const again = await cancel(id, { max_fee: 0 });
    expect([again.status, again.data.status]).toEqual([200, "cancelled"]);
  });

  it("rejects a max_fee that is not an amount, together with every other problem (CAN-5)", async () => {
    const id = await newOrder();
    for (const max_fee of [-1, 0.001, "5", null]) {
      const answer = await cancel(id, { reason: "r".repeat(256), max_fee });
      expect([answer.status, getFields(answer)]).toEqual([400, ["reason", "max_fee"]]);
    }
  });

  it("is the arrival fee and the quoted return trip once the goods are picked up (FEE-2, CHG-4, CHG-5, QUO-14)", async () => {
    const tariff = await setFees();
    const body = orderBodyWith(2, { cargo_size: "L" });
    const points = [body.pickup, ...body.dropoffs].map(({ address: { latitude, longitude } }) => ({
      latitude,
      longitude,
    }));
    const quote = await stage().api.post<{ quote_id: string; price: number; return_price: number }>(
      "/v1/partner/quotes",
      { pickup: points[0], dropoffs: points.slice(1), cargo_size: "L" },
    );
    // The return is a separate trip from the last dropoff to the pickup.
    const back = await stage().api.post<{ distance: number }>("/v1/partner/quotes", {
      pickup: points.at(-1),
      dropoffs: [points[0]],
    });
    const whole = legPrice(tariff, back.data.distance, "L");
    expect(quote.data.return_price).toBe(Math.floor((whole * tariff.returnPercent + 50) / 100) / 100);
    expect(quote.data.return_price).toBeGreaterThan(0);

    await setFees({ returnPercent: 0 });
    const id = await newOrder({ ...body, quote_id: quote.data.quote_id });
    await stage().couriers.lead(stage().shop.scope, id, "in_progress");
    const terms = (await readTerms(id)).data;
    expect(terms).toMatchObject({
      allowed: true,
      fee: 300 + quote.data.return_price,
      reason: "goods_return",
    });
    expect((await cancel(id, { max_fee: terms.fee - 0.01 })).status).toBe(409);
    await cancel(id, { max_fee: terms.fee });
    const read = (await stage().api.get<ExpectedCharge>(buildPath(id))).data;
    expect(read.charges.map(({ type, amount }) => [type, amount])).toEqual([
      ["cancellation", 300],
      ["return", quote.data.return_price],
    ]);
    expect(read.return).toMatchObject({ state: "on_the_way", price: quote.data.return_price });
    expect(read.total).toBe(terms.fee);
  });

  it("follows the tariff of the day of an edit that reprices the trip (CHG-3, CHG-5)", async () => {
    await setFees({ returnPercent: 0 });
    const id = await newOrder();
    await setFees({ cancellationFeeAssigned: fromRubles(1), cancellationFeeArrived: fromRubles(60) });
    await stage().couriers.lead(stage().shop.scope, id, "assigned");
    await stage().api.send("PATCH", buildPath(id), { comment: "Позвоните" });
    expect((await readTerms(id)).data.fee).toBe(150);
    await stage().api.send("PATCH", buildPath(id), { cargo_size: "S" });
    const { data } = await readTerms(id);
    expect(data).toMatchObject({ reason: "courier_assigned", fee: 1 });
    const courierId =
      (await loadOrder(stage().db, { scope: stage().shop.scope, externalOrderId: id }))?.courierId ?? "";
    await arrive(id, courierId);
    expect((await readTerms(id)).data).toMatchObject({ reason: "courier_arrived", fee: 60 });
  });

  it("shows until when it stays zero while dispatch has not started (TERM-3)", async () => {
    await setFees();
    const deliveryTime = new Date(local.clock.now().getTime() + 6 * 60 * 60_000).toISOString();
    const id = await newOrder(orderBody({ delivery_time: deliveryTime }));
    const { data } = await readTerms(id);
    expect(data).toMatchObject({ allowed: true, fee: 0, reason: "free_until_assigned" });
    expect(Date.parse(data.valid_until ?? "")).toBeGreaterThan(local.clock.now().getTime());
    expect(Date.parse(data.valid_until ?? "")).toBeLessThan(Date.parse(deliveryTime));
  });

  it("is not quoted for a delivered order or another account's order (TERM-2, TERM-4)", async () => {
    const id = await newOrder();
    await stage().couriers.lead(stage().shop.scope, id, "delivered");
    expect((await readTerms(id)).data).toEqual({
      allowed: false,
      fee: 0,
      reason: "already_delivered",
      valid_until: null,
    });
    expect((await cancel(id, { max_fee: 0 })).error.id).toBe("order.not_cancellable");
    const { api } = await stage().newShop();
    const [foreign, missing] = [await readTerms(id, api), await readTerms(newId())];
    expect([foreign.status, foreign.error]).toEqual([404, missing.error]);
  });
});
