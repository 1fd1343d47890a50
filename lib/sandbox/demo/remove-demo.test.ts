import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAccounts } from "@/lib/accounts/list-accounts";
import { listCouriers } from "@/lib/couriers/list-couriers";
import { DomainError } from "@/lib/domain-error";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { createContext } from "@/lib/process/runtime";
import { DEMO_EMAIL, demoTraffic } from "@/lib/sandbox/demo/demo-traffic";
import { removeDemo } from "@/lib/sandbox/demo/remove-demo";
import { seedDemo } from "@/prisma/seed";
import { orderBody } from "@/testing/api-client";
import { TEST_FILES } from "@/testing/files";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

describe("a removed demo", () => {
  let local: LocalApi;
  let dataDir: string;

  beforeAll(async () => {
    local = await openLocalApi();
    dataDir = mkdtempSync(join(tmpdir(), "dropline-demo-"));
  });
  afterAll(async () => {
    rmSync(dataDir, { recursive: true });
    await local?.close();
  });

  it("rejects sign-ins, leaves no open order, and changes no order of a real shop", async () => {
    const { db, couriers } = local;
    const context = createContext(local.runtime, { type: "operator", id: "command line" });
    await expect(removeDemo(context)).rejects.toThrow(DomainError);
    const options = { dataDir, publicUrl: "http://localhost:3000", osrmUrl: null, files: TEST_FILES };
    const demo = await seedDemo(db, options);
    if (demo === null) throw new Error("The demo account was not found");
    // A real shop's order that a simulated courier has been offered, and a courier who is not simulated.
    const { shop, api } = await local.newShop();
    const real = orderBody();
    await api.create(real);
    const own = await couriers.makeCourier();
    const simulated = (await listCouriers(db, "live")).find(
      ({ isSimulated, orderCode }) => isSimulated && orderCode === null,
    );
    await assignCourier(context, shop.scope, {
      externalOrderId: real.external_order_id,
      courierId: simulated?.id ?? "",
      isAnyVehicleFine: true,
    });

    const removed = await removeDemo(context);
    expect(removed).toMatchObject({ accountId: demo.accountId, disabledCouriers: 5 });
    expect(removed.endedOrders).toBeGreaterThan(3);
    const open = await db.models.order.findMany({
      where: { status: { in: ["new", "assigned", "in_progress"] } },
    });
    // The contract keeps it assigned; its search has restarted.
    expect(open).toMatchObject([{ accountId: shop.accountId, status: "assigned", courierId: null }]);
    expect((await local.client(demo.liveKey).get("/v1/partner/ping")).status).toBe(401);
    expect(await db.models.user.findUniqueOrThrow({ where: { email: demo.operatorEmail } })).toHaveProperty(
      "disabledAt",
      expect.any(Date),
    );
    const enabled = await db.models.courier.findMany({ where: { mode: "live", disabledAt: null } });
    expect(enabled.map(({ id }) => id)).toEqual([own]);
    expect(await removeDemo(context)).toEqual({
      accountId: demo.accountId,
      endedOrders: 0,
      disabledCouriers: 0,
    });
  });

  it("gets no more orders, even while a visitor has it open", async () => {
    const { db, clock, runtime } = local;
    const context = createContext(runtime, { type: "job", id: "demo" });
    const before = await db.models.order.count();
    clock.advance(60 * 60_000);
    const dispatch = { ...context.dispatch, simulateLive: true };
    await demoTraffic(dataDir, () => true)({ ...context, dispatch }, "");
    expect((await listAccounts(db, DEMO_EMAIL))[0]?.disabledAt).not.toBeNull();
    expect(await db.models.order.count()).toBe(before);
  });
});
