import { afterAll, beforeAll, expect, it } from "vitest";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { loadOrder } from "@/lib/orders/load-order";
import { findExpectedArrival } from "@/lib/tracking/find-expected-arrival";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

const MINUTE_MS = 60_000;

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

it("an order without a courier is expected at its recipient after its goods are ready, and no later than a search for them takes", async () => {
  const { shop, api } = await local.newShop();
  const now = local.clock.now().getTime();
  const findWindow = async (
    readyMinutes: number | null,
    marginMinutes = DEFAULT_DISPATCH.marginSeconds / 60,
  ) => {
    const ready_at = readyMinutes === null ? null : new Date(now + readyMinutes * MINUTE_MS).toISOString();
    const body = orderBody({ ready_at });
    await api.create(body);
    const order = await loadOrder(local.db, { scope: shop.scope, externalOrderId: body.external_order_id }, [
      "request",
    ]);
    if (order === null) throw new Error("The created order was not found.");
    const dispatch = { ...DEFAULT_DISPATCH, marginSeconds: marginMinutes * 60 };
    const window = await findExpectedArrival({ ...local.couriers.context, dispatch }, order.id, 0);
    const minutes = (at: Date | undefined) => ((at?.getTime() ?? 0) - now) / MINUTE_MS;
    return { from: minutes(window?.from), to: minutes(window?.to), drive: order.trip.durationSeconds / 60 };
  };
  const usual = await findWindow(null);
  expect(await findWindow(-60)).toEqual(usual);
  const { from, to, drive } = await findWindow(180);
  const step = 5;
  expect(from).toBeGreaterThan(180 + drive - step);
  expect(to).toBe(usual.to + 180 - DEFAULT_DISPATCH.marginSeconds / 60);
  // A courier may be found long before the goods are ready.
  expect(await findWindow(180, 60)).toMatchObject({ from });
});
