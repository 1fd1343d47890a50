import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  exampleAccount,
  exampleEventPage,
  exampleMovingOrder,
  exampleOrderBody,
  exampleQuote,
  exampleTariff,
  exampleTrackingLink,
} from "@/lib/api/examples";
import { MAX_BODY_CHARACTERS, maskBody, maskPath, noteOfUnreadable } from "@/lib/api/request-log/mask";
import { anyText } from "@/testing/any-text";

const masked = (value: unknown, side: "request" | "answer" = "request") => JSON.parse(maskBody(value, side));

describe("the masked body", () => {
  it("keeps an order's structure, identifier, sizes and terms, and just enough to distinguish people", () => {
    const { pickup, dropoffs, ...rest } = masked({
      ...exampleOrderBody,
      payment_amount: 1500.5,
      delivery_time: "2026-11-21T14:00:00+03:00",
    });
    expect(rest).toEqual({
      external_order_id: "shop-1042",
      cargo_size: "S",
      comment: "[7 characters]",
      metadata: "[1 keys]",
      payment_amount: 1500.5,
      delivery_time: "2026-11-21T14:00:00+03:00",
    });
    expect(pickup.contact).toEqual({ value: "•••01", name: "T…" });
    expect(dropoffs).toEqual([
      {
        address: {
          latitude: 47.03,
          longitude: 28.86,
          area: "Chișinău",
          street: "[14 characters]",
          building: "[1 characters]",
          apartment: "[number]",
          entrance: "[number]",
          floor: "[number]",
          intercom: "[3 characters]",
        },
        contact: { value: "•••56", name: "A…" },
      },
    ]);
  });

  it("omits the token and the courier's number of an order in a response", () => {
    const order = masked(exampleMovingOrder);
    expect(order).toMatchObject({
      external_order_id: "shop-1042",
      order_code: "7KQ2-M4XR",
      status: "in_progress",
      price: 350,
      tracking_url: "https://dropline.example/t/…",
      driver: { name: "A…", phone: "•••01", transport: { type: "car", number: "[6 characters]" } },
      driver_location: { latitude: 47.02, longitude: 28.84, heading: 95 },
    });
    expect(masked(exampleTrackingLink).tracking_urls).toEqual([
      "https://dropline.example/t/…",
      "https://dropline.example/t/…",
    ]);
  });

  it("keeps prices, tariffs and quotes unchanged", () => {
    for (const value of [exampleQuote, exampleTariff]) expect(masked(value)).toEqual(value);
  });

  it("keeps the journal and an account except free texts, digits and the URL", () => {
    const [event] = masked(exampleEventPage).events;
    expect(event).toMatchObject({
      event: "order.cancelled",
      sequence: 2,
      test: false,
      cancellation: { reason: "customer_changed_mind", comment: "[31 characters]" },
    });
    expect(masked(exampleAccount)).toEqual({
      ...exampleAccount,
      account: { ...exampleAccount.account, email: "[16 characters]" },
      // Digits may be a phone's.
      data_epoch: "[8 characters]",
    });
  });

  it.each([
    ["+79161234567", "•••67"],
    ["8 (916) 123-45-67", "•••67"],
    ["@anna_s", "[7 characters]"],
    ["112", "[3 characters]"],
    [79161234567, "[number]"],
    ["", "[0 characters]"],
    [null, null],
  ])("shows the contact %j as %j", (value, expected) => {
    expect(masked({ contact: { value } }).contact.value).toBe(expected);
  });

  it.each([
    ["cargo_size", "XXL", "XXL"],
    ["cargo_size", "Большая коробка", "[15 characters]"],
    ["payment_amount", "79161234567", "[11 characters]"],
    ["delivery_time", "+79161234567", "[12 characters]"],
    ["quote_id", "Анна Петрова", "[12 characters]"],
    ["reason", "Анна не пришла", "[14 characters]"],
    ["tracking_url", "https://example.com/?anna", "[25 characters]"],
    ["latitude", "59.935493", "[9 characters]"],
    ["external_order_id", "x".repeat(200), "[200 characters]"],
    ["recipient", "Анна", "[4 characters]"],
    ["age", 41, "[number]"],
    ["vip", true, true],
  ])("shows the field %s with the value %j as %j", (name, value, expected) => {
    expect(masked({ [name]: value })).toEqual({ [name]: expected });
  });

  it("replaces an unknown field name by its position", () => {
    expect(masked({ "Анна Петрова": 1, "+79161234567": { phone: "x" }, __proto__x: 1 })).toEqual({
      "[field 1]": "[number]",
      "[field 2]": { phone: "[1 characters]" },
      "[field 3]": "[number]",
    });
    expect(maskBody(JSON.parse('{"__proto__": "Анна"}'), "request")).toBe('{"[field 1]":"[4 characters]"}');
  });

  it("keeps the API's errors unless a query parameter has a person's name", () => {
    const error = (field: string) => ({
      id: "validation.partner_payload_invalid",
      code: "INVALID_PAYLOAD",
      message: `${field}: is required`,
      details: JSON.stringify([{ field, message: "is required" }]),
    });
    const own = { success: false, error: error("dropoffs.0.address.street") };
    expect(masked(own, "answer")).toEqual(own);
    expect(masked(own, "request").error.message).toBe("[38 characters]");
    expect(JSON.stringify(masked({ error: error("Анна") }, "answer"))).not.toContain("Анна");
    expect(JSON.stringify(masked({ error: error("+79161234567") }, "answer"))).not.toContain("7916");
  });

  it("keeps the beginning of a key misplaced in a body or a URL", () => {
    const key = `dl_live_${"a1".repeat(19)}`;
    expect(maskBody({ external_order_id: key }, "request")).toBe('{"external_order_id":"dl_live_…"}');
    expect(maskPath(`/v1/partner/orders/${key}`, new URLSearchParams({ key }))).toBe(
      "/v1/partner/orders/dl_live_…?key=…",
    );
  });

  it("keeps only the length of a body that is not JSON", () => {
    expect(noteOfUnreadable('{"name":"Анна')).toBe('"[not JSON, 17 bytes]"');
  });
});

