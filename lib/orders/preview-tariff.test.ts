import { afterAll, beforeAll, expect, it } from "vitest";
import { previewTariff } from "@/lib/orders/preview-tariff";
import { getTariff } from "@/lib/pricing/get-tariff";
import { fromRubles, kopecks } from "@/lib/pricing/money";
import { setTariff } from "@/lib/pricing/set-tariff";
import { orderBody, orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { takeSnapshot } from "@/testing/snapshot";

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

it("prices last week's orders of the mode by the new tariff, and writes nothing", async () => {
  const { api } = await local.newShop();
  const test = await local.newShop("test");
  const create = async (dropoffs: number, shop = api) => {
    const body = orderBodyWith(dropoffs, { cargo_size: "L" });
    return (
      await shop.create({
        ...body,
        dropoffs: body.dropoffs.map((one, index) =>
          index === 0 ? { ...one, cargo_size: "S" as const } : one,
        ),
      })
    ).data;
  };
  const [small, large, old, cancelled] = [await create(1), await create(3), await create(1), await create(1)];
  await create(1, test.api);
  await api.post(`/v1/partner/orders/${cancelled.external_order_id}/cancel`, {});
  const createdAt = new Date(local.clock.now().getTime() - 8 * 24 * 60 * 60_000);
  await local.db.models.order.update({ where: { orderCode: old.order_code }, data: { createdAt } });
  const { id: _, ...present } = await getTariff(local.db);
  const before = await takeSnapshot(local.db);

  const total = kopecks(Math.round(((small.price ?? 0) + (large.price ?? 0)) * 100));
  const preview = (change: object, most?: number) =>
    previewTariff(local, "live", { ...present, ...change }, most);
  expect(await preview({})).toEqual({
    ...{ count: 2, isBounded: false, before: total, after: total, dearer: 0, cheaper: 0, largest: [] },
  });
  // Each leg gets the base price; L adds two steps, S none.
  const change = {
    basePrice: kopecks(present.basePrice + 100),
    cargoSizeStepFee: kopecks(present.cargoSizeStepFee + 10),
  };
  const raised = await preview(change);
  expect(raised).toMatchObject({
    count: 2,
    before: total,
    after: total + 4 * 100 + 4 * 10,
    dearer: 2,
    cheaper: 0,
  });
  expect(raised.largest.map(({ code, before, after }) => [code, after - before])).toEqual([
    [large.order_code, 340],
    [small.order_code, 100],
  ]);
  expect(await preview({ basePrice: kopecks(0) })).toMatchObject({ dearer: 0, cheaper: 2 });
  expect(await preview({}, 3)).toMatchObject({ count: 1, isBounded: true });
  expect(await preview({}, 2)).toMatchObject({ count: 0, isBounded: false });
  await expect(preview({ bandWidthMeters: 0 })).rejects.toMatchObject({ code: "INVALID_PAYLOAD" });
  expect(await takeSnapshot(local.db)).toEqual(before);

  await setTariff(local.db, { ...present, perKmOver: fromRubles(99) });
  expect(await preview({})).toMatchObject({ count: 0, before: 0, after: 0 });
  await api.create(orderBody());
  expect(await preview({})).toMatchObject({ count: 1 });
});
