import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import { patchOrder } from "@/lib/orders/update/patch-order";
import { amount } from "@/testing/amount";
import { type ApiClient, orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import type { Client } from "@/testing/shop";

const ROUNDS = amount(4, 100);

const LEGAL = [
  "new,cancelled",
  "new,assigned,cancelled",
  "new,assigned,in_progress,cancelled",
  "new,assigned,in_progress,delivered",
];

describe("concurrent changes", () => {
  let local: LocalApi;
  let shop: Client;
  let api: ApiClient;

  beforeAll(async () => {
    local = await openLocalApi();
    ({ shop, api } = await local.newShop());
  });

  afterAll(() => local?.close());

  const read = (externalOrderId: string) =>
    local.db.models.order.findFirstOrThrow({
      where: { externalOrderId },
      include: {
        stops: { orderBy: { position: "asc" } },
        events: { orderBy: { sequence: "asc" } },
        statusChanges: { orderBy: { id: "asc" } },
      },
    });

  it("keep all of 20 PATCHes to different fields (PATCH-9)", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = orderBodyWith(6);
      await api.create(body);
      const path = `/v1/partner/orders/${body.external_order_id}`;
      const patches: object[] = [
        { comment: `c${round}` },
        { payment_amount: round + 1 },
        { payment_type: "card" },
        { pickup: { contact: { name: "Склад" } } },
        { pickup: { address: { floor: 3 } } },
        { cargo_size: "L" },
        { routing_mode: "parallel" },
        { dropoffs: [{ index: 0, address: { latitude: 59.8 } }] },
        ...Array.from({ length: 6 }, (_, index) => ({
          dropoffs: [{ index, address: { apartment: index + 1 } }],
        })),
        ...Array.from({ length: 6 }, (_, index) => ({
          dropoffs: [{ index, contact: { name: `n${index}` } }],
        })),
      ];
      const answers = await Promise.all(patches.map((patch) => api.send("PATCH", path, patch)));
      expect(answers.map(({ status }) => status)).toEqual(patches.map(() => 200));
      const order = await read(body.external_order_id);
      expect([order.comment, Number(order.paymentAmount), order.paymentType, order.cargoSize]).toEqual([
        `c${round}`,
        round + 1,
        "card",
        "L",
      ]);
      const [pickup, ...dropoffs] = order.stops;
      expect([order.routingMode, pickup?.contactName, pickup?.floor]).toEqual(["parallel", "Склад", 3n]);
      expect(dropoffs[0]?.latitude).toBe(59.8);
      expect(dropoffs.map((stop) => [stop.apartment, stop.contactName])).toEqual(
        dropoffs.map((_, index) => [BigInt(index + 1), `n${index}`]),
      );
      const legs = dropoffs.reduce((sum, stop) => sum + Number(stop.price), 0);
      expect(Number(order.price)).toBe(legs);
      expect(order.events.map(({ sequence }) => sequence)).toEqual(order.events.map((_, index) => index + 1));
      // The price matches the final trip, whichever concurrent edit requested which route.
      const { data: quote } = await api.post<{ price: number }>("/v1/partner/quotes", {
        pickup: { latitude: pickup?.latitude, longitude: pickup?.longitude },
        dropoffs: dropoffs.map(({ latitude, longitude }) => ({ latitude, longitude })),
        cargo_size: "L",
        routing_mode: "parallel",
      });
      expect(Number(order.price)).toBe(quote.price);
    }
  });

  it("apply all of 50 PATCHes that move the dropoffs, and set the price of the final trip (PATCH-9)", async () => {
    const body = orderBodyWith(10);
    await api.create(body);
    const path = `/v1/partner/orders/${body.external_order_id}`;
    const texts = ["instructions", "intercom", "building", "street", "area"] as const;
    const patches = Array.from({ length: 50 }, (_, number) => {
      const text = texts[number % 5] ?? "area";
      const address = { latitude: 59.8 + number / 1000, [text]: `${text} ${number}` };
      return { dropoffs: [{ index: Math.floor(number / 5), address }] };
    });
    const answers = await Promise.all(patches.map((patch) => api.send("PATCH", path, patch)));
    expect(answers.map(({ status }) => status)).toEqual(patches.map(() => 200));
    const { stops, events, price } = await read(body.external_order_id);
    const [pickup, ...dropoffs] = stops;
    expect(dropoffs.flatMap((stop) => texts.map((text) => stop[text]))).toEqual(
      patches.map((_, number) => `${texts[number % 5]} ${number}`),
    );
    for (const [index, { latitude }] of dropoffs.entries()) {
      const sent = texts.map((_, number) => 59.8 + (index * 5 + number) / 1000);
      expect(sent).toContain(latitude);
    }
    expect(events.map(({ type }) => type)).toEqual(["order.created", ...patches.map(() => "order.updated")]);
    const place = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
      latitude,
      longitude,
    });
    const { data: quote } = await api.post<{ price: number }>("/v1/partner/quotes", {
      pickup: place(pickup ?? { latitude: 0, longitude: 0 }),
      dropoffs: dropoffs.map(place),
    });
    expect(Number(price)).toBe(quote.price);
  });

  it("apply an edit even if another process is faster eight times in a row", async () => {
    const body = orderBodyWith(2);
    await api.create(body);
    const { context } = local.couriers;
    // A separate copy of the code, as in another process.
    vi.resetModules();
    const faster = await import("@/lib/orders/update/patch-order");
    const move = (patch: typeof patchOrder, given: Context, index: number, latitude: number) =>
      patch(given, shop.scope, {
        externalOrderId: body.external_order_id,
        body: { dropoffs: [{ index, address: { latitude } }] },
      });
    let rounds = 0;
    const router: Context["router"] = {
      ...context.router,
      routeTrips: async (trips) => {
        rounds += 1;
        if (rounds <= 8) await move(faster.patchOrder, context, 0, 59 + rounds / 8);
        return context.router.routeTrips(trips);
      },
    };
    await move(patchOrder, { ...context, router }, 1, 59.7);
    const { stops, events } = await read(body.external_order_id);
    expect([rounds, ...stops.slice(1).map(({ latitude }) => latitude)]).toEqual([9, 60, 59.7]);
    expect(events.filter(({ type }) => type === "order.updated")).toHaveLength(9);
  });

  it("never edit an order in progress", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = orderBodyWith(2);
      await api.create(body);
      await local.couriers.lead(shop.scope, body.external_order_id, "assigned");
      const path = `/v1/partner/orders/${body.external_order_id}`;
      const edits = Array.from({ length: 4 }, (_, index) =>
        api.send("PATCH", path, { comment: `c${index}` }),
      );
      const [, ...answers] = await Promise.all([
        startOrder(local.couriers.context, shop.scope, body.external_order_id),
        ...edits,
      ]);
      const { events, comment } = await read(body.external_order_id);
      const started = events.findIndex((event) => event.type === "order.in_progress");
      expect(events.slice(started + 1).map((event) => event.type)).toEqual([]);
      const applied = answers.filter(({ status }) => status === 200).length;
      expect(events.filter((event) => event.type === "order.updated")).toHaveLength(applied);
      expect(comment === null).toBe(applied === 0);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    }
  });

  it("record one cancellation and one event for 20 cancel requests (CAN-3)", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = orderBodyWith(1);
      await api.create(body);
      const path = `/v1/partner/orders/${body.external_order_id}/cancel`;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => api.post(path, { reason: `r${index}` })),
      );
      expect(new Set(answers.map(({ status, text }) => `${status}${text}`)).size).toBe(1);
      const order = await read(body.external_order_id);
      expect(order.events.map((event) => event.type)).toEqual(["order.created", "order.cancelled"]);
    }
  });

  it("end in one state after a legal sequence when cancel, assign, start and deliver run concurrently (STA-5)", async () => {
    const { context } = local.couriers;
    for (let round = 0; round < ROUNDS * 3; round += 1) {
      const body = orderBodyWith(1);
      const id = body.external_order_id;
      await api.create(body);
      const stage = round % 3;
      if (stage > 0) await local.couriers.lead(shop.scope, id, stage === 1 ? "assigned" : "in_progress");
      const courierId = await local.couriers.makeCourier();
      await Promise.allSettled([
        api.post(`/v1/partner/orders/${id}/cancel`),
        assignCourier(context, shop.scope, { externalOrderId: id, courierId }),
        startOrder(context, shop.scope, id),
        deliverOrder(context, shop.scope, id),
        api.post(`/v1/delivery/orders/${id}/cancel`),
      ]);
      const order = await read(id);
      const history = order.statusChanges.map(({ status }) => status);
      expect(LEGAL.some((legal) => `${legal},`.startsWith(`${history.join()},`))).toBe(true);
      expect(history.at(-1)).toBe(order.status);
      const cancelled = order.events.filter((event) => event.type === "order.cancelled");
      expect(cancelled).toHaveLength(order.status === "cancelled" ? 1 : 0);
      expect(order.deliveredAt !== null).toBe(order.status === "delivered");
      expect(order.events.map(({ sequence }) => sequence)).toEqual(order.events.map((_, index) => index + 1));
    }
  });

  it("assign one courier to only one of many orders", async () => {
    const courierId = await local.couriers.makeCourier();
    const ids = Array.from({ length: 10 }, () => orderBodyWith(1));
    for (const body of ids) await api.create(body);
    const input = await Promise.allSettled(
      ids.map((body) =>
        assignCourier(local.couriers.context, shop.scope, {
          externalOrderId: body.external_order_id,
          courierId,
        }),
      ),
    );
    expect(input.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = input.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(new Set(refused)).toEqual(new Set(["COURIER_BUSY"]));
  });
});
