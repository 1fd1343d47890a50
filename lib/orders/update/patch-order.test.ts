import { afterAll, beforeAll, expect, it } from "vitest";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { changeServiceArea } from "@/lib/service-area/change-service-area";
import { readZoneFile } from "@/lib/service-area/zone-file";
import { getFields, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { square, zoneFile } from "@/testing/zones";

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

it("a PATCH with a position past the last dropoff lists every other invalid field too (PATCH-5, AREA-2, ERR-6)", async () => {
  const { db, clock } = local;
  const { api } = await local.newShop();
  const body = orderBody();
  expect((await api.create(body)).status).toBe(201);
  const zones = readZoneFile(zoneFile({ name: "City", rings: [square(30, 59.5, 1)] })).zones ?? [];
  for (const change of [{ type: "put", zones } as const, { type: "switch", isOn: true } as const])
    await changeServiceArea({ db, clock, dispatch: DEFAULT_DISPATCH }, change);
  const elsewhere = { latitude: 55.75, longitude: 37.61 };
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, "1"]));
  const path = `/v1/partner/orders/${body.external_order_id}`;
  expect((await api.send("PATCH", path, { metadata: keys(20) })).status).toBe(200);
  const answer = await api.send("PATCH", path, {
    delivery_time: "2020-01-01T00:00:00Z",
    metadata: { another: "1" },
    pickup: { address: elsewhere },
    dropoffs: [{ index: 4, address: elsewhere }],
  });
  expect([answer.status, ...getFields(answer).toSorted()]).toEqual([
    400,
    "delivery_time",
    "dropoffs.0.address.latitude",
    "dropoffs.0.index",
    "metadata",
    "pickup.address.latitude",
  ]);
});
