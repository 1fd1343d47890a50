import { expect, it } from "vitest";
import * as z from "zod";
import { OPERATIONS } from "@/app/v1/operations";
import { POSTMAN_SCHEMA, postmanCollection } from "@/app/v1/postman";
import { openLocalApi } from "@/testing/local-api";

// The used part of the format's schema.
const pair = z.object({ key: z.string().min(1), value: z.string() });
const request = z.object({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  header: z.array(pair),
  url: z.object({
    raw: z.string().startsWith("{{base_url}}/v1/"),
    host: z.tuple([z.literal("{{base_url}}")]),
    path: z.array(z.string().min(1)),
    query: z.array(pair).optional(),
    variable: z.array(pair).optional(),
  }),
  body: z.object({ mode: z.literal("raw"), raw: z.string() }).optional(),
});
const collection = z.object({
  info: z.object({ name: z.string().min(1), schema: z.literal(POSTMAN_SCHEMA) }),
  auth: z.object({ type: z.literal("bearer"), bearer: z.array(pair) }),
  variable: z.array(pair),
  item: z.array(
    z.object({
      name: z.string().min(1),
      request,
      response: z.array(
        z.object({ name: z.string(), originalRequest: request, code: z.int(), body: z.string() }),
      ),
    }),
  ),
});

it("the Postman collection has each operation, with its example, and the key as a variable", () => {
  const made = collection.parse(JSON.parse(JSON.stringify(postmanCollection("https://drop.example", null))));
  expect(new Set(made.item.map(({ name }) => name))).toEqual(
    new Set(OPERATIONS.map(({ summary }) => summary)),
  );
  expect(made.auth.bearer[0]?.value).toBe("{{dropline_key}}");
  for (const operation of OPERATIONS) {
    const one = made.item.findLast(({ name }) => name === operation.summary);
    expect(one?.request.method).toBe(operation.method);
    expect(one?.request.url.raw).toContain(operation.path.replace(/\{(\w+)\}/g, ":$1"));
    expect(one?.request.body === undefined).toBe(operation.body === undefined);
    if (operation.examples?.body !== undefined)
      expect(JSON.parse(one?.request.body?.raw ?? "")).toEqual(operation.examples.body);
    for (const variable of one?.request.url.variable ?? [])
      expect(one?.request.url.path).toContain(`:${variable.key}`);
    const codes = one?.response.map(({ code }) => String(code)).sort();
    expect(codes).toEqual(Object.keys(operation.responses).sort());
  }
});

it("the Postman collection succeeds from top to bottom with a test key", async () => {
  const local = await openLocalApi();
  const { api } = await local.newShop("test");
  const outcomes: [string, number][] = [];
  let batchId = "";
  // Webhook endpoints need a public receiver.
  const items = postmanCollection("", null).item.filter(
    ({ request }) => !request.url.raw.includes("webhook_"),
  );
  for (const { name, request } of items) {
    const path = request.url.variable?.reduce(
      (raw, { key, value }) => raw.replace(`:${key}`, value),
      request.url.raw,
    );
    const sent = (path ?? request.url.raw).replace("{{base_url}}", "").replace("{{batch_id}}", batchId);
    const { status, data } = await api.send<{ batch_id?: string }>(request.method, sent, request.body?.raw);
    batchId = data?.batch_id ?? batchId;
    outcomes.push([name, status]);
  }
  await local.close();
  // There are no addresses to search here.
  const refused = outcomes.filter(([, status]) => status >= 300 && status !== 503);
  expect(refused).toEqual([]);
  expect(outcomes.filter(([, status]) => status === 503)).toHaveLength(2);
});
