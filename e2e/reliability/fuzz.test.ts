import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { amount } from "@/testing/amount";
import { anyCharacter, anyText } from "@/testing/any-text";
import { type ApiAnswer, type ApiClient, orderBodyWith } from "@/testing/api-client";
import { startTestServer, type TestServer } from "@/testing/stage";

const RUNS = amount(120, 12_000);
/** Each extreme value is sent in each field of an order and of an edit; in `npm test` in every sixth. */
const SHARE = amount(6, 1);

/** Values that break naive code on the way to PostgreSQL, as JSON text. */
const SEEDS = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  "1e400",
  "-1e400",
  "3e9",
  "9007199254740993",
  "-0",
  "1.0",
  "0.1e-400",
  '"1"',
  '"NaN"',
  '"Infinity"',
  "null",
  "true",
  "[]",
  "{}",
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":1,"valueOf":2}',
  '"+275760-09-13T00:00:00.000Z"',
  '"0000-01-01T00:00:00Z"',
  '"9999-12-31T23:59:59.999999999+14:00"',
  '"2026-02-30T00:00:00Z"',
  `"${"😀".repeat(128)}"`,
  `"${"e\u0301".repeat(64)}"`,
  `"${"x".repeat(5_000)}"`,
  `${"[".repeat(2_000)}${"]".repeat(2_000)}`,
  `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`,
  "90",
  "90.0000001",
  "-180.00000000000003",
  "0.005",
  "9999999999.99",
  "10000000000",
];

const valid = () =>
  orderBodyWith(2, {
    quote_id: "00000000-0000-0000-0000-000000000000",
    cargo_size: "L",
    routing_mode: "parallel",
    payment_type: "card",
    payment_amount: 10.5,
    delivery_time: "2099-01-01T00:00:00+03:00",
    ready_at: "2098-12-31T23:00:00+03:00",
    delivery_mode: "direct",
    comment: "c",
  });

/** Returns every place in a JSON value where something else could be inserted. */
function places(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => places(inner, [...path, name]))];
}

/** Returns a value's JSON with other JSON text in one of its places. */
function withTextAt(value: unknown, path: readonly (string | number)[], text: string): string {
  const [name, ...rest] = path;
  if (name === undefined) return text;
  const entries = Object.entries(value as object).map(([key, inner]) => {
    const json = key === String(name) ? withTextAt(inner, rest, text) : JSON.stringify(inner);
    return Array.isArray(value) ? json : `${JSON.stringify(key)}:${json}`;
  });
  return Array.isArray(value) ? `[${entries.join()}]` : `{${entries.join()}}`;
}

const wildText = fc.oneof(
  fc.constantFrom(...SEEDS),
  fc.json({ maxDepth: 4, stringUnit: anyCharacter }),
  anyText().map((text) => JSON.stringify(text)),
  fc.double().map((number) => String(number)),
);

const nearlyValid = fc.tuple(fc.constant(null).map(valid), fc.nat(), wildText).map(([body, at, text]) => {
  const all = places(body);
  return withTextAt(body, all[at % all.length] ?? [], text);
});

const anyBody = fc.oneof(nearlyValid, nearlyValid, wildText, anyText());

const anyPath = fc.oneof(
  fc.constantFrom("some-id", "a%2Fb", "%00", "%E0%A4%A", "%20", "x".repeat(129), "%F0%9F%98%80".repeat(128)),
  anyText({ maxLength: 140 }).map((text) => encodeURIComponent(text.toWellFormed())),
);

const anyRequest = fc.tuple(
  fc.constantFrom("partner", "delivery"),
  fc.constantFrom(
    ["POST", "/orders"],
    ["POST", "/quotes"],
    ["PUT", "/orders/{id}"],
    ["PATCH", "/orders/{id}"],
    ["PATCH", "/orders/{own}"],
    ["PUT", "/orders/{own}"],
    ["POST", "/orders/{id}/cancel"],
    ["POST", "/orders/{id}/tracking_link"],
    ["GET", "/orders/{id}"],
    ["GET", "/orders?limit={query}&offset={query}"],
    ["GET", "/events?after={query}&limit={query}"],
    ["GET", "/ping"],
    ["GET", "/pricing"],
  ),
  anyPath,
  anyBody,
);

describe("any request", () => {
  let stage: TestServer;
  let api: ApiClient;

  beforeAll(async () => {
    stage = await startTestServer({ env: { LOG_LEVEL: "error" } });
    ({ api } = stage);
  });

  afterAll(() => stage?.close());

  const checkAnswer = (answer: ApiAnswer) => {
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get("content-type")).toBe("application/json");
    if (answer.status < 300) return expect(answer.data).toBeTypeOf("object");
    expect(Object.keys(answer.error)).toEqual(["id", "code", "message", "details"]);
    const details = JSON.parse(answer.error.details) as object[];
    expect(details.length > 0).toBe(answer.status === 400);
    for (const detail of details) expect(Object.keys(detail)).toEqual(["field", "message"]);
  };

  it(`returns a 4xx in the envelope or a success, never a 5xx (${RUNS} requests) (REQ-6)`, async () => {
    const own = orderBodyWith(2);
    await api.create(own);
    await fc.assert(
      fc.asyncProperty(anyRequest, async ([prefix, [method = "", template = ""], path, body]) => {
        const address = template
          .replace("{id}", path)
          .replace("{own}", own.external_order_id)
          .replaceAll("{query}", path.slice(0, 60));
        const hasBody = method !== "GET";
        checkAnswer(await api.send(method, `/v1/${prefix}${address}`, hasBody ? body : undefined));
      }),
      { numRuns: RUNS },
    );
    expect(stage.server.output()).not.toContain("request failed");
  });

  it("returns a 4xx or a success for extreme values in the fields of an order and of an edit", async () => {
    const own = orderBodyWith(2);
    await api.create(own);
    const path = `/v1/partner/orders/${own.external_order_id}`;
    const requests = places(valid()).flatMap((place, row) =>
      SEEDS.flatMap((seed, column) => {
        const calls = [
          () => api.create(withTextAt(valid(), place, seed)),
          () => api.send("PATCH", path, withTextAt(valid(), place, seed)),
        ];
        // In turns, so that each value and each place appears in both.
        return calls.filter((_, call) => (row + column + call) % SHARE === 0);
      }),
    );
    for (let first = 0; first < requests.length; first += 16) {
      const batch = requests.slice(first, first + 16).map((request) => request());
      for (const answer of await Promise.all(batch)) checkAnswer(answer);
    }
  });

  it("never returns a 5xx for deep nesting, repeated names or numbers beyond every type", async () => {
    const texts = [
      `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
      `${'{"pickup":'.repeat(20_000)}1${"}".repeat(20_000)}`,
      JSON.stringify(valid()).replace(
        '"comment":"c"',
        `"comment":"c","comment":${"[".repeat(9_000)}${"]".repeat(9_000)}`,
      ),
      JSON.stringify(valid()).replace("{", '{"__proto__":{"cargo_size":"XL"},"constructor":null,'),
    ];
    for (const text of texts) checkAnswer(await api.create(text));
    for (const query of ["offset=999999999999999999", "offset=1e400", "limit=%00", "offset=٣"]) {
      expect((await api.get(`/v1/partner/orders?${query}`)).status).toBe(400);
    }
  });
});
