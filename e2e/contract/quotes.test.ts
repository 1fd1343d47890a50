import { expect, it } from "vitest";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { describeOnServer } from "@/testing/adapters";
import { getFields, orderBody, orderBodyWith } from "@/testing/api-client";

interface Quote {
  quote_id: string;
  price: number;
  distance: number;
  duration: number;
  routing: string;
  expires_at: string;
  dropoffs: { route_id: string; distance: number; duration: number; cargo_size: string; price: number }[];
}

interface Band {
  min_km: number;
  max_km: number | null;
  price: number;
  per_km_over: number | null;
}

/** The quote request for an order's own trip. */
function quoteFor(body: CreateOrderBody) {
  const point = (address: { latitude: number; longitude: number }) => ({
    latitude: address.latitude,
    longitude: address.longitude,
  });
  return {
    pickup: point(body.pickup.address),
    dropoffs: body.dropoffs.map((dropoff) => ({
      ...point(dropoff.address),
      ...(dropoff.cargo_size === undefined ? {} : { cargo_size: dropoff.cargo_size }),
    })),
    ...(body.cargo_size === undefined ? {} : { cargo_size: body.cargo_size }),
    ...(body.routing_mode === undefined ? {} : { routing_mode: body.routing_mode }),
  };
}

describeOnServer("quotes and pricing", (stage) => {
  it("a price is the sum of all legs with their cargo surcharges, like distance and duration (QUO-1–6, QUO-11, LIM-10)", async () => {
    const { status, data } = await stage().api.post<Quote>(
      "/v1/partner/quotes",
      quoteFor(orderBodyWith(4, { cargo_size: "L" })),
    );
    expect(status).toBe(200);
    const sum = (field: "price" | "distance" | "duration") =>
      data.dropoffs.reduce((total, leg) => total + leg[field], 0);
    expect([data.price, data.distance, data.duration]).toEqual([
      sum("price"),
      sum("distance"),
      sum("duration"),
    ]);
    expect(data.dropoffs.map((leg) => leg.cargo_size)).toEqual(["L", "L", "L", "L"]);
    expect(data.routing).toBe("estimate");
    const lifetime = new Date(data.expires_at).getTime() - Date.now();
    expect(lifetime).toBeGreaterThan(4 * 60_000);
    expect(lifetime).toBeLessThanOrEqual(5 * 60_000);
  });

  it("the tariff table gives the price of every leg by its distance band and cargo steps (TABLE-1, TAR-8–11, EP-1)", async () => {
    const { data: tariff } = await stage().api.get<{ bands: Band[]; cargo_size_step_fee: number }>(
      "/v1/delivery/pricing",
    );
    expect(Object.keys(tariff)).toEqual([
      "base_price",
      "first_threshold_km",
      "band_width_km",
      "band_step",
      "max_threshold_km",
      "per_km_over",
      "cargo_size_step_fee",
      "bands",
      "fees",
    ]);
    for (const [steps, size] of (["S", "M", "L", "XL"] as const).entries()) {
      for (const latitude of [59.9355, 59.95, 59.97, 60.01, 60.3, 61.5]) {
        const { data } = await stage().api.post<Quote>("/v1/delivery/quotes", {
          pickup: { latitude: 59.9354, longitude: 30.3254 },
          dropoffs: [{ latitude, longitude: 30.3254, cargo_size: size }],
        });
        const km = data.distance / 1000;
        const bands = tariff.bands.filter((band) => band.min_km <= km && (band.max_km ?? Infinity) > km);
        expect(bands).toHaveLength(1);
        const [band] = bands;
        const over = band?.per_km_over == null ? 0 : (km - band.min_km) * band.per_km_over;
        expect(data.price).toBeCloseTo((band?.price ?? 0) + over + steps * tariff.cargo_size_step_fee, 2);
      }
    }
    expect(tariff.bands.filter((band) => band.max_km === null || band.per_km_over !== null)).toEqual(
      tariff.bands.slice(-1),
    );
    expect((await stage().api.get("/v1/partner/pricing")).status).toBe(404);
  });

  it.each(["sequential", "parallel"] as const)(
    "%s routing prices each leg for its dropoff's size, in quotes, orders and edits (PRICE-2, DROP-3)",
    async (routing_mode) => {
      const body = orderBodyWith(4, { cargo_size: "M", routing_mode });
      const readQuote = async (asked: CreateOrderBody) =>
        (await stage().api.post<Quote>("/v1/partner/quotes", quoteFor(asked))).data;
      const sized = (sizes: readonly ("S" | "M" | "L" | "XL" | undefined)[]): CreateOrderBody => ({
        ...body,
        dropoffs: body.dropoffs.map((dropoff, index) => ({ ...dropoff, cargo_size: sizes[index] })),
      });
      const small = await readQuote(sized(["S", "S", "S", "S"]));
      const mixed = sized(["L", "S", undefined, "XL"]);
      const { price, dropoffs } = await readQuote(mixed);
      expect(dropoffs.map((leg) => leg.cargo_size)).toEqual(["L", "S", "M", "XL"]);
      expect(dropoffs.map((leg, index) => leg.price - (small.dropoffs[index]?.price ?? 0))).toEqual([
        180, 0, 90, 270,
      ]);
      const { api } = stage();
      expect((await api.create(mixed)).data.price).toBe(price);
      const path = `/v1/partner/orders/${mixed.external_order_id}`;
      const patch = { dropoffs: [{ index: 3, cargo_size: "S" }] };
      expect((await api.send("PATCH", path, patch)).data.price).toBe(price - 270);
    },
  );

  it("sequential routing prices one chained trip, parallel prices each dropoff from the pickup (PRICE-3, ORD-6)", async () => {
    const body = quoteFor(orderBodyWith(3));
    const quote = async (change: object) =>
      (await stage().api.post<Quote>("/v1/partner/quotes", { ...body, ...change })).data;
    const chained = await quote({});
    const apart = await quote({ routing_mode: "parallel" });
    expect(chained.dropoffs[0]?.distance).toBe(apart.dropoffs[0]?.distance);
    expect(chained.dropoffs[2]?.distance).toBeLessThan(apart.dropoffs[2]?.distance ?? 0);
  });

  it("a quote creates no order (PRICE-4)", async () => {
    const { shop, api } = await stage().newShop();
    await api.post("/v1/partner/quotes", quoteFor(orderBody()));
    expect(await stage().db.models.order.count({ where: { accountId: shop.accountId } })).toBe(0);
  });

  it("a 400 names every wrong field (PRICE-1, LIM-2, LIM-9)", async () => {
    const answer = await stage().api.post("/v1/delivery/quotes", {
      pickup: { latitude: -90.0000001 },
      dropoffs: [
        { latitude: 90, longitude: 180 },
        { latitude: null, longitude: 180.1, cargo_size: "s" },
      ],
      cargo_size: 1,
      routing_mode: null,
    });
    expect([answer.status, answer.error.id]).toEqual([400, "validation.delivery_payload_invalid"]);
    expect(getFields(answer)).toEqual([
      "pickup.latitude",
      "pickup.longitude",
      "dropoffs.1.latitude",
      "dropoffs.1.longitude",
      "dropoffs.1.cargo_size",
      "cargo_size",
      "routing_mode",
    ]);
    expect(getFields(await stage().api.post("/v1/partner/quotes", {}))).toEqual(["pickup", "dropoffs"]);
    const point = { latitude: 59.93, longitude: 30.33 };
    for (const count of [0, 11]) {
      const quote = { pickup: point, dropoffs: new Array(count).fill(point) };
      expect(getFields(await stage().api.post("/v1/partner/quotes", quote))).toEqual(["dropoffs"]);
    }
  });

  it("a quote keeps its price unless it is another account's, expired or for another trip (QUO-7–9, ORD-2)", async () => {
    const body = orderBodyWith(2, { cargo_size: "L" });
    const { data: quote } = await stage().api.post<Quote>("/v1/partner/quotes", quoteFor(body));
    await stage().db.models.quote.update({ where: { id: quote.quote_id }, data: { price: 1 } });
    const priceWith = async (change: Partial<CreateOrderBody>, api = stage().api) =>
      (await api.create({ ...orderBodyWith(2, { cargo_size: "L" }), quote_id: quote.quote_id, ...change }))
        .data.price;

    expect(await priceWith({})).toBe(1);
    expect(await priceWith({})).toBe(1);
    expect(await priceWith({ cargo_size: "M" })).not.toBe(1);
    expect(await priceWith({ routing_mode: "parallel" })).not.toBe(1);
    expect(await priceWith({ dropoffs: orderBodyWith(1).dropoffs })).not.toBe(1);
    expect(await priceWith({}, (await stage().newShop()).api)).toBe(quote.price);
    expect(await priceWith({}, (await stage().testMode()).api)).toBe(quote.price);
    expect(await priceWith({ quote_id: "00000000-0000-0000-0000-000000000000" })).toBe(quote.price);
    await stage().db.models.quote.update({
      where: { id: quote.quote_id },
      data: { createdAt: new Date(Date.now() - 300_001), expiresAt: new Date(Date.now() - 1) },
    });
    expect(await priceWith({})).toBe(quote.price);
  });

  it("PATCH honors a quote for a changed trip, and none for an unchanged trip (QUO-10, PATCH-1)", async () => {
    const body = orderBody();
    await stage().api.create(body);
    /** Creates a quote with a price that no tariff gives, for its one leg and so in total. */
    const quoteAt = async (id: string, price: number) => {
      const { legs } = await stage().db.models.quote.findUniqueOrThrow({ where: { id } });
      const [leg] = legs as { price: number }[];
      const data = { price, legs: [{ ...leg, price: price * 100 }] };
      await stage().db.models.quote.update({ where: { id }, data });
    };
    const { data: quote } = await stage().api.post<Quote>("/v1/partner/quotes", {
      ...quoteFor(body),
      cargo_size: "XL",
    });
    await quoteAt(quote.quote_id, 2);
    const path = `/v1/partner/orders/${body.external_order_id}`;
    const patch = { cargo_size: "XL", quote_id: quote.quote_id };
    expect((await stage().api.send("PATCH", path, patch)).data.price).toBe(2);
    const { data: other } = await stage().api.post<Quote>("/v1/partner/quotes", {
      ...quoteFor(body),
      cargo_size: "XL",
    });
    // An unchanged trip gets neither a lower price nor a higher one.
    for (const price of [1, 3]) {
      await quoteAt(other.quote_id, price);
      const same = { quote_id: other.quote_id, comment: `quoted at ${price}` };
      expect((await stage().api.send("PATCH", path, same)).data.price).toBe(2);
      const whole = { ...body, cargo_size: "XL", quote_id: other.quote_id };
      expect((await stage().api.send("PUT", path, whole)).data.price).toBe(2);
    }
    const { quoteId } = await stage().db.models.order.findFirstOrThrow({
      where: { externalOrderId: body.external_order_id },
    });
    expect(quoteId).toBe(quote.quote_id);
    const unknown = await stage().api.send("PATCH", path, { cargo_size: "S", quote_id: "any text" });
    expect(unknown.status).toBe(200);
  });
});
