import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cashBalance, listCashHolders } from "@/lib/couriers/cash-balance";
import { cashAmount } from "@/lib/couriers/cash-schema";
import { recordBuyout } from "@/lib/couriers/record-buyout";
import { transferCash } from "@/lib/couriers/transfer-cash";
import { createOrder } from "@/lib/orders/create-order";
import { loadOrder } from "@/lib/orders/load-order";
import { effectivePayment } from "@/lib/orders/order";
import { type CreateOrderBody, detailsFromBody } from "@/lib/orders/schema";
import { fromRubles } from "@/lib/pricing/money";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

describe("a courier's cash balance", () => {
  let api: LocalApi;
  beforeAll(async () => {
    api = await openLocalApi();
  });
  afterAll(() => api?.close());

  const readOrder = async (body: CreateOrderBody) => {
    const { shop } = await api.newShop();
    const { order } = await createOrder(api.couriers.context, shop.scope, { body });
    const stored = await loadOrder(api.db, { scope: shop.scope, externalOrderId: order.externalOrderId });
    if (stored === null) throw new Error("The query for a created order returned no row");
    return stored;
  };
  const at = () => api.clock.now();

  it("equals the cash issued and collected at doors minus the cash handed in", async () => {
    const courierId = await api.couriers.makeCourier();
    const [dropoff] = orderBody().dropoffs as [CreateOrderBody["dropoffs"][number]];
    const order = await readOrder({ ...orderBody(), dropoffs: [{ ...dropoff, payment_amount: 1_250.5 }] });
    await transferCash(api.couriers.context, courierId, { kind: "issued", amount: fromRubles(5_000) });
    await api.db.transaction((tx) => recordBuyout(tx, order, courierId, 1, at()));
    await api.db.transaction((tx) => recordBuyout(tx, order, courierId, 1, at()));
    await transferCash(api.couriers.context, courierId, { kind: "handed_in", amount: fromRubles(3_000) });
    expect(await cashBalance(api.db, courierId)).toBe(fromRubles(749.5));
    const entries = await api.db.models.courierCash.findMany({
      where: { courierId },
      orderBy: { id: "desc" },
    });
    expect(entries.map(({ kind, amount, orderId }) => [kind, fromRubles(amount), orderId])).toEqual([
      ["handed_in", fromRubles(-3_000), null],
      ["paid", fromRubles(-1_250.5), order.id],
      ["issued", fromRubles(5_000), null],
    ]);
    expect((await listCashHolders(api.db)).get(courierId)).toBe(fromRubles(749.5));
  });

  it("decreases by exactly the amount that the courier app shows as paid in cash at a door", async () => {
    const [dropoff] = orderBody().dropoffs as [CreateOrderBody["dropoffs"][number]];
    const amounts = [undefined, null, 0, 100] as const;
    const types = [undefined, "cash", "card"] as const;
    for (const payment_amount of amounts) {
      for (const payment_type of types) {
        for (const own of [{}, { payment_amount: 70 }, { payment_type: "card" as const }]) {
          const body = {
            ...orderBody(),
            external_order_id: randomUUID(),
            ...(payment_amount === undefined ? {} : { payment_amount }),
            ...(payment_type === undefined ? {} : { payment_type }),
            dropoffs: [
              { ...dropoff, ...own },
              { ...dropoff, ...own },
            ],
          };
          const order = await readOrder(body);
          const courierId = await api.couriers.makeCourier();
          for (const index of [0, 1]) {
            const before = await cashBalance(api.db, courierId);
            await api.db.transaction((tx) => recordBuyout(tx, order, courierId, index + 1, at()));
            const due = effectivePayment(detailsFromBody(body), index);
            const paid = due.type === "cash" ? (due.amount ?? 0) : 0;
            expect(before - (await cashBalance(api.db, courierId)), JSON.stringify(body)).toBe(paid);
          }
        }
      }
    }
  });

  it("is reduced once when two operators take in the same cash at the same time", async () => {
    const courierId = await api.couriers.makeCourier();
    await transferCash(api.couriers.context, courierId, { kind: "issued", amount: fromRubles(1_000) });
    const takeIn = () =>
      transferCash(api.couriers.context, courierId, { kind: "handed_in", amount: fromRubles(1_000) });
    const taken = await Promise.allSettled([takeIn(), takeIn(), takeIn()]);
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await cashBalance(api.db, courierId)).toBe(0);
    expect((await listCashHolders(api.db)).has(courierId)).toBe(false);
  });

  it("cannot be handed in beyond what the courier holds, or as zero or a negative amount", async () => {
    const courierId = await api.couriers.makeCourier();
    const { context } = api.couriers;
    await transferCash(context, courierId, { kind: "issued", amount: fromRubles(10) });
    await expect(
      transferCash(context, courierId, { kind: "handed_in", amount: fromRubles(10.01) }),
    ).rejects.toThrow("more than they hold");
    for (const rubles of [0, -1, 1_000_000.01]) {
      await expect(
        transferCash(context, courierId, { kind: "handed_in", amount: fromRubles(rubles) }),
      ).rejects.toThrow("must be above 0");
      await expect(
        transferCash(context, courierId, { kind: "issued", amount: fromRubles(rubles) }),
      ).rejects.toThrow("must be above 0");
    }
    await expect(
      transferCash(context, randomUUID(), { kind: "issued", amount: fromRubles(1) }),
    ).rejects.toThrow("COURIER_NOT_FOUND");
    expect(await cashBalance(api.db, courierId)).toBe(fromRubles(10));
  });

  it.each([
    ["1 250,50", 1_250.5],
    ["1000000", 1_000_000],
    ["0", null],
    ["-5", null],
    ["1000000.01", null],
    ["1.005", null],
    ["", null],
  ])("accepts the form text %j as %d RUB, or rejects it when it is not a valid amount", (typed, rubles) => {
    const parsed = cashAmount.safeParse(typed);
    expect(parsed.success ? parsed.data : null).toBe(rubles === null ? null : fromRubles(rubles));
    if (!parsed.success) expect(parsed.error.issues.map(({ message }) => message)).toContain("cash");
  });
});
