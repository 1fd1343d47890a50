import { expect, it, onTestFinished } from "vitest";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { changeServiceArea } from "@/lib/service-area/change-service-area";
import { describeOnServer } from "@/testing/adapters";
import { address, getFields, newId, orderBody, orderBodyWith } from "@/testing/api-client";
import type { TestContext } from "@/testing/stage";
import { pollUntil } from "@/testing/until";

async function stops(stage: TestContext, externalOrderId: string) {
  const order = await stage.db.models.order.findFirstOrThrow({
    where: { externalOrderId },
    include: { stops: { orderBy: { position: "asc" } } },
  });
  return order.stops;
}

const buildPath = (id: string) => `/v1/partner/orders/${id}`;

/** Waits until the service applies a tariff that was written directly to the database. */
const basePriceIs = (stage: TestContext, rubles: number) =>
  pollUntil(
    async () =>
      (await stage.api.get<{ base_price: number }>("/v1/delivery/pricing")).data.base_price === rubles,
  );

describeOnServer("editing orders", (stage) => {
  it("PATCH merges nested address and contact values with the stored values (PATCH-3)", async () => {
    const body = orderBodyWith(2, { comment: "old" });
    const { data: created } = await stage().api.create(body);
    const answer = await stage().api.send("PATCH", buildPath(body.external_order_id), {
      pickup: { contact: { name: "Склад" } },
      dropoffs: [{ address: { apartment: 7, street: "Садовая улица" }, contact: { type: "telegram" } }],
    });
    expect([answer.status, answer.data]).toEqual([200, created]);
    const [pickup, first, second] = await stops(stage(), body.external_order_id);
    expect(pickup).toMatchObject({ contactName: "Склад", contactValue: "+78125550100", building: "28" });
    expect(first).toMatchObject({ apartment: 7n, street: "Садовая улица", contactType: "telegram" });
    expect(first?.contactValue).toBe("+79161234500");
    expect(second).toMatchObject({ street: "Невский проспект", apartment: null });
  });

  it("PATCH takes index as the dropoff's position, by default the element's own position (PATCH-2, PATCH-4)", async () => {
    const body = orderBodyWith(3);
    await stage().api.create(body);
    await stage().api.send("PATCH", buildPath(body.external_order_id), {
      dropoffs: [{ index: 2, address: { floor: 9 } }, { address: { floor: 5 } }],
    });
    const floors = (await stops(stage(), body.external_order_id)).map((stop) => stop.floor);
    expect(floors).toEqual([null, null, 5n, 9n]);
  });

  it("PATCH returns 400 for an index past the last dropoff, repeated, or outside 0 to 9 (PATCH-5, LIM-3)", async () => {
    const body = orderBodyWith(2);
    await stage().api.create(body);
    const refuse = async (dropoffs: unknown[]) => {
      const answer = await stage().api.send("PATCH", buildPath(body.external_order_id), { dropoffs });
      expect(answer.status).toBe(400);
      return getFields(answer);
    };
    expect(await refuse([{ index: 2 }, { index: 5 }])).toEqual(["dropoffs.0.index", "dropoffs.1.index"]);
    expect(await refuse([{ index: 1 }, {}])).toEqual(["dropoffs.1.index"]);
    expect(await refuse(Array.from({ length: 11 }, () => ({})))).toEqual(["dropoffs"]);
    expect(await refuse([{ index: 10 }, { index: -1 }, { index: 0.5 }])).toEqual([
      "dropoffs.0.index",
      "dropoffs.1.index",
      "dropoffs.2.index",
    ]);
    expect(await refuse([{ index: 4, cargo_size: "Q" }, { index: 0 }, { index: 2 }])).toEqual([
      "dropoffs.0.cargo_size",
      "dropoffs.0.index",
      "dropoffs.2.index",
    ]);
    expect((await stops(stage(), body.external_order_id)).length).toBe(3);
  });

  it("PATCH clears a nullable field by null and rejects null elsewhere (PATCH-8)", async () => {
    const body = orderBody({ comment: "old", payment_amount: 100 });
    await stage().api.create(body);
    const path = buildPath(body.external_order_id);
    expect((await stage().api.send("PATCH", path, { comment: null, payment_amount: null })).status).toBe(200);
    const order = await stage().db.models.order.findFirstOrThrow({
      where: { externalOrderId: body.external_order_id },
    });
    expect([order.comment, order.paymentAmount]).toEqual([null, null]);
    const refused = await stage().api.send("PATCH", path, {
      cargo_size: null,
      routing_mode: null,
      pickup: { address: { street: null } },
      dropoffs: [{ contact: { value: null } }],
    });
    expect(getFields(refused).sort()).toEqual([
      "cargo_size",
      "dropoffs.0.contact.value",
      "pickup.address.street",
      "routing_mode",
    ]);
  });

  it("changing a name, contact, address text, comment or buyout amount keeps route and price (PATCH-7, DROP-6)", async () => {
    const body = orderBodyWith(2);
    const { data: created } = await stage().api.create(body);
    const before = await stops(stage(), body.external_order_id);
    await stage().db.models.tariff.create({
      data: {
        basePrice: 1000,
        firstThresholdKm: 3,
        bandWidthKm: 2,
        bandStep: 60,
        maxThresholdKm: 25,
        perKmOver: 28,
        cargoSizeStepFee: 90,
      },
    });
    await basePriceIs(stage(), 1000);
    const answer = await stage().api.send("PATCH", buildPath(body.external_order_id), {
      pickup: { address: { area: "Пушкин" }, contact: { value: "+7", name: "Имя" } },
      dropoffs: [{ payment_amount: 990, payment_type: "card", address: { building: "1" }, doorstep: false }],
      comment: "new",
    });
    expect(answer.data.price).toBe(created.price);
    const after = await stops(stage(), body.external_order_id);
    expect(after.map(({ geometry }) => geometry)).toEqual(before.map(({ geometry }) => geometry));

    const moved = await stage().api.send("PATCH", buildPath(body.external_order_id), { cargo_size: "L" });
    expect(moved.data.price).toBeGreaterThan(2000);
    await stage().db.models.tariff.deleteMany({ where: { basePrice: 1000 } });
    await basePriceIs(stage(), 290);
  });

  it("changing coordinates, cargo size or routing mode reprices the trip (PATCH-6)", async () => {
    const body = orderBodyWith(3);
    const { data: created } = await stage().api.create(body);
    const path = buildPath(body.external_order_id);
    const size = await stage().api.send("PATCH", path, { cargo_size: "L" });
    expect(size.data.price).toBe((created.price ?? 0) + 3 * 90);
    const far = await stage().api.send("PATCH", path, {
      dropoffs: [{ index: 2, address: { latitude: 61 } }],
    });
    expect(far.data.price).toBeGreaterThan((size.data.price ?? 0) + 1000);
    const parallel = await stage().api.send("PATCH", path, { routing_mode: "parallel" });
    expect(parallel.data.price).not.toBe(far.data.price);
  });

  it("only PUT adds and removes dropoffs, and their links follow (PATCH-5, PUT-3)", async () => {
    const body = orderBodyWith(3);
    const { data: created } = await stage().api.create(body);
    const path = buildPath(body.external_order_id);
    const fewer = { ...body, dropoffs: body.dropoffs.slice(0, 2) };
    const two = await stage().api.send("PUT", path, fewer);
    expect(two.data.tracking_url).toBe(created.tracking_url);
    expect(two.data.tracking_urls).toEqual(created.tracking_urls?.slice(0, 2));
    const one = await stage().api.send("PUT", path, { ...body, dropoffs: body.dropoffs.slice(0, 1) });
    expect([one.data.tracking_url, one.data.tracking_urls]).toEqual([created.tracking_url, null]);
    const ten = orderBodyWith(10, { external_order_id: body.external_order_id });
    expect((await stage().api.send("PUT", path, ten)).data.tracking_urls).toHaveLength(10);
  });

  it("a dropoff that changes its recipient gets a new link", async () => {
    const body = orderBodyWith(2);
    const { data: created } = await stage().api.create(body);
    const stranger = { address: address(59.99, 30.4), contact: { value: "+70000000000" } };
    const answer = await stage().api.send("PUT", buildPath(body.external_order_id), {
      ...body,
      dropoffs: [body.dropoffs[0], stranger],
    });
    expect(answer.data.tracking_urls?.[0]).toBe(created.tracking_urls?.[0]);
    expect(answer.data.tracking_urls?.[1]).not.toBe(created.tracking_urls?.[1]);
  });

  it("PUT keeps each recipient's link when it reorders, removes or restores dropoffs (PUT-3)", async () => {
    const body = orderBodyWith(3);
    const { data: created } = await stage().api.create(body);
    const path = buildPath(body.external_order_id);
    const [a, b, c] = created.tracking_urls ?? [];
    const put = async (...indices: number[]) => {
      const dropoffs = indices.map((index) => body.dropoffs[index]);
      const { data } = await stage().api.send("PUT", path, { ...body, dropoffs });
      expect(data.tracking_url).toBe(created.tracking_url);
      return data.tracking_urls;
    };
    expect(await put(2, 1, 0)).toEqual([c, b, a]);
    expect(await put(1)).toBeNull();
    // No answer lists it, but the remaining recipient's link is unchanged.
    const [, alone] = await stops(stage(), body.external_order_id);
    expect(b).toMatch(new RegExp(`/t/${alone?.trackingToken}$`));
    expect((await stage().api.post(`${path}/tracking_link`)).data.tracking_urls).toBeNull();
    const back = (await put(0, 1)) ?? [];
    expect(back[1]).toBe(b);
    expect([a, b, c]).not.toContain(back[0]);
  });

  it("PUT resets omitted fields to their defaults (PUT-1)", async () => {
    const body = orderBody({ comment: "c", cargo_size: "XL", payment_type: "card", payment_amount: 5 });
    await stage().api.create(body);
    const plain = orderBody({ external_order_id: body.external_order_id });
    const answer = await stage().api.send("PUT", buildPath(body.external_order_id), plain);
    expect(answer.status).toBe(200);
    const order = await stage().db.models.order.findFirstOrThrow({
      where: { externalOrderId: body.external_order_id },
    });
    expect([order.comment, order.cargoSize, order.paymentType, order.paymentAmount]).toEqual([
      null,
      "M",
      "cash",
      null,
    ]);
  });

  it("PUT returns 400 on external_order_id, with every other problem, when its body names another order (PUT-2)", async () => {
    const body = orderBody();
    await stage().api.create(body);
    const path = buildPath(body.external_order_id);
    expect(getFields(await stage().api.send("PUT", path, orderBody()))).toEqual(["external_order_id"]);
    expect(getFields(await stage().api.send("PUT", path, { ...orderBody(), comment: 1 })).sort()).toEqual([
      "comment",
      "external_order_id",
    ]);
  });

  it("every operation returns 400 on a dropoff's coordinates, with every other problem, for a trip beyond the limit (LIM-14)", async () => {
    const { api, db } = stage();
    const clock = { now: () => new Date() };
    const limit = (maxTripMeters: number | null) =>
      changeServiceArea({ db, clock, dispatch: DEFAULT_DISPATCH }, { type: "limit", maxTripMeters });
    onTestFinished(async () => {
      await limit(null);
    });
    await limit(300_000);
    const body = orderBodyWith(2);
    const swapped = { latitude: 30.3351, longitude: 59.9343 };
    const [first, second] = body.dropoffs.map((dropoff) => ({
      ...dropoff,
      address: { ...dropoff.address, ...swapped },
    }));
    const trip = { pickup: { latitude: 59.9343, longitude: 30.3351 }, dropoffs: [swapped] };
    await pollUntil(async () => (await api.post("/v1/partner/quotes", trip)).status === 400);
    const past = { delivery_time: "2020-01-01T00:00:00Z" };
    const coordinates = (stop: string) => [`${stop}.latitude`, `${stop}.longitude`];
    const far = { ...body, dropoffs: [body.dropoffs[0], second] };
    const answer = await api.create({ ...far, ...past } as typeof body);
    expect(answer.status).toBe(400);
    expect(answer.error?.message).toMatch(/trip is 3,960 km.*swapped/);
    expect(getFields(answer)).toEqual([...coordinates("dropoffs.1.address"), "delivery_time"]);
    const broken = await api.create({ ...far, cargo_size: "?" } as unknown as typeof body);
    expect(getFields(broken)).toEqual(["cargo_size", ...coordinates("dropoffs.1.address")]);
    expect((await api.create(body)).status).toBe(201);
    const path = buildPath(body.external_order_id);
    const put = await api.send("PUT", path, { ...body, ...past, dropoffs: [first, second] });
    expect(getFields(put)).toEqual([
      ...coordinates("dropoffs.0.address"),
      ...coordinates("dropoffs.1.address"),
      "delivery_time",
    ]);
    const patch = (change: object) => api.send("PATCH", path, change);
    expect(getFields(await patch({ dropoffs: [{ index: 1, address: swapped }] }))).toEqual(
      coordinates("dropoffs.0.address"),
    );
    expect(getFields(await patch({ pickup: { address: swapped } }))).toEqual(coordinates("pickup.address"));
    // Within the limit in a straight line, but not by road.
    const { latitude } = body.pickup.address;
    const road = { latitude: latitude + 2.5 };
    expect(getFields(await patch({ routing_mode: "parallel", dropoffs: [{ address: road }] }))).toEqual(
      coordinates("dropoffs.0.address"),
    );
    const quote = await api.post("/v1/partner/quotes", trip);
    expect(getFields(quote)).toEqual(coordinates("dropoffs.0"));
    expect((await patch({ comment: "near" })).data.price).not.toBeNull();
  });

  it("an edit is allowed while new or assigned, then returns 409 order.not_editable and changes nothing (STA-6)", async () => {
    const body = orderBody();
    await stage().api.create(body);
    const path = buildPath(body.external_order_id);
    const { scope } = stage().shop;
    await stage().couriers.lead(scope, body.external_order_id, "assigned");
    expect((await stage().api.send("PATCH", path, { comment: "assigned" })).status).toBe(200);
    for (const move of ["start", "deliver"] as const) {
      await (move === "start"
        ? stage().db.models.order.updateMany({
            where: { externalOrderId: body.external_order_id },
            data: { status: "in_progress" },
          })
        : stage().api.post(`${path}/cancel`));
      const patch = await stage().api.send("PATCH", path, { comment: move });
      const put = await stage().api.send("PUT", path, body);
      for (const answer of [patch, put]) {
        expect([answer.status, answer.error.id, answer.error.code]).toEqual([
          409,
          "order.not_editable",
          "ORDER_NOT_EDITABLE",
        ]);
      }
    }
    const order = await stage().db.models.order.findFirstOrThrow({
      where: { externalOrderId: body.external_order_id },
    });
    expect(order.comment).toBe("assigned");
  });

  it("an edit returns 400 for an invalid payload before 404 for a missing order (PUT-4, PATCH-10, ERR-8)", async () => {
    expect((await stage().api.send("PATCH", buildPath(newId()), {})).status).toBe(404);
    expect((await stage().api.send("PATCH", buildPath(newId()), { comment: 1 })).status).toBe(400);
    const body = orderBody();
    expect((await stage().api.send("PUT", buildPath(body.external_order_id), body)).status).toBe(404);
  });
});
