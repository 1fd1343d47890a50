import { expect, it } from "vitest";
import { confirmHeldOrder } from "@/lib/orders/confirm-held-order";
import { getOrder } from "@/lib/orders/load-order";
import { requestHash } from "@/lib/orders/request-hash";
import type { OrderResponse } from "@/lib/orders/resource";
import { changeTripCheck } from "@/lib/service-area/trip-check";
import { describeOnOwnServer } from "@/testing/adapters";
import { ApiClient, address, getFields, orderBody } from "@/testing/api-client";
import { makeClient } from "@/testing/shop";
import { pollUntil } from "@/testing/until";

const SWAPPED = { latitude: 30.3607, longitude: 59.9287 };
const stopAt = ({ latitude, longitude }: typeof SWAPPED) => ({
  address: address(latitude, longitude),
  contact: { value: "+79161234567" },
});
const swappedBody = () => orderBody({ dropoffs: [stopAt(SWAPPED)] });
const path = (id: string) => `/v1/partner/orders/${id}`;

describeOnOwnServer("an order with an unusual trip", (stage) => {
  it("is held until an operator confirms it, which every response and event shows (RES-18, STA-1, HELD-1–3)", async () => {
    const { shop, api } = await stage().newShop();
    const { data, status } = await api.create(swappedBody());
    expect([status, data.status, data.held_reason]).toEqual([201, "new", "unusual_trip"]);
    const id = data.external_order_id;
    expect((await api.get(path(id))).data.held_reason).toBe("unusual_trip");
    const list = await api.get<{ orders: OrderResponse[] }>("/v1/partner/orders");
    expect(list.data.orders.map((order) => order.held_reason)).toEqual(["unusual_trip"]);
    expect((await api.get(`${path(id)}/cancellation`)).data).toMatchObject({ allowed: true, fee: 0 });

    const { couriers } = stage();
    const { details } = await getOrder(couriers.context.db, { scope: shop.scope, externalOrderId: id }, [
      "request",
    ]);
    const seen = { externalOrderId: id, seenVersion: requestHash(details) };
    await confirmHeldOrder(couriers.context, shop.scope, seen);
    const { data: log } = await api.get<{ events: { event: string; order: OrderResponse }[] }>(
      "/v1/partner/events",
    );
    expect(log.events.map(({ event, order }) => [event, order.held_reason])).toEqual([
      ["order.created", "unusual_trip"],
      ["order.updated", null],
    ]);
    expect((await api.create({ ...swappedBody(), external_order_id: id })).data.held_reason).toBeNull();
  });

  it("is released or held by an edit of its trip, and not by others (STA-12, HELD-4, HELD-5)", async () => {
    const { api } = await stage().newShop();
    const body = swappedBody();
    const id = (await api.create(body)).data.external_order_id;
    const patch = async (change: object) => (await api.send("PATCH", path(id), change)).data.held_reason;
    expect(await patch({ comment: "Ring twice" })).toBe("unusual_trip");
    const place = { latitude: 59.9287, longitude: 30.3607 };
    expect(await patch({ dropoffs: [{ address: place }] })).toBeNull();
    expect((await api.send("PUT", path(id), body)).data.held_reason).toBe("unusual_trip");
    expect((await api.create(body)).data.held_reason).toBe("unusual_trip");
    const { key } = await makeClient(stage().db, "test");
    expect(
      (await new ApiClient(stage().server.baseUrl, key).create(swappedBody())).data.held_reason,
    ).toBeNull();
  });

  it("is dispatched as usual wherever it is, if it is short (HELD-1)", async () => {
    const { api } = await stage().newShop();
    for (const [latitude, longitude] of [
      [55.75, 37.61],
      [-17.8, 179.99],
      [89.9, 0],
    ] as const) {
      const body = orderBody({
        pickup: stopAt({ latitude, longitude }),
        dropoffs: [
          stopAt({ latitude: latitude - 0.02, longitude: longitude === 179.99 ? -179.99 : longitude }),
        ],
      });
      expect((await api.create(body)).data.held_reason).toBeNull();
    }
  });

  it("is refused if operators choose so, with every other invalid field and a hint (HELD-6)", async () => {
    const { api } = await stage().newShop();
    const held = (await api.create(swappedBody())).data;
    const { context } = stage().couriers;
    await changeTripCheck(context, { action: "refuse", max_leg_km: 100 });
    const body = swappedBody();
    await pollUntil(async () => (await api.create(swappedBody())).status === 400);
    const refused = await api.create({ ...body, comment: "x".repeat(2001) });
    expect(getFields(refused).toSorted()).toEqual(["comment", "dropoffs.0.address.latitude"]);
    expect(refused.error.details).toContain("may be swapped");
    expect((await api.create({ ...body, external_order_id: held.external_order_id })).status).toBe(200);
    const moved = { dropoffs: [{ address: { latitude: 0, longitude: 0 } }] };
    expect(getFields(await api.send("PATCH", path(held.external_order_id), moved))).toEqual([
      "dropoffs.0.address.latitude",
    ]);
    await changeTripCheck(context, { action: "hold", max_leg_km: 100 });
  });
});
