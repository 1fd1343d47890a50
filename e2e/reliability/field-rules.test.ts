import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { amount } from "@/testing/amount";
import { type ApiAnswer, type ApiClient, getFields, newId, orderBodyWith } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { refusedBody } from "@/testing/published-document";

const BAD_TEXTS = [5, true, {}, "\u0000", "a\u0000b", "\ud800", "\udfff\ud800"];
const BAD_REQUIRED_TEXTS = [...BAD_TEXTS, null, "", " \n "];
const BAD_WHOLE_NUMBERS = ["1", 1.5, true, 2 ** 53, -(2 ** 53), 1e300, []];
const BAD_CHOICES = ["", "XS", "phone ", 1, null, {}];
const TOO_PRECISE = 0.001;
const BAD_AMOUNTS = ["1", -0.01, TOO_PRECISE, 10_000_000_000, 1e308, {}];
const BAD_LATITUDES = ["1", null, 90.0000001, -90.0000001, 1e300, {}];
const BAD_LONGITUDES = ["1", null, 180.0000001, -180.0000001, 1e300, []];

const ADDRESS = {
  latitude: BAD_LATITUDES,
  longitude: BAD_LONGITUDES,
  area: BAD_REQUIRED_TEXTS,
  street: BAD_REQUIRED_TEXTS,
  building: BAD_REQUIRED_TEXTS,
  apartment: BAD_WHOLE_NUMBERS,
  entrance: BAD_WHOLE_NUMBERS,
  floor: BAD_WHOLE_NUMBERS,
  intercom: [...BAD_TEXTS, "i".repeat(65)],
  instructions: [...BAD_TEXTS, "😀".repeat(1001)],
};
const CONTACT = { value: BAD_REQUIRED_TEXTS, name: BAD_TEXTS, type: BAD_CHOICES };
const DROPOFF = { cargo_size: BAD_CHOICES, payment_type: BAD_CHOICES, payment_amount: BAD_AMOUNTS };

const TOO_MANY_KEYS = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`key${index}`, ""]));
const BAD_METADATA = ["text", [], null, TOO_MANY_KEYS];

type Rules = Record<string, readonly unknown[]>;

const under = (prefix: string, rules: Rules): Rules =>
  Object.fromEntries(Object.entries(rules).map(([name, values]) => [`${prefix}.${name}`, values]));

const PATCH: Rules = {
  ...under("pickup.address", ADDRESS),
  ...under("pickup.contact", CONTACT),
  ...under("dropoffs.0.address", ADDRESS),
  ...under("dropoffs.1.contact", CONTACT),
  ...under("dropoffs.1", { ...DROPOFF, doorstep: [1, "true", null] }),
  "dropoffs.0.metadata": BAD_METADATA,
  "metadata.key": [5, {}, "a\u0000b", "😀".repeat(501)],
  cargo_size: BAD_CHOICES,
  routing_mode: BAD_CHOICES,
  delivery_mode: BAD_CHOICES,
  payment_type: BAD_CHOICES,
  payment_amount: BAD_AMOUNTS,
  delivery_time: ["2099-01-01", "2099-01-01T00:00:00", "2026-02-30T00:00:00Z", "+275760-09-13T00:00:00Z", 1],
  delivery_window: ["2099-01-01T00:00:00Z", 1, [], true],
  "dropoffs.1.delivery_window": ["soon", 1],
  ready_at: ["2099-01-01", "2099-01-01T00:00:00", "2026-02-30T00:00:00Z", "+275760-09-13T00:00:00Z", 1],
  comment: [...BAD_TEXTS, "c".repeat(2001)],
};
const ORDER: Rules = {
  ...PATCH,
  external_order_id: [...BAD_REQUIRED_TEXTS, ".", "..", "x".repeat(129), "😀".repeat(129)],
  quote_id: ["q", "", null, 1],
};
const QUOTE: Rules = {
  "pickup.latitude": BAD_LATITUDES,
  "pickup.longitude": BAD_LONGITUDES,
  "dropoffs.0.latitude": BAD_LATITUDES,
  "dropoffs.1.longitude": BAD_LONGITUDES,
  "dropoffs.1.cargo_size": BAD_CHOICES,
  cargo_size: BAD_CHOICES,
  routing_mode: BAD_CHOICES,
};

