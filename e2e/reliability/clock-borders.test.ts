import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventResource } from "@/lib/orders/event";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import type { OrderResponse } from "@/lib/orders/resource";
import { fromRubles } from "@/lib/pricing/money";
import { setTariff } from "@/lib/pricing/set-tariff";
import { getTracking } from "@/lib/tracking/get-tracking";
import { type ApiClient, address, getFields, newId, orderBody } from "@/testing/api-client";
import { expectFinalJournal } from "@/testing/final-journal";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";

const MINUTE_MS = 60_000;

interface Quote {
  quote_id: string;
  price: number;
  expires_at: string;
}

describe("time limits", () => {
  let local: LocalApi;
  let shop: Client;
  let api: ApiClient;

  beforeAll(async () => {
    local = await openLocalApi();
    ({ shop, api } = await local.newShop());
  });

  afterAll(() => local?.close());

  const quoteTrip = async () => {
    const pickup = { latitude: address().latitude, longitude: address().longitude };
    const dropoffs = [{ latitude: 59.9287, longitude: 30.3607 }];
    return (await api.post<Quote>("/v1/partner/quotes", { pickup, dropoffs })).data;
  };

  it("a quote is honored at an age of 4:59.999 and repriced at 5:00.000 (QUO-5, LIM-10, TAR-15)", async () => {
    const quote = await quoteTrip();
    expect(new Date(quote.expires_at).getTime()).toBe(local.clock.now().getTime() + 5 * MINUTE_MS);
    await setTariff(local.db, HIGHER_TARIFF);
    const create = async (change = {}) => {
      const body = orderBody({ quote_id: quote.quote_id, ...change });
      const { status, data } = await api.create(body);
      const stored = await local.db.models.order.findFirstOrThrow({
        where: { externalOrderId: body.external_order_id },
        include: { stops: true },
      });
      const legs = stored.stops.reduce((sum, stop) => sum + Number(stop.price ?? 0), 0);
      expect([status, Number(stored.price), legs]).toEqual([201, data.price, data.price]);
      return data.price;
    };
    local.clock.advance(5 * MINUTE_MS - 1);
    expect(await create()).toBe(quote.price);
    expect(await create({ cargo_size: "M", routing_mode: "sequential" })).toBe(quote.price);
    expect(await create({ cargo_size: "S" })).not.toBe(quote.price);
    expect(await create({ routing_mode: "parallel" })).not.toBe(quote.price);
    const moved = { address: address(59.928701), contact: { value: "+7" } };
    expect(await create({ dropoffs: [moved] })).not.toBe(quote.price);
    local.clock.advance(1);
    expect(await create()).toBeGreaterThan(quote.price);
  });

  it("an order with a quote of another account or mode is repriced, never rejected (QUO-7, QUO-8)", async () => {
    const quote = await quoteTrip();
    await setTariff(local.db, { ...HIGHER_TARIFF, basePrice: fromRubles(2000) });
    for (const mode of ["live", "test"] as const) {
      const other = await local.newShop(mode);
      const { status, data } = await other.api.create(orderBody({ quote_id: quote.quote_id }));
      expect(status).toBe(201);
      expect(data.price).toBeGreaterThan(quote.price);
    }
  });

  it("a position is shown at an age of 29:59.999 and null at 30:00.000 (RES-13, LIM-11)", async () => {
    const body = orderBody();
    const path = `/v1/partner/orders/${body.external_order_id}`;
    await api.create(body);
    const courierId = await local.couriers.lead(shop.scope, body.external_order_id, "assigned");
    await local.couriers.accept(shop.scope, body.external_order_id, courierId);
    await local.couriers.place(courierId);
    const at = local.clock.now().toISOString();
    // Every response that contains the position, and the page of a waiting recipient.
    const shown = async (round: string) => {
      const list = await api.get<{ orders: OrderResponse[] }>("/v1/partner/orders?limit=1");
      const answers = [
        await api.get(path),
        await api.create(body),
        await api.send("PATCH", path, { comment: `patched ${round}` }),
        await api.send("PUT", path, { ...body, comment: `put ${round}` }),
      ];
      await expectFinalJournal(local.db);
      const events = await api.get<{ events: EventResource[] }>("/v1/partner/events?limit=100");
      const link = new URL(answers[0]?.data.tracking_url ?? "").pathname.split("/").at(-1) ?? "";
      const tracking = await getTracking(local.couriers.context, link);
      return [
        ...answers.map(({ data }) => data.driver_location?.updated_at ?? null),
        list.data.orders[0]?.driver_location?.updated_at ?? null,
        events.data.events.at(-1)?.order.driver_location?.updated_at ?? null,
        tracking.kind === "open" ? (tracking.view.seenAt?.toISOString() ?? null) : "no page",
      ];
    };
    local.clock.advance(30 * MINUTE_MS - 1);
    expect(await shown("before")).toEqual(Array.from({ length: 7 }, () => at));
    local.clock.advance(1);
    expect(await shown("after")).toEqual(Array.from({ length: 7 }, () => null));
    const cancelled = await api.post(`${path}/cancel`);
    expect([cancelled.status, cancelled.data.driver_location]).toEqual([200, null]);
  });

  it("a fresh position is null once the order is delivered or cancelled (RES-13)", async () => {
    for (const end of ["delivered", "cancelled"] as const) {
      const body = orderBody();
      const path = `/v1/partner/orders/${body.external_order_id}`;
      await api.create(body);
      const courierId = await local.couriers.lead(shop.scope, body.external_order_id, "in_progress");
      await local.couriers.place(courierId);
      expect((await api.get(path)).data.driver_location).not.toBeNull();
      if (end === "cancelled") await api.post(`${path}/cancel`);
      else await deliverOrder(local.couriers.context, shop.scope, body.external_order_id);
      const { data } = await api.get(path);
      expect([data.status, data.driver_location]).toEqual([end, null]);
      expect(data.driver).not.toBeNull();
    }
  });

  it("the newest position always wins when positions arrive out of order", async () => {
    const body = orderBody();
    const path = `/v1/partner/orders/${body.external_order_id}`;
    await api.create(body);
    const courierId = await local.couriers.lead(shop.scope, body.external_order_id, "in_progress");
    const ago = (seconds: number) => new Date(local.clock.now().getTime() - seconds * 1000);
    const saved = [];
    for (const [seconds, latitude] of [
      [20, 59.1],
      [5, 59.2],
      [10, 59.3],
      [5, 59.4],
      [1, 59.5],
    ] as const) {
      saved.push(await local.couriers.place(courierId, ago(seconds), latitude));
    }
    expect(saved).toEqual([true, true, false, false, true]);
    expect((await api.get(path)).data.driver_location?.latitude).toBe(59.5);
  });

  it("a delivery time must be in the future unless the order already has it (ORD-11)", async () => {
    const inMs = (ms: number) => new Date(local.clock.now().getTime() + ms).toISOString();
    const body = orderBody({ delivery_time: inMs(1) });
    const path = `/v1/partner/orders/${body.external_order_id}`;
    expect((await api.create(body)).status).toBe(201);
    const { dispatchAt } = await local.db.models.order.findFirstOrThrow({
      where: { externalOrderId: body.external_order_id },
    });
    expect(dispatchAt).toEqual(local.clock.now());
    local.clock.advance(2);
    expect((await api.create(body)).status).toBe(200);
    expect((await api.send("PUT", path, { ...body, comment: "still fine" })).status).toBe(200);
    const refused = await api.send("PATCH", path, { delivery_time: inMs(0) });
    expect(getFields(refused)).toEqual(["delivery_time"]);
    expect((await api.send("PATCH", path, { delivery_time: inMs(1) })).status).toBe(200);
    const late = { ...body, external_order_id: newId() };
    expect(getFields(await api.create(late))).toEqual(["delivery_time"]);
  });

  it("a repeated create with an invalid body returns its order, and a first create with one is rejected (CRE-2, CRE-3)", async () => {
    const body = orderBody();
    const first = await api.create(body);
    const broken = { external_order_id: body.external_order_id, pickup: 7, payment_amount: -1 };
    const again = await api.create(broken as never);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("idempotent-mismatch")).toBe("true");
    const other = await api.create({ ...broken, external_order_id: newId() } as never);
    expect([other.status, getFields(other).sort()]).toEqual([400, ["dropoffs", "payment_amount", "pickup"]]);
    for (const external_order_id of ["", "..", 7, undefined, "x".repeat(129)]) {
      const unreadable = await api.create({ ...body, external_order_id } as never);
      expect([unreadable.status, getFields(unreadable)]).toEqual([400, ["external_order_id"]]);
    }
    const { api: stranger } = await local.newShop();
    expect((await stranger.create(broken as never)).status).toBe(400);
  });
});