describe("a logged path", () => {
  it.each([
    ["/v1/partner/orders", "limit=20&offset=40", "/v1/partner/orders?limit=20&offset=40"],
    ["/v1/partner/events", "after=1-813-3", "/v1/partner/events?after=1-813-3"],
    ["/v1/partner/orders/a%2Fb", "", "/v1/partner/orders/a%2Fb"],
    ["/v1/partner/orders", "limit=%2B7916+1234567", "/v1/partner/orders?limit=…"],
    ["/v1/partner/orders", "phone=79161234567&%D0%90=1", "/v1/partner/orders?phone=…&…=…"],
  ])("for %s?%s is masked as %s", (pathname, query, expected) => {
    expect(maskPath(pathname, new URLSearchParams(query))).toBe(expected);
  });

  it("is at most one kilobyte long", () => {
    expect(maskPath(`/${"x".repeat(9_000)}`, new URLSearchParams())).toHaveLength(1_024);
  });
});

describe("a logged body", () => {
  it.each([
    ["a long list", { dropoffs: Array.from({ length: 20_000 }, () => ({ index: 1 })) }],
    ["many fields", Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, index]))],
    ["a list of empty lists", Array.from({ length: 100_000 }, () => [])],
    ["a long text", { comment: "x".repeat(200_000), area: "y".repeat(200_000) }],
    ["deep lists", JSON.parse(`${"[".repeat(50_000)}1${"]".repeat(50_000)}`)],
    ["a long unknown text", "x".repeat(200_000)],
  ])("is kept as valid JSON of at most about 16 KiB: %s", (_, value) => {
    const text = maskBody(value, "request");
    expect(text.length).toBeLessThan(MAX_BODY_CHARACTERS + 1_024);
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it("states how many elements were cut off", () => {
    const dropoffs = Array.from({ length: 1_000 }, () => exampleMovingOrder);
    const stored: unknown[] = masked({ dropoffs }, "answer").dropoffs;
    expect(stored.at(-1)).toBe(`[${1_000 - (stored.length - 1)} more cut off]`);
    expect(stored[0]).toMatchObject({ external_order_id: "shop-1042" });
  });

  it("has the first five elements of a page in a response, and all that a request sends", () => {
    const ids = Array.from({ length: 8 }, (_, index) => ({ external_order_id: `shop-${index}` }));
    expect(masked({ success: true, data: { orders: ids } }, "answer").data.orders).toEqual([
      ...ids.slice(0, 5),
      "[3 more cut off]",
    ]);
    expect(masked({ data: { orders: ids.slice(0, 5) } }, "answer").data.orders).toEqual(ids.slice(0, 5));
    expect(masked({ orders: ids }, "request").orders).toEqual(ids);
  });
});

describe("the log entry of any body", () => {
  // Every text has a unique mark, so a match in the log is no coincidence.
  const marked = fc
    .tuple(anyText({ maxLength: 12 }), fc.bigInt({ min: 10n ** 11n, max: 10n ** 12n }))
    .map(([text, mark]) => `${text}${mark}`);
  const token = fc.bigInt({ min: 10n ** 21n, max: 10n ** 22n }).map(String);
  const number = fc.integer({ min: 100_000_000, max: 999_999_999 });
  const place = {
    latitude: fc.double({ min: 59.001, max: 59.999, noNaN: true }).map((value) => value + 0.00012345),
    longitude: fc.double({ min: 30.001, max: 30.999, noNaN: true }).map((value) => value + 0.00012345),
  };
  const address = fc.record({
    ...place,
    street: marked,
    building: marked,
    apartment: number,
    entrance: number,
    floor: number,
    intercom: marked,
    instructions: marked,
  });
  const contact = fc.record({
    value: marked,
    name: fc.tuple(fc.constant("Ж"), marked).map((name) => name.join("")),
  });
  const stop = fc.record({ address, contact });
  const body = fc.record({
    pickup: stop,
    dropoffs: fc.array(stop, { maxLength: 4 }),
    comment: marked,
    unknown: fc.dictionary(fc.constantFrom("recipient", "note", "street_name", "Имя"), marked),
    driver: fc.record({ name: marked, phone: marked }),
    tracking_url: marked,
    tracking_urls: fc.array(token.map((one) => `https://dropline.example/t/${one}`)),
  });

  /** Everything personal: here each text, and each number, which has more than two decimals. */
  const getSecrets = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    if (typeof value === "number") return [String(value)];
    return Object.values(value ?? {}).flatMap(getSecrets);
  };

  it.each(["request", "answer"] as const)("contains no personal data of a %s", (side) => {
    fc.assert(
      fc.property(body, fc.boolean(), (sent, isWrapped) => {
        const stored = maskBody(isWrapped ? { success: true, data: { orders: [sent] } } : sent, side);
        for (const secret of getSecrets(sent)) {
          expect(stored).not.toContain(secret);
          expect(stored).not.toContain(JSON.stringify(secret).slice(1, -1));
          // Two digits of a phone number may stay.
          expect(stored).not.toContain(secret.slice(-6));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("is created without an error for any JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => JSON.parse(maskBody(value, "answer"))).not.toThrow();
      }),
    );
  });
});
