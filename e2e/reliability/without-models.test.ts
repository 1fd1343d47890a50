import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { orderBody } from "@/testing/api-client";
import { startTestServer, type TestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";

const LOADED = "Prisma's client is loaded";
const HOOK = `
  import { writeSync } from "node:fs";
  export function load(url, context, next) {
    if (url.includes("query_compiler")) writeSync(2, "${LOADED}");
    return next(url, context);
  }`;
const toUrl = (code: string) => `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
const REGISTER = `import { register } from "node:module"; register(${JSON.stringify(toUrl(HOOK))});`;

describe("a process that serves the API alone", () => {
  let stage: TestServer;

  beforeAll(async () => {
    stage = await startTestServer({ env: { NODE_OPTIONS: `--import=${toUrl(REGISTER)}` } });
  });
  afterAll(() => stage?.close());

  const isLoaded = () => stage.server.output().includes(LOADED);

  it("loads Prisma's client for none of the frequent operations", async () => {
    const { api } = stage;
    const body = orderBody();
    const path = `/v1/partner/orders/${body.external_order_id}`;
    const points = [body.pickup, ...body.dropoffs].map(({ address: { latitude, longitude } }) => ({
      latitude,
      longitude,
    }));
    const [from, ...dropoffs] = points;
    const trip = { pickup: from, dropoffs };
    const { data: quote } = await api.post<{ quote_id: string }>("/v1/partner/quotes", trip);
    expect((await api.create({ ...body, quote_id: quote.quote_id })).status).toBe(201);
    const { pickup } = body;
    const moved = { pickup: { ...pickup, address: { ...pickup.address, latitude: 59.9 } } };
    const calls: [method: string, path: string, body?: unknown][] = [
      ["GET", "/v1/partner/ping"],
      ["GET", path],
      ["GET", "/v1/partner/orders"],
      ["PATCH", path, moved],
      ["POST", `${path}/cancel`, { reason: "not needed" }],
    ];
    for (const call of calls) expect(await api.send(...call)).toMatchObject({ status: 200 });
    expect(isLoaded()).toBe(false);
  });

  it("loads Prisma's client when an operation first uses a model", async () => {
    const body = orderBody();
    await stage.api.create(body);
    await stage.db.models.order.updateMany({
      where: { externalOrderId: body.external_order_id },
      data: { trackingToken: null },
    });
    await stage.api.post(`/v1/partner/orders/${body.external_order_id}/tracking_link`);
    await pollUntil(isLoaded);
  });
});
