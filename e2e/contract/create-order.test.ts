import { expect, it } from "vitest";
import { execute } from "@/lib/db/sql";
import { describeOnBothServers } from "@/testing/adapters";
import { address, getFields, newId, orderBody, orderBodyWith } from "@/testing/api-client";

describeOnBothServers("POST /orders", (stage) => {
  it("returns 201 for a new order, with every field of the Order response object (ENV-2, CRE-1, CRE-6, RES-1–9, RES-12, RES-14–17, RES-19, RES-23, RES-24, RES-26)", async () => {
    const body = orderBody();
    const answer = await stage().api.create(body);
    expect(answer.status).toBe(201);
    const additions = [
      "total",
      "routing",
      "return",
      "metadata",
      "held_reason",
      "ready_at",
      "delivery_mode",
      "delivery_window",
      "stops_before",
    ];
    const isAddition = (field: string) => additions.includes(field);
    expect(Object.keys(answer.data).filter(isAddition)).toEqual(additions);
    expect(Object.keys(answer.data).filter((field) => !isAddition(field))).toEqual([
      "external_order_id",
      "order_code",
      "status",
      "price",
      "tracking_url",
      "tracking_urls",
      "delivered_at",
      "driver",
      "driver_location",
    ]);
    expect(answer.data).toMatchObject({
      external_order_id: body.external_order_id,
      status: "new",
      tracking_urls: null,
      delivered_at: null,
      driver: null,
      driver_location: null,
      total: answer.data.price,
      routing: "estimate",
      return: null,
      ready_at: null,
      delivery_mode: "shared",
      delivery_window: null,
      stops_before: null,
    });
    expect(answer.data.order_code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(answer.data.price).toBeGreaterThan(0);
    expect(answer.data.tracking_url).toMatch(/^http:\/\/.*\/t\/[A-Za-z0-9_-]{22}$/);
    expect(answer.headers.get("idempotent-replayed")).toBeNull();
  });

  it("returns 200 and the original order unchanged when external_order_id was already used (CRE-2, EP-1)", async () => {
    const body = orderBody();
    const first = await stage().api.create(body);
    const again = await stage().api.create(body, "delivery");
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("idempotent-mismatch")).toBeNull();
  });

  it("returns 409 while a concurrent request is creating this order (CRE-4, ERR-9)", async () => {
    const { shop, api, db } = stage();
    const body = orderBody();
    const concurrent = db.transaction(
      async (tx) => {
        await execute(tx)`
          INSERT INTO orders (account_id, mode, external_order_id, order_code, cargo_size, routing_mode, payment_type,
                              price, distance_meters, duration_seconds, tariff_id, fingerprint, dispatch_at,
                              created_at, updated_at)
          VALUES (${shop.accountId}::uuid, 'live', ${body.external_order_id}, ${`RIVAL-${body.external_order_id}`},
                  'M', 'sequential', 'cash', 1, 1, 1, 1, ${new Uint8Array(32)}, now(), now(), now())`;
        const refused = await api.create(body);
        expect([refused.status, refused.error.id, refused.headers.get("retry-after")]).toEqual([
          409,
          "order.creation_in_progress",
          "1",
        ]);
        throw new Error("the concurrent transaction rolls back");
      },
      { timeout: 9_000 },
    );
    await expect(concurrent).rejects.toThrow("the concurrent transaction rolls back");
    expect((await api.create(body)).status).toBe(201);
  });

  it("returns the original, marked as a mismatch, when an identifier is reused for a different delivery (CRE-3)", async () => {
    const body = orderBody();
    const first = await stage().api.create(body);
    const other = orderBodyWith(3, { external_order_id: body.external_order_id });
    const again = await stage().api.create(other);
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotent-mismatch")).toBe("true");
    expect(await stage().db.models.order.count({ where: { externalOrderId: body.external_order_id } })).toBe(
      1,
    );
  });

  it("returns one tracking link per dropoff in tracking_urls (RES-6, CRE-6)", async () => {
    const { data } = await stage().api.create(orderBodyWith(10));
    expect(data.tracking_urls).toHaveLength(10);
    expect(new Set([data.tracking_url, ...(data.tracking_urls ?? [])]).size).toBe(11);
  });

  it("lists every offending field of a 400 at once, dot-joined with array indices inline (ERR-4, ERR-5, ERR-6)", async () => {
    const answer = await stage().api.create({
      external_order_id: "x".repeat(129),
      quote_id: "no-uuid",
      pickup: {
        address: { ...address(91, -181), apartment: 1.5, intercom: "i".repeat(65) },
        contact: { value: 7, type: "fax" },
      },
      dropoffs: [
        { address: address(), contact: { value: "+7" } },
        {
          address: { ...address(), latitude: "59.9", area: undefined, instructions: "i".repeat(1001) },
          contact: {},
          cargo_size: "XXL",
          payment_type: "barter",
          payment_amount: -1,
          doorstep: "yes",
        },
      ],
      cargo_size: "m",
      routing_mode: "fast",
      payment_type: "crypto",
      payment_amount: "100",
      delivery_time: "tomorrow",
      ready_at: "2026-11-21 14:00",
      delivery_mode: "alone",
      comment: "c".repeat(2001),
    });
    expect(answer.status).toBe(400);
    expect(getFields(answer).sort()).toEqual(
      [
        "external_order_id",
        "quote_id",
        "pickup.address.latitude",
        "pickup.address.longitude",
        "pickup.address.apartment",
        "pickup.address.intercom",
        "pickup.contact.value",
        "pickup.contact.type",
        "dropoffs.1.address.latitude",
        "dropoffs.1.address.area",
        "dropoffs.1.address.instructions",
        "dropoffs.1.contact.value",
        "dropoffs.1.cargo_size",
        "dropoffs.1.payment_type",
        "dropoffs.1.payment_amount",
        "dropoffs.1.doorstep",
        "cargo_size",
        "routing_mode",
        "payment_type",
        "payment_amount",
        "delivery_time",
        "ready_at",
        "delivery_mode",
        "comment",
      ].sort(),
    );
    const [first] = JSON.parse(answer.error.details) as { field: string; message: string }[];
    expect(answer.error.message).toBe(`${first?.field}: ${first?.message}`);
  });

  it("rejects a body without any required field (ADDR-1–5, CON-1, ORD-1, ORD-3, ORD-4, DROP-1, DROP-2)", async () => {
    const answer = await stage().api.create({});
    expect(getFields(answer)).toEqual(["external_order_id", "pickup", "dropoffs"]);
    const inside = await stage().api.create({
      external_order_id: newId(),
      pickup: { address: {}, contact: {} },
      dropoffs: [{}],
    });
    expect(getFields(inside)).toEqual([
      "pickup.address.latitude",
      "pickup.address.longitude",
      "pickup.address.area",
      "pickup.address.street",
      "pickup.address.building",
      "pickup.contact.value",
      "dropoffs.0.address",
      "dropoffs.0.contact",
    ]);
  });

  it("accepts 1 to 10 dropoffs, and does not validate the elements of a longer list (LIM-2, ORD-4)", async () => {
    expect(getFields(await stage().api.create(orderBody({ dropoffs: [] })))).toEqual(["dropoffs"]);
    const eleven = orderBodyWith(11);
    expect(getFields(await stage().api.create(eleven))).toEqual(["dropoffs"]);
    const broken = { ...eleven, dropoffs: [...eleven.dropoffs.slice(1), {}] };
    expect(getFields(await stage().api.create(broken))).toEqual(["dropoffs"]);
  });

  it("counts characters, not bytes or UTF-16 units (LIM-1, LIM-4–6, LIM-15)", async () => {
    const id = newId();
    const emoji = "😀".repeat(128 - id.length);
    const answer = await stage().api.create(
      orderBody({
        external_order_id: id + emoji,
        comment: "😀".repeat(2000),
        pickup: {
          address: { ...address(), intercom: "😀".repeat(64), instructions: "я".repeat(1000) },
          contact: { value: "+7" },
        },
      }),
    );
    expect(answer.status).toBe(201);
    expect(answer.data.external_order_id).toBe(id + emoji);
    expect(getFields(await stage().api.create(orderBody({ external_order_id: `😀${id}${emoji}` })))).toEqual([
      "external_order_id",
    ]);
  });

  it("accepts null in every nullable field (ORD-12)", async () => {
    const empty = { apartment: null, entrance: null, floor: null, intercom: null, instructions: null };
    const stop = { address: { ...address(), ...empty }, contact: { value: "+7", name: null } };
    const answer = await stage().api.create(
      orderBody({
        pickup: stop,
        dropoffs: [{ ...stop, payment_amount: null }],
        payment_amount: null,
        delivery_time: null,
        ready_at: null,
        comment: null,
      }),
    );
    expect(answer.status).toBe(201);
  });

  it("rejects a delivery time in the past, except when the order exists already", async () => {
    const past = orderBody({ delivery_time: "2020-01-01T00:00:00Z" });
    expect(getFields(await stage().api.create(past))).toEqual(["delivery_time"]);
    expect(getFields(await stage().api.create({ ...past, cargo_size: "?" })).sort()).toEqual([
      "cargo_size",
      "delivery_time",
    ]);
    const soon = orderBody({ delivery_time: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await stage().api.create(soon)).status).toBe(201);
    await stage().db.models.order.updateMany({
      where: { externalOrderId: soon.external_order_id },
      data: { deliveryTime: new Date("2020-01-01") },
    });
    const again = await stage().api.create({ ...soon, delivery_time: "2020-01-01T00:00:00Z" });
    expect(again.status).toBe(200);
  });

  it("applies payment to the first dropoff when not set there (ORD-7, ORD-8)", async () => {
    const body = orderBodyWith(2, { payment_type: "card", payment_amount: 1500.5 });
    await stage().api.create(body);
    const order = await stage().db.models.order.findFirstOrThrow({
      where: { externalOrderId: body.external_order_id },
      include: { stops: { orderBy: { position: "asc" } } },
    });
    expect([order.paymentType, Number(order.paymentAmount)]).toEqual(["card", 1500.5]);
    expect(order.stops.map((stop) => stop.paymentAmount)).toEqual([null, null, null]);
  });

  it("returns any identifier that a URL can carry as it was created (ORD-1, READ-4)", async () => {
    for (const text of ["a/b", "№ 5", "a?b#c", "100%", "%2F", "..x", "é", "e\u0301", "a+b", "a\\b", "<i>"]) {
      const body = orderBody({ external_order_id: `${newId()} ${text}` });
      expect((await stage().api.create(body)).status).toBe(201);
      const read = await stage().api.get(`/v1/partner/orders/${encodeURIComponent(body.external_order_id)}`);
      expect([read.status, read.data?.external_order_id]).toEqual([200, body.external_order_id]);
    }
    for (const refused of [".", "..", "", " ", "a\u0000b", "\ud800"]) {
      const answer = await stage().api.create(orderBody({ external_order_id: refused }));
      expect([answer.status, getFields(answer)]).toEqual([400, ["external_order_id"]]);
    }
  });

  it("takes a dropoff's cargo size from the dropoff, else the order, else M (ORD-5, DROP-3, TAR-11)", async () => {
    const price = async (body: ReturnType<typeof orderBody>) =>
      (await stage().api.create(body)).data.price ?? 0;
    const [dropoff] = orderBody().dropoffs;
    if (dropoff === undefined) throw new Error("The body has no dropoff");
    const medium = await price(orderBody());
    expect(await price(orderBody({ cargo_size: "S" }))).toBe(medium - 90);
    expect(await price(orderBody({ cargo_size: "XL" }))).toBe(medium + 180);
    expect(await price(orderBody({ cargo_size: "XL", dropoffs: [{ ...dropoff, cargo_size: "S" }] }))).toBe(
      medium - 90,
    );
  });

  it("ignores fields that the spec does not name (ORD-14)", async () => {
    const text = JSON.stringify(orderBody()).replace("{", '{"__proto__":{"admin":true},"unknown":1,');
    expect((await stage().api.create(text)).status).toBe(201);
  });
});