/** Values that a schema accepts but a further rule refuses, given the clock and the order of the tests. */
const PAST = "2026-11-21T11:59:59Z";
const BEYOND_SCHEMA: Readonly<Record<string, Rules>> = {
  create: { delivery_time: [PAST] },
  PUT: { delivery_time: [PAST], external_order_id: ["another"] },
  PATCH: {
    delivery_time: [PAST],
    "dropoffs.1.index": [0],
    // No schema can leave out the keys that null removes.
    "dropoffs.0.metadata": [TOO_MANY_KEYS],
  },
};

/** Unpaired surrogates, which no schema can describe, and decimals, which it could only check by dividing floats. */
const isBeyondAnySchema = (value: unknown): boolean =>
  value === TOO_PRECISE || (typeof value === "string" && !value.isWellFormed());

/** Merges both tables; a field in both gets one list of values. */
const joined = (rules: Rules, more: Rules = {}): Rules =>
  Object.fromEntries(
    [...new Set([...Object.keys(rules), ...Object.keys(more)])].map((name) => [
      name,
      [...(rules[name] ?? []), ...(more[name] ?? [])],
    ]),
  );

/** Fields required by a create and a PUT. */
const REQUIRED = [
  "external_order_id",
  "pickup",
  "pickup.contact",
  "pickup.address.street",
  "dropoffs",
  "dropoffs.0.address",
  "dropoffs.1.address.latitude",
  "dropoffs.1.contact.value",
];

/** Returns the body with a value at a path; undefined removes the field. */
function withAt(body: object, path: string, value: unknown): object {
  // Not structuredClone, which keeps shared references shared.
  const changed = JSON.parse(JSON.stringify(body));
  const names = path.split(".");
  const last = names.pop() as string;
  let at = changed as Record<string, never>;
  for (const name of names) at = at[name] ??= {} as never;
  Object.assign(at, { [last]: value });
  return changed;
}

