import { afterAll, beforeAll, expect, it } from "vitest";
import { type Mode, mintScope } from "@/lib/account-scope";
import { findCourierOverview } from "@/lib/couriers/list-couriers";
import { findDeliveryRecord, listCodeOverrides } from "@/lib/orders/detail/find-delivery-record";
import { overrideCode } from "@/lib/orders/fulfillment/override-code";
import { loadOrder } from "@/lib/orders/load-order";
import { patchOrder } from "@/lib/orders/update/patch-order";
import { makeMember } from "@/testing/account-fixture";
import { orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

let local: LocalApi;

beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

it("an order lists the operator who overrode a code and who edited it, and the courier's overview shows it", async () => {
  const { shop, api } = await local.newShop();
  const { dropoffs } = orderBodyWith(2);
  const body = orderBodyWith(2, {
    dropoffs: dropoffs.map((dropoff) => ({ ...dropoff, proof: { code: true } })),
  });
  const { data } = await api.create(body);
  const externalOrderId = body.external_order_id;
  const byKey = { ...local.couriers.context, actor: { type: "key", id: shop.keyId } } as const;
  await patchOrder(byKey, shop.scope, { externalOrderId, body: { comment: "Fragile" } });
  const courierId = await local.couriers.lead(shop.scope, externalOrderId, "in_progress");
  const operator = await makeMember(local.db, null, "owner");
  await local.db.models.user.update({ where: { id: operator.id }, data: { name: "Maria" } });
  const context = { ...local.couriers.context, actor: { type: "operator", id: operator.id } } as const;
  await overrideCode(context, shop.scope, { externalOrderId, position: 2, reason: "The shop knows them" });
  const order = await loadOrder(local.db, { scope: shop.scope, externalOrderId });
  if (order === null) throw new Error("loadOrder did not find the placed order");
  expect(await listCodeOverrides(local.db, order)).toEqual([{ position: 2, name: "Maria" }]);
  const code = data.order_code;
  const member = { scope: (mode: Mode) => mintScope(shop.accountId, mode) };
  for (const [selector, name] of [
    [{ code }, "Maria"],
    [{ code, member }, null],
  ] as const) {
    const { timeline = [] } = (await findDeliveryRecord(local.db, selector)) ?? {};
    expect(timeline.filter(({ type }) => type === "updated" || type === "decided")).toMatchObject([
      { type: "updated", actorType: "key", actorName: "Test" },
      { type: "decided", dropoff: 2, actorType: "operator", actorName: name },
    ]);
  }

  const other = await local.couriers.makeCourier({ type: "bike" }, "test");
  expect(await findCourierOverview(local.db, courierId)).toMatchObject({
    id: courierId,
    mode: "live",
    orderCode: data.order_code,
  });
  expect(await findCourierOverview(local.db, other)).toMatchObject({
    id: other,
    mode: "test",
    orderCode: null,
  });
  expect(await findCourierOverview(local.db, operator.id)).toBeNull();
});
