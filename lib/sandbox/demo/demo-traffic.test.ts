import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "@/lib/accounts/create-account";
import type { Context } from "@/lib/context";
import { createContext } from "@/lib/process/runtime";
import { DEMO_EMAIL, demoTraffic } from "@/lib/sandbox/demo/demo-traffic";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { HOME } from "@/testing/shop";

describe("the demo's traffic", () => {
  let local: LocalApi;
  let context: Context;
  let isWatched = false;
  const run = demoTraffic("/nowhere", () => isWatched);

  beforeAll(async () => {
    local = await openLocalApi();
    const own = createContext(local.runtime, { type: "job", id: "demo" });
    context = { ...own, dispatch: { ...own.dispatch, simulateLive: true } };
  });
  afterAll(() => local?.close());

  /** Returns the number of orders after this many minutes with one page view a minute. */
  const ordersAfter = async (minutes: number, within = context) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      local.clock.advance(60_000);
      expect(await run(within, "")).toEqual({ type: "done" });
    }
    return local.db.models.order.count();
  };

  it("creates orders while a visitor has a demo open, and stops at a few open orders", async () => {
    isWatched = true;
    expect(await ordersAfter(8)).toBe(0);
    await createAccount(local.db, { email: DEMO_EMAIL, name: "Demo", home: HOME });
    expect(await ordersAfter(8, { ...context, dispatch: { ...context.dispatch, simulateLive: false } })).toBe(
      0,
    );
    isWatched = false;
    expect(await ordersAfter(8)).toBe(0);
    isWatched = true;
    expect(await ordersAfter(2)).toBe(2);
    expect(await ordersAfter(8)).toBeLessThan(6);
    expect(await ordersAfter(16)).toBe(5);
  });

  it("continues through an hour of deliveries, with at least one order always open", async () => {
    isWatched = true;
    for (let minute = 0; minute < 60; minute += 1) {
      await ordersAfter(1);
      expect(await local.db.models.order.count({ where: { status: "new" } })).toBeGreaterThan(0);
      const threeMinutesAgo = new Date(local.clock.now().getTime() - 3 * 60_000);
      await local.db.models.order.updateMany({
        where: { createdAt: { lte: threeMinutesAgo } },
        data: { status: "cancelled", cancelReason: "unspecified" },
      });
    }
  });
});
