import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelOrder, getCancellation } from "@/lib/orders/cancel-order";
import { createOrder } from "@/lib/orders/create-order";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { loadOrder } from "@/lib/orders/load-order";
import { setTariff } from "@/lib/pricing/set-tariff";
import { amount } from "@/testing/amount";
import { orderBody } from "@/testing/api-client";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { runText } from "@/testing/run-text";

const ROUNDS = amount(12, 400);

describe("max_fee during a concurrent courier arrival", () => {
  let api: LocalApi;
  beforeAll(async () => {
    api = await openLocalApi();
    await setTariff(api.db, HIGHER_TARIFF);
  });
  afterAll(() => api?.close());

  it("is never exceeded, whether the cancellation or the arrival comes first (CAN-5)", async () => {
    const { context } = api.couriers;
    const { shop } = await api.newShop();
    const seen = { cancelled: 0, refused: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = orderBody();
      const { external_order_id: externalOrderId } = body;
      await createOrder(context, shop.scope, { body });
      const courierId = await api.couriers.lead(shop.scope, externalOrderId, "assigned");
      const order = await loadOrder(api.db, { scope: shop.scope, externalOrderId });
      if (order === null) throw new Error("The order was not created");
      const { fee } = await getCancellation(context, shop.scope, externalOrderId);
      const come = async () => {
        await recordStep(context, courierId, { orderId: order.id, step: { type: "arrive_at_pickup" } });
        if (round % 2 === 0)
          await recordStep(context, courierId, { orderId: order.id, step: { type: "pick_up" } });
      };
      const cancel = () => cancelOrder(context, shop.scope, { externalOrderId, maxFee: fee });
      // The one who starts first changes from round to round.
      const [first, second] = round % 3 === 0 ? [come, cancel] : [cancel, come];
      const early: Promise<unknown> = first();
      // In every fourth round the first is through before the other starts: both ends are seen on any machine.
      if (round % 4 === 0) await Promise.allSettled([early]);
      const ends = await Promise.allSettled([early, second()]);
      for (const end of ends) {
        if (end.status === "rejected") {
          expect(String(end.reason)).toMatch(/CANCELLATION_FEE_EXCEEDED|STEP_NOT_POSSIBLE|ORDER_NOT_FOUND/);
        }
      }
      const [row] = await runText(
        api.db,
        "SELECT status, charges, arrived_at FROM orders WHERE external_order_id = $1",
        externalOrderId,
      );
      const charged = Math.round(Number(row?.charges) * 100);
      expect(charged).toBe(row?.status === "cancelled" ? fee : 0);
      seen[row?.status === "cancelled" ? "cancelled" : "refused"] += 1;
    }
    expect(seen.cancelled, JSON.stringify(seen)).toBeGreaterThan(0);
    expect(seen.refused, JSON.stringify(seen)).toBeGreaterThan(0);
  });
});