describe("a 400", () => {
  let local: LocalApi;
  let api: ApiClient;
  const own = orderBodyWith(2);
  const path = `orders/${own.external_order_id}`;

  beforeAll(async () => {
    local = await openLocalApi();
    ({ api } = await local.newShop());
    expect((await api.create(own)).status).toBe(201);
  });

  afterAll(() => local?.close());

  const places = own.dropoffs.map(({ address: { latitude, longitude } }) => ({ latitude, longitude }));
  const operations: { name: string; method: string; path: string; body: object; rules: Rules }[] = [
    {
      name: "create",
      method: "POST",
      path: "orders",
      body: orderBodyWith(2),
      rules: joined(ORDER, BEYOND_SCHEMA.create),
    },
    { name: "PUT", method: "PUT", path, body: own, rules: joined(ORDER, BEYOND_SCHEMA.PUT) },
    {
      name: "PATCH",
      method: "PATCH",
      path,
      body: { pickup: {}, dropoffs: [{ index: 0 }, { index: 1 }] },
      rules: joined(
        { ...PATCH, quote_id: BAD_TEXTS, "dropoffs.1.index": [-1, 1.5, "0", 10, null] },
        BEYOND_SCHEMA.PATCH,
      ),
    },
    {
      name: "quote",
      method: "POST",
      path: "quotes",
      body: { pickup: { ...places[0] }, dropoffs: places },
      rules: QUOTE,
    },
    {
      name: "cancel",
      method: "POST",
      path: `${path}/cancel`,
      body: {},
      rules: { reason: [...BAD_TEXTS, "r".repeat(256)], comment: [...BAD_TEXTS, "c".repeat(2001)] },
    },
  ];

  const send = (
    operation: (typeof operations)[number],
    body: object,
    prefix = "partner",
  ): Promise<ApiAnswer> => api.send(operation.method, `/v1/${prefix}/${operation.path}`, body);

  const expectNamed = (answer: ApiAnswer, sent: object, names: readonly string[]) => {
    expect([sent, answer.status]).toEqual([sent, 400]);
    expect([sent, getFields(answer).sort()]).toEqual([sent, [...names].sort()]);
  };

  it.each(operations)(
    "names exactly the field that breaks a single rule of $name, as the schema does, for every rule (ADDR-1–10, CON-1–3, ORD-1, ORD-2, ORD-5–10, ORD-13, DROP-3–6, PATCH-1, PATCH-2, PRICE-1, CAN-1, LIM-1, LIM-3–7, LIM-9)",
    async (operation) => {
      for (const [name, values] of Object.entries(operation.rules)) {
        for (const value of values) {
          const body = withAt(operation.body, name, value);
          expectNamed(await send(operation, body), { [name]: value }, [name]);
          const isBeyond = BEYOND_SCHEMA[operation.name]?.[name]?.includes(value) || isBeyondAnySchema(value);
          const refusal = refusedBody(operation.method, `/v1/partner/${operation.path}`, body);
          expect([name, value, refusal === null]).toEqual([name, value, isBeyond]);
        }
      }
    },
  );

  it.each(operations)(
    "names every broken field of $name when two to five rules are broken together (ERR-6)",
    async (operation) => {
      const names = Object.keys(operation.rules);
      const group = fc
        .subarray(names, { minLength: 2, maxLength: Math.min(5, names.length) })
        .chain((chosen) =>
          fc.tuple(
            ...chosen.map((name) =>
              fc.constantFrom(...(operation.rules[name] ?? [])).map((value) => [name, value] as const),
            ),
          ),
        );
      await fc.assert(
        fc.asyncProperty(group, fc.constantFrom("partner", "delivery"), async (broken, prefix) => {
          const body = broken.reduce((made, [name, value]) => withAt(made, name, value), operation.body);
          const answer = await send(operation, body, prefix);
          expectNamed(
            answer,
            Object.fromEntries(broken),
            broken.map(([name]) => name),
          );
          expect(answer.error.id).toBe(`validation.${prefix}_payload_invalid`);
        }),
        { numRuns: amount(10, 60) },
      );
    },
  );

  it.each(operations)(
    "names a field that breaks a rule of $name beyond the schema together with any other broken field",
    async (operation) => {
      for (const [name, [value]] of Object.entries(BEYOND_SCHEMA[operation.name] ?? {})) {
        for (const [other, values] of Object.entries(operation.rules)) {
          if (other === name) continue;
          const broken = withAt(withAt(operation.body, name, value), other, values.at(-1));
          expectNamed(await send(operation, broken), { [name]: value, [other]: values.at(-1) }, [
            name,
            other,
          ]);
        }
      }
    },
  );

  it("reports violations against the stored order together with those of the request", async () => {
    const body = { delivery_time: PAST, dropoffs: [{ index: 0 }, { index: 2 }] };
    const answer = await api.send("PATCH", `/v1/partner/${path}`, body);
    expectNamed(answer, body, ["dropoffs.1.index", "delivery_time"]);
  });

  it("reports violations of the request before the order is read", async () => {
    const body = { dropoffs: [{ index: 1 }, { index: 1 }] };
    const answer = await api.send("PATCH", `/v1/partner/orders/${newId()}`, body);
    expectNamed(answer, body, ["dropoffs.1.index"]);
  });

  it("is not returned for a past delivery time that the stored order already has", async () => {
    const soon = orderBodyWith(2, { delivery_time: "2026-11-21T12:30:00Z" });
    expect((await api.create(soon)).status).toBe(201);
    local.clock.advance(60 * 60_000);
    try {
      expect((await api.create(soon)).status).toBe(200);
      const path = `/v1/partner/orders/${soon.external_order_id}`;
      expect((await api.send("PUT", path, soon)).status).toBe(200);
      expect((await api.send("PATCH", path, { delivery_time: soon.delivery_time })).status).toBe(200);
    } finally {
      local.clock.advance(-60 * 60_000);
    }
  });

  it("names every wrong parameter of a query", async () => {
    for (const [query, names] of [
      ["orders?limit=0&offset=-1", ["limit", "offset"]],
      ["orders?limit=1&limit=2&offset=x", ["limit", "offset"]],
      ["events?limit=0&after=zz", ["after", "limit"]],
    ] as const) {
      expectNamed(await api.get(`/v1/partner/${query}`), { query }, names);
    }
  });

  it("states for a forbidden null whether the field may be omitted (ORD-12)", async () => {
    const nulls = {
      quote_id: null,
      cargo_size: null,
      routing_mode: null,
      pickup: {
        address: { ...own.pickup.address, street: null },
        contact: { ...own.pickup.contact, type: null },
      },
      dropoffs: null,
    };
    const notified = (answer: ApiAnswer) => JSON.parse(answer.error.details).map(Object.values);
    const out = "must not be null; omit the field instead";
    expect(notified(await api.create({ ...own, external_order_id: newId(), ...nulls } as never))).toEqual([
      ["quote_id", out],
      ["pickup.address.street", "must not be null"],
      ["pickup.contact.type", out],
      ["dropoffs", "must not be null"],
      ["cargo_size", out],
      ["routing_mode", out],
    ]);
    expect(notified(await api.post(`/v1/partner/${path}/cancel`, { reason: null, comment: "c" }))).toEqual([
      ["reason", out],
    ]);
    const street = { pickup: { address: { street: null, floor: null } } };
    expect(notified(await api.send("PATCH", `/v1/partner/${path}`, street))).toEqual([
      ["pickup.address.street", out],
    ]);
  });

  it.each(["create", "PUT"])(
    "names every omitted required field of %s (ORD-3, ORD-4, PUT-1, LIM-2)",
    async (name) => {
      const operation = operations.find((one) => one.name === name) as (typeof operations)[number];
      for (const field of REQUIRED) {
        expectNamed(await send(operation, withAt(operation.body, field, undefined)), { field }, [field]);
      }
      const [first] = own.dropoffs;
      const body = name === "create" ? operation.body : own;
      const eleven = Array.from({ length: 11 }, (_, index) =>
        index === 3 ? { ...first, doorstep: 1 } : first,
      );
      expectNamed(await send(operation, { ...body, dropoffs: [] }), { dropoffs: 0 }, ["dropoffs"]);
      expectNamed(await send(operation, { ...body, dropoffs: eleven }), { dropoffs: 11 }, ["dropoffs"]);
    },
  );

  // The client checks accepted requests against the document.
  it("is not returned for values exactly at their limits (ADDR-1, ADDR-2, ADDR-6, ADDR-10, ORD-8, ORD-10, LIM-1, LIM-5, LIM-6, LIM-9)", async () => {
    const at: Record<string, unknown[]> = {
      external_order_id: ["x".repeat(128), "😀".repeat(128), "e\u0301", "\u00e9", "a/b", "%00"],
      latitude: [90, -90, -0],
      longitude: [180, -180],
      "dropoffs.0.address.apartment": [0, -1, 2 ** 53 - 1, null],
      "dropoffs.0.address.instructions": ["😀".repeat(1000), "", null],
      payment_amount: [0, 9_999_999_999.99, 0.29, 19.99, null],
      "pickup.contact.name": ["", null],
      comment: ["c".repeat(2000), "", null],
      delivery_time: [
        "2099-12-31T23:59:59.999+14:00",
        "2099-12-31t23:59:59z",
        "2099-12-31T23:59:59.5-0330",
        null,
      ],
    };
    for (const [name, values] of Object.entries(at)) {
      for (const value of values) {
        const order: object = { ...orderBodyWith(1), external_order_id: newId() };
        const body = withAt(
          order,
          /^(?:latitude|longitude)$/.test(name) ? `pickup.address.${name}` : name,
          value,
        );
        expect([name, value, (await api.create(body)).status]).toEqual([name, value, 201]);
      }
    }
    for (const routing_mode of ["sequential", "parallel"]) {
      const [north, south] = [
        { latitude: 90, longitude: 180 },
        { latitude: -90, longitude: -180 },
      ];
      const trip = {
        pickup: north,
        dropoffs: Array.from({ length: 10 }, (_, at) => (at % 2 ? north : south)),
      };
      const quote = await api.post<{ distance: number }>("/v1/partner/quotes", { ...trip, routing_mode });
      expect([quote.status, quote.data?.distance > 100_000_000]).toEqual([200, true]);
    }
  });
});
