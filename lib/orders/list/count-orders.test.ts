import { afterAll, beforeAll, expect, it } from "vitest";
import { renderMetrics } from "@/lib/metrics";
import { countEstimatedOrders } from "@/lib/orders/list/count-orders";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

let local: LocalApi;

beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

const countMetric = async () => {
  const { text: page } = await renderMetrics();
  return Number(/dropline_orders_priced_total\{mode="live",source="estimate"\} (\d+)/.exec(page)?.[1] ?? 0);
};

it("an order priced by straight lines is counted once, in its own mode, and only within the period", async () => {
  const { api } = await local.newShop();
  const count = (mode: "live" | "test" = "live") =>
    countEstimatedOrders(local.db, mode, new Date(local.clock.now().getTime() - 60_000));
  const [before, measured] = [await count(), await countMetric()];
  const body = orderBody();
  const { data } = await api.create(body);
  await api.create(body);
  expect(data.routing).toBe("estimate");
  expect((await count()) - before).toBe(1);
  expect((await countMetric()) - measured).toBe(1);
  expect(await count("test")).toBe(0);
  local.clock.advance(61_000);
  expect(await count()).toBe(0);
});
