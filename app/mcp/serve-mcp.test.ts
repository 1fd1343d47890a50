import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveMcp } from "@/app/mcp/serve-mcp";
import { OPERATIONS } from "@/app/v1/operations";
import { updateAccount } from "@/lib/accounts/update-account";
import { newId, orderBody } from "@/testing/api-client";
import { type LocalApi, openLocalApi } from "@/testing/local-api";

const ADDRESS = "http://localhost:3000/mcp";

let local: LocalApi;
beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

/** A real client of the protocol. @param answer what its user says when asked; without it, it cannot ask */
async function connect(key: string, answer?: (message: string) => object) {
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: answer === undefined ? {} : { elicitation: {} } },
  );
  if (answer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message) as never);
  }
  const transport = new StreamableHTTPClientTransport(new URL(ADDRESS), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
    fetch: (url, init) => serveMcp(new Request(url, init as RequestInit), () => local.runtime),
  });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  const call = async (name: string, given: object = {}) => {
    const { structuredContent, isError } = await client.callTool({ name, arguments: { ...given } });
    return { isError, ...(structuredContent as { success: boolean; data: never; error: { id: string } }) };
  };
  return { client, call };
}

describe("the endpoint of the Model Context Protocol", () => {
  it("offers each operation as a tool with its schema, and sandbox operations only to test keys", async () => {
    const { client } = await connect((await local.newShop("test")).shop.key);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(OPERATIONS.map(({ operationId }) => operationId));
    const create = tools.find(({ name }) => name === "createOrder");
    expect(create?.inputSchema.required).toEqual(["external_order_id", "pickup", "dropoffs"]);
    expect(create?.inputSchema.properties).toHaveProperty("X-Sandbox-Scenario");
    expect(JSON.stringify(create)).not.toContain("#/components");
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.getOrder).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints.cancelOrder).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(hints.createOrder).toMatchObject({ idempotentHint: true, destructiveHint: false });
    expect(hints.testWebhookEndpoint).toMatchObject({ idempotentHint: false });

    const live = await connect((await local.newShop("live")).shop.key);
    const names = (await live.client.listTools()).tools.map(({ name }) => name);
    expect(names).not.toContain("stepOrder");
  });

  it("runs tools with the caller's key, in its account and mode, with the API's checks and errors", async () => {
    const { shop, api } = await local.newShop("test");
    const { call } = await connect(shop.key);
    const body = orderBody();
    expect(await call("createOrder", body)).toMatchObject({ isError: false, success: true });
    const read = await call("getOrder", { external_order_id: body.external_order_id });
    expect(read.data).toEqual((await api.get(`/v1/partner/orders/${body.external_order_id}`)).data);
    expect(await call("listOrders", { limit: 1 })).toMatchObject({ data: { limit: 1 } });
    await call("patchOrder", { external_order_id: body.external_order_id, metadata: { "a&b": "1" } });
    const conditions = { status: ["new", "assigned"], metadata: { "a&b": "1" } };
    const filtered = await call("listOrders", conditions);
    expect(filtered.data).toMatchObject({ orders: [{ external_order_id: body.external_order_id }] });
    const other = await connect((await local.newShop("test")).shop.key);
    const missing = await other.call("getOrder", { external_order_id: body.external_order_id });
    expect(missing).toMatchObject({ isError: true, error: { id: "order.not_found" } });
    const refused = await call("createOrder", { ...orderBody(), comment: 5 });
    expect(refused).toMatchObject({ isError: true, error: { id: "validation.partner_payload_invalid" } });
    expect(await call("getPricing")).toMatchObject({ success: true });
    expect(await call("stepOrder", { external_order_id: body.external_order_id })).toMatchObject({
      data: { status: "assigned" },
    });
  });

  it("cancels an order only after confirmation by the argument, or by the user if the client can ask", async () => {
    const { shop, api } = await local.newShop("test");
    const place = async () => {
      const body = orderBody();
      await api.create(body);
      return { external_order_id: body.external_order_id };
    };
    const readStatus = async ({ external_order_id: id }: { external_order_id: string }) =>
      (await api.get(`/v1/partner/orders/${id}`)).data.status;

    const plain = await connect(shop.key);
    const first = await place();
    expect((await plain.call("cancelOrder", first)).isError).toBe(true);
    expect(await readStatus(first)).toBe("new");
    await plain.call("cancelOrder", { ...first, confirm: true, reason: "too_late" });
    expect(await readStatus(first)).toBe("cancelled");

    const requested: string[] = [];
    const answers = [{ action: "decline" }, { action: "accept", content: { confirm: true } }];
    const asking = await connect(shop.key, (message) => {
      requested.push(message);
      return answers.shift() ?? {};
    });
    const second = await place();
    expect((await asking.call("cancelOrder", second)).isError).toBe(true);
    expect(await readStatus(second)).toBe("new");
    expect((await asking.call("cancelOrder", second)).isError).toBe(false);
    expect(await readStatus(second)).toBe("cancelled");
    expect(requested).toHaveLength(2);
    expect(requested[0]).toContain(second.external_order_id);
  });

  it("counts against the key's limit", async () => {
    const { shop, api } = await local.newShop("test");
    // Connecting takes two messages.
    await updateAccount(local.db, shop.accountId, { rateLimitPerMinute: 4 });
    const { call, client } = await connect(shop.key);
    await call("ping");
    await api.get("/v1/partner/ping");
    const exceeded = { isError: true, error: { id: "rate_limit.exceeded" } };
    expect(await call("ping")).toMatchObject(exceeded);
    expect(await call("cancelOrder", { external_order_id: "any" })).toMatchObject(exceeded);
    await expect(client.listTools()).rejects.toThrow("rate_limit.exceeded");
  });

  /** Sends a message as it is, in a session whose client can ask its user. */
  const post = (key: string, body: string, signal?: AbortSignal) =>
    serveMcp(
      new Request(ADDRESS, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          Authorization: `Bearer ${key}`,
          "Mcp-Session-Id": "asks-1",
        },
        body,
        ...(signal === undefined ? {} : { signal }),
      }),
      () => local.runtime,
    );
  const getCall = (name: string, given: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`;
  /** The result of a call, which comes as an event. */
  const readResult = async (response: Response) =>
    JSON.parse((await response.text()).split("data: ").at(-1) ?? "").result.structuredContent;

  it("returns an error in the envelope for a call that was not confirmed", async () => {
    const { call } = await connect((await local.newShop("test")).shop.key);
    expect(await call("cancelOrder", { external_order_id: "any" })).toMatchObject({
      isError: true,
      success: false,
      error: { id: "mcp.not_confirmed", details: "[]" },
    });
  });

  it("keeps at most five questions open per key, and frees a place when a stream closes", async () => {
    const [one, other] = [(await local.newShop("test")).shop.key, (await local.newShop("test")).shop.key];
    const cancel = getCall("cancelOrder", '{"external_order_id":"any"}');
    const streams = Array.from({ length: 5 }, () => new AbortController());
    const open = await Promise.all(streams.map(({ signal }) => post(one, cancel, signal)));
    const requested = async (response: Response) => {
      const { value } = await (response.body as ReadableStream<Uint8Array>).getReader().read();
      return new TextDecoder().decode(value);
    };
    for (const response of open) expect(await requested(response)).toContain("elicitation/create");
    const sixth = await readResult(await post(one, cancel));
    expect(sixth.error.message).toContain("Too many");
    const others = new AbortController();
    expect(await requested(await post(other, cancel, others.signal))).toContain("elicitation/create");
    streams[0]?.abort();
    const last = new AbortController();
    expect(await requested(await post(one, cancel, last.signal))).toContain("elicitation/create");
    for (const stream of [...streams, others, last]) stream.abort();
  });

  it("accepts an answer only with the key that was asked", async () => {
    const { shop, api } = await local.newShop("test");
    const body = orderBody();
    await api.create(body);
    const stranger = (await local.newShop("test")).shop.key;
    const id = JSON.stringify({ external_order_id: body.external_order_id });
    const response = await post(shop.key, getCall("cancelOrder", id));
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const read = async () => {
      const text = new TextDecoder().decode((await reader.read()).value);
      return JSON.parse(text.split("data: ").at(-1) ?? "");
    };
    const question = await read();
    const answer = (key: string, action: string) =>
      post(
        key,
        JSON.stringify({ jsonrpc: "2.0", id: question.id, result: { action, content: { confirm: true } } }),
      );
    await answer(stranger, "accept");
    await answer(shop.key, "decline");
    expect((await read()).result.structuredContent.error.id).toBe("mcp.not_confirmed");
    expect((await api.get(`/v1/partner/orders/${body.external_order_id}`)).data.status).toBe("new");
  });

  it("refuses batches, deep nesting and text that is not well-formed with a 400", async () => {
    const { key } = (await local.newShop("test")).shop;
    expect((await post(key, `[${getCall("ping", "{}")}]`)).status).toBe(400);
    expect((await post(key, "null")).status).toBe(400);
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    expect((await post(key, getCall("createOrder", `{"comment":${deep}}`))).status).toBe(400);
    for (const id of ['"\\ud800"', "null", '""']) {
      const result = await readResult(await post(key, getCall("getOrder", `{"external_order_id":${id}}`)));
      expect(result.error).toMatchObject({ id: "validation.partner_payload_invalid" });
      expect(JSON.parse(result.error.details)).toEqual([
        { field: "external_order_id", message: expect.any(String) },
      ]);
    }
  });

  it("rejects requests without a working key in the API's error envelope", async () => {
    const post = (key: string | null) =>
      serveMcp(
        new Request(ADDRESS, {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            Accept: "application/json, text/event-stream",
            ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: newId(), method: "tools/list", params: {} }),
        }),
        () => local.runtime,
      );
    for (const key of [null, "dl_live_nonsense"]) {
      const answer = await post(key);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toContain("Bearer");
      expect(await answer.json()).toMatchObject({ success: false, error: { details: "[]" } });
    }
    const { shop } = await local.newShop("live");
    const garbled = new Request(ADDRESS, {
      method: "POST",
      headers: { Authorization: `Bearer ${shop.key}` },
      body: "{",
    });
    expect((await serveMcp(garbled, () => local.runtime)).status).toBe(400);
    const get = new Request(ADDRESS, { headers: { Authorization: `Bearer ${shop.key}` } });
    expect((await serveMcp(get, () => local.runtime)).status).toBe(405);
  });
});
