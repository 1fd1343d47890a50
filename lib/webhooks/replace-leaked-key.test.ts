import { afterAll, beforeAll, expect, it } from "vitest";
import { findKey } from "@/lib/accounts/find-key";
import { restrictNetworks } from "@/lib/accounts/restrict-networks";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";
import { replaceLeakedKey } from "@/lib/webhooks/replace-leaked-key";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { addKey } from "@/testing/shop";
import { testWebhooks } from "@/testing/webhook-side";

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

it("revokes a leaked key, disables only the endpoints that it created and keeps its networks", async () => {
  const { db, clock } = local;
  const { shop } = await local.newShop();
  const other = await addKey(db, shop.accountId, "live");
  const context = testWebhooks(db, clock);
  const add = async (createdByKeyId: string) => {
    const input = {
      url: `http://127.0.0.1/${createdByKeyId}`,
      description: "",
      headers: [],
      createdById: null,
    };
    const eventTypes = ["order.created" as const];
    return (await createEndpoint(context, shop.scope, { ...input, eventTypes, createdByKeyId })).endpoint.id;
  };
  const [leaked, kept] = [await add(shop.keyId), await add(other.keyId)];
  await restrictNetworks(db, shop, { keyId: shop.keyId, networks: ["203.0.113.0/24"] });
  const staff = { accountId: shop.accountId, userId: shop.accountId };
  const stranger = { accountId: (await local.newShop()).shop.accountId, userId: shop.accountId };
  const leak = { keyId: shop.keyId, lifetimeMs: null };
  await expect(replaceLeakedKey({ db, clock }, stranger, leak)).rejects.toMatchObject({
    code: "KEY_NOT_FOUND",
  });
  const { key, endpoints } = await replaceLeakedKey({ db, clock }, staff, leak);
  expect(endpoints).toBe(1);
  expect((await findKey(db, `Bearer ${shop.key}`)).revokedAt).not.toBeNull();
  const [list] = (await findKey(db, `Bearer ${key}`)).networks;
  expect([list?.has("203.0.113.9"), list?.has("198.51.100.1")]).toEqual([true, false]);
  const rows = await db.models.webhookEndpoint.findMany({ where: { id: { in: [leaked, kept] } } });
  expect(rows.filter(({ disabledAt }) => disabledAt !== null).map(({ id }) => id)).toEqual([leaked]);
});
