import { expect, it } from "vitest";
import { newId, orderBody } from "@/testing/api-client";
import { openLocalApi } from "@/testing/local-api";

it("an order is found by its present metadata only", async () => {
  const local = await openLocalApi();
  const { api } = await local.newShop();
  const id = newId();
  await api.create(orderBody({ external_order_id: id, metadata: { table: "7", guest: "Anna" } }));
  const patch = { metadata: { table: null, floor: "2" } };
  expect((await api.send("PATCH", `/v1/partner/orders/${id}`, JSON.stringify(patch))).status).toBe(200);
  const count = async (query: string) =>
    (await api.get<{ orders: unknown[] }>(`/v1/partner/orders?metadata[${query}`)).data.orders.length;
  expect([await count("table]=7"), await count("guest]=Anna"), await count("floor]=2")]).toEqual([0, 1, 1]);
  await local.close();
});
