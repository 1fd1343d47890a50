import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { describeOnServer } from "@/testing/adapters";
import { getFields, newId, orderBody } from "@/testing/api-client";
import { finishBatches } from "@/testing/run-batches";
import type { TestContext } from "@/testing/stage";

interface Batch {
  batch_id: string;
  status: string;
  total: number;
  created: number;
  pending: number;
  created_at: string;
  finished_at: string | null;
  results: { index: number; external_order_id: string | null; outcome: string; error: object | null }[];
}

const MAX_BYTES = 5 * 1024 * 1024;
// The services have no worker.
const runJob = ({ couriers }: TestContext, accountId: string) => finishBatches(couriers.context, accountId);

describeOnServer("batches", (stage) => {
  it("a batch is created with 201, and shows the outcome of each order once it has run (BAT-1, BAT-3, BAT-9, BAT-10, ENV-2)", async () => {
    const { shop, api } = await stage().newShop();
    const name = newId();
    const orders = [orderBody(), { external_order_id: "x".repeat(129) }, orderBody()];
    const made = await api.post<Batch>("/v1/partner/batches", { external_batch_id: name, orders });
    expect([made.status, made.data]).toEqual([
      201,
      {
        ...{ batch_id: made.data.batch_id, external_batch_id: name, status: "queued" },
        ...{ total: 3, created: 0, existing: 0, rejected: 0, pending: 3 },
        ...{ created_at: made.data.created_at, finished_at: null },
      },
    ]);
    const path = `/v1/delivery/batches/${made.data.batch_id}`;
    const waiting = await api.get<Batch>(`${path}?limit=1&offset=1`);
    const none = { order_code: null, error: null };
    expect(waiting.data.results).toEqual([
      { index: 1, external_order_id: null, outcome: "pending", ...none },
    ]);
    await runJob(stage(), shop.accountId);
    const { data } = await api.get<Batch>(path);
    const refused = await api.create(orders[1], "delivery");
    expect(data).toEqual({
      ...made.data,
      ...{ status: "finished", created: 2, rejected: 1, pending: 0, finished_at: data.finished_at },
      results: [
        { index: 0, external_order_id: orders[0]?.external_order_id, outcome: "created" },
        { index: 1, external_order_id: null, outcome: "rejected", ...none, error: refused.error },
        { index: 2, external_order_id: orders[2]?.external_order_id, outcome: "created" },
      ].map((result) => ({ order_code: expect.stringMatching(/^.{4}-.{4}$/), error: null, ...result })),
    });
    const { data: page } = await api.get<{ events: { event: string }[] }>("/v1/partner/events");
    expect(page.events.map(({ event }) => event)).toEqual(["order.created", "order.created"]);
    const again = await api.post<Batch>("/v1/partner/batches", { external_batch_id: name, orders: [{}] });
    expect([again.status, again.data]).toEqual([200, (({ results: _, ...batch }) => batch)(data)]);
  });

  it("only a malformed batch is a 400, and one over 5 MiB a 413 (BAT-1, LIM-13)", async () => {
    const { api } = await stage().newShop();
    const refusals: [unknown, string[]][] = [
      [{}, ["orders"]],
      [{ orders: [] }, ["orders"]],
      [{ orders: Array.from({ length: 501 }, () => 1) }, ["orders"]],
      [{ orders: [{}, null, [], "x"] }, ["orders.1", "orders.2", "orders.3"]],
      [{ orders: {}, external_batch_id: null }, ["external_batch_id", "orders"]],
      [{ orders: [{}], external_batch_id: "x".repeat(129) }, ["external_batch_id"]],
      [[], [""]],
    ];
    for (const [body, fields] of refusals) {
      const answer = await api.post("/v1/partner/batches", body);
      expect([body, answer.status, getFields(answer)]).toEqual([body, 400, fields]);
    }
    const frame = JSON.stringify({ orders: [{ pad: "" }] });
    const sized = (bytes: number) => frame.replace('""', () => `"${"x".repeat(bytes - frame.length)}"`);
    expect((await api.post("/v1/partner/batches", sized(MAX_BYTES))).status).toBe(201);
    expect((await api.post("/v1/partner/batches", sized(MAX_BYTES + 1))).error.id).toBe("payload.too_large");
    // Neither valid text for PostgreSQL nor for an identifier.
    const odd = JSON.parse('{ "external_order_id": "\\u0000", "comment": "\\ud800" }');
    expect((await api.post("/v1/partner/batches", { orders: [odd] })).status).toBe(201);
  });

  it("a missing batch, another account's and one of the other mode return the same 404 (BAT-11, REQ-5)", async () => {
    const { api } = await stage().newShop();
    const { data } = await stage().api.post<Batch>("/v1/partner/batches", { orders: [{}] });
    const { api: test } = await stage().testMode();
    const foreign = await api.get(`/v1/partner/batches/${data.batch_id}`);
    expect([foreign.status, foreign.error.id]).toEqual([404, "batch.not_found"]);
    for (const answer of [
      await api.get(`/v1/partner/batches/${randomUUID()}`),
      await api.get("/v1/partner/batches/%00"),
      await api.get("/v1/partner/batches/%E0"),
      await test.get(`/v1/partner/batches/${data.batch_id}`),
      await api.post(`/v1/partner/batches/${data.batch_id}/stop`),
      await test.post(`/v1/partner/batches/${data.batch_id}/stop`),
    ])
      expect([answer.status, answer.text]).toEqual([404, foreign.text]);
    expect((await stage().api.get(`/v1/partner/batches/${data.batch_id}`)).status).toBe(200);
  });

  it("stopping skips what is pending, once and for all (BAT-12)", async () => {
    const { shop, api } = await stage().newShop();
    const orders = [orderBody(), orderBody()];
    const { data } = await api.post<Batch>("/v1/partner/batches", { orders });
    const path = `/v1/partner/batches/${data.batch_id}`;
    const stopped = await api.post<Batch>(`${path}/stop`);
    expect(stopped.data).toEqual({
      ...{ ...data, status: "stopped", pending: 0 },
      finished_at: expect.stringMatching(/Z$/),
    });
    await runJob(stage(), shop.accountId);
    expect((await api.post(`${path}/stop`)).text).toBe(stopped.text);
    const { results } = (await api.get<Batch>(path)).data;
    expect(results.map(({ outcome }) => outcome)).toEqual(["skipped", "skipped"]);
    expect((await api.get(`/v1/partner/orders/${orders[0]?.external_order_id}`)).status).toBe(404);
  });

  it("a batch beyond 2,000 pending orders is a 429, and stores nothing (BAT-7, ERR-9)", async () => {
    const { api } = await stage().newShop();
    const orders = Array.from({ length: 500 }, () => ({}));
    for (let count = 0; count < 4; count += 1) await api.post("/v1/partner/batches", { orders });
    const name = newId();
    for (let tries = 0; tries < 2; tries += 1) {
      const over = await api.post("/v1/partner/batches", { external_batch_id: name, orders: [{}] });
      expect([over.status, over.error.code]).toEqual([429, "TOO_MANY_PENDING_ORDERS"]);
      expect(over.headers.get("retry-after")).toBe("10");
    }
  });
});
