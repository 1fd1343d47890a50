import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBody } from "@/lib/events/event-body";
import { adjustCharge } from "@/lib/orders/adjust-charge";
import { createOrder } from "@/lib/orders/create-order";
import { loadOrder } from "@/lib/orders/load-order";
import { adjustmentAmount, adjustmentWhy } from "@/lib/orders/schema";
import { fromRubles, kopecks } from "@/lib/pricing/money";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

describe("an adjustment", () => {
  let api: LocalApi;
  beforeAll(async () => {
    api = await openLocalApi();
  });
  afterAll(() => api?.close());

  const newOrder = async () => {
    const { shop } = await api.newShop();
    const { order } = await createOrder(api.couriers.context, shop.scope, { body: orderBody() });
    const adjust = (rubles: number, why = "As agreed.") =>
      adjustCharge(api.couriers.context, shop.scope, {
        externalOrderId: order.externalOrderId,
        amount: fromRubles(rubles),
        why,
      });
    return { scope: shop.scope, order, adjust };
  };

  it("changes the total up or down with an event each time, even after the order has ended (CHG-8)", async () => {
    const { scope, order, adjust } = await newOrder();
    await adjust(120.5, "A second trolley");
    await api.couriers.lead(scope, order.externalOrderId, "delivered");
    const adjusted = await adjust(-20);
    expect(adjusted).toMatchObject({
      status: "delivered",
      price: order.price,
      chargesTotal: fromRubles(100.5),
    });
    const events = await api.db.models.event.findMany({
      where: { order: { externalOrderId: order.externalOrderId }, type: "order.updated" },
      orderBy: { sequence: "asc" },
    });
    const price = (order.price ?? 0) / 100;
    expect(events.map((event) => JSON.parse(readBody(event)).order.total)).toEqual([
      price + 120.5,
      price + 100.5,
    ]);
  });

  it("never brings the total below 0, even with two concurrent ones (CHG-2)", async () => {
    const { scope, order, adjust } = await newOrder();
    const price = (order.price ?? 0) / 100;
    await expect(adjust(-price - 0.01)).rejects.toThrow("below 0");
    const ends = await Promise.allSettled([adjust(-price), adjust(-price)]);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const stored = await loadOrder(api.db, { scope, externalOrderId: order.externalOrderId });
    expect(stored?.chargesTotal).toBe(kopecks(-(order.price ?? 0)));
  });

  it("is rejected for another account's order", async () => {
    const { order } = await newOrder();
    const { shop } = await api.newShop();
    const foreign = { externalOrderId: order.externalOrderId, amount: fromRubles(1), why: "?" };
    await expect(adjustCharge(api.couriers.context, shop.scope, foreign)).rejects.toThrow("ORDER_NOT_FOUND");
  });

  it.each([
    ["12,5", 12.5],
    ["+12.50", 12.5],
    ["−300", -300],
    ["-0.01", -0.01],
    ["100 000", 100_000],
    ["-100000.01", null],
    ["0", null],
    ["1.005", null],
    ["--5", null],
    ["", null],
  ])("is parsed from the form value %j as %d RUB", (typed, rubles) => {
    const parsed = adjustmentAmount.safeParse(typed);
    expect(parsed.success ? parsed.data : null).toBe(rubles === null ? null : fromRubles(rubles));
  });

  it("requires a reason of at most 500 characters", () => {
    expect(adjustmentWhy.safeParse(" \n").error?.issues[0]?.message).toBe("required");
    expect(adjustmentWhy.safeParse("я".repeat(501)).error?.issues[0]?.message).toBe("too_long");
    expect(adjustmentWhy.parse("\u{1F69A}".repeat(500))).toHaveLength(1_000);
  });
});
