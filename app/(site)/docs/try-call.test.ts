import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tryCall, tryRequest } from "@/app/(site)/docs/try-call";
import { mintScope } from "@/lib/account-scope";
import { updateAccount } from "@/lib/accounts/update-account";
import { RequestRecorder } from "@/lib/api/request-log/request-recorder";
import { openPool } from "@/lib/db/client";
import type { CallResult } from "@/lib/docs/try-form";
import { orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { loggedCalls } from "@/testing/request-log";
import { addKey, type Client } from "@/testing/shop";

let local: LocalApi;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  local = await openLocalApi();
  pool = openPool(local.databaseUrl, 1);
});
afterAll(async () => {
  await pool?.end();
  await local?.close();
});

const getStaff = ({ accountId }: Client) => ({
  accountId,
  scope: (mode: "live" | "test") => mintScope(accountId, mode),
});

const tryAs = (shop: Client, asked: object) =>
  tryCall(
    { ...local.runtime, requestLog: new RequestRecorder(pool, () => {}) },
    getStaff(shop),
    tryRequest.parse({ prefix: "partner", ...asked }),
  );

const answered = async (shop: Client, asked: object): Promise<CallResult> => {
  const came = await tryAs(shop, asked);
  if (typeof came === "string") throw new Error(came);
  return came;
};

describe("a call tried from the reference", () => {
  it("uses the newest working test key and is logged in test mode as a call by that key", async () => {
    const { shop } = await local.newShop("live");
    const older = await addKey(local.db, shop.accountId, "test");
    // The database's own clock counts milliseconds, and two keys may be made in one.
    await local.db.models.apiKey.update({
      where: { id: older.keyId },
      data: { createdAt: new Date(Date.now() - 60_000) },
    });
    const newer = await addKey(local.db, shop.accountId, "test");
    const body = orderBody();
    const created = await answered(shop, {
      operationId: "createOrder",
      headers: { "X-Sandbox-Scenario": "no_courier" },
      body: JSON.stringify(body),
    });
    expect(created.status).toBe(201);
    expect(JSON.parse(created.body).data.external_order_id).toBe(body.external_order_id);
    const [line, ...others] = await loggedCalls(local.db, { requestId: created.requestId });
    expect(others).toEqual([]);
    expect(line).toMatchObject({ keyId: newer.keyId, mode: "test", status: 201, method: "POST" });
    expect(created.line).toBe(String(line?.id));
    expect(older.keyId).not.toBe(newer.keyId);
    const [order] = await local.db.models.order.findMany({ include: { scenarioRun: true } });
    expect(order).toMatchObject({ mode: "test", scenarioRun: { scenario: "no_courier" } });
  });

  it("does not find another account's order", async () => {
    const [own, other] = [await local.newShop("test"), await local.newShop("test")];
    const body = orderBody();
    await own.api.create(body);
    const requested = { operationId: "getOrder", externalOrderId: body.external_order_id };
    expect((await answered(own.shop, requested)).status).toBe(200);
    expect((await answered(other.shop, requested)).status).toBe(404);
  });

  it("is rejected without a working test key, even if the account has a live key", async () => {
    const { shop } = await local.newShop("live");
    expect(await tryAs(shop, { operationId: "ping" })).toBe("no_key");
    const twin = await addKey(local.db, shop.accountId, "test");
    await local.db.models.apiKey.update({
      where: { id: twin.keyId },
      data: { expiresAt: local.clock.now() },
    });
    expect(await tryAs(shop, { operationId: "ping" })).toBe("no_key");
  });

  it("ignores headers that the operation does not define and rejects unknown operations", async () => {
    const { shop } = await local.newShop("test");
    const live = await addKey(local.db, shop.accountId, "live");
    const headers = { Authorization: `Bearer ${live.key}` };
    const { requestId } = await answered(shop, { operationId: "ping", headers });
    const [line] = await loggedCalls(local.db, { requestId });
    expect(line).toMatchObject({ keyId: shop.keyId, mode: "test" });
    expect(await tryAs(shop, { operationId: "deleteEverything" })).toBe("unknown");
    expect(await tryAs(shop, { operationId: "getPricing" })).toBe("unknown");
  });

  it("counts against the key's limit", async () => {
    const { shop, api } = await local.newShop("test");
    await updateAccount(local.db, shop.accountId, { rateLimitPerMinute: 2 });
    const statuses = [];
    for (let calls = 0; calls < 2; calls += 1)
      statuses.push((await answered(shop, { operationId: "ping" })).status);
    statuses.push((await api.get("/v1/partner/ping")).status);
    statuses.push((await answered(shop, { operationId: "ping" })).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});
