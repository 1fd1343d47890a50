import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { orderBody } from "@/testing/api-client";
import { execute } from "@/testing/cluster";
import { type Receiver, startReceiver } from "@/testing/receiver";
import { AUTH, makePerson, signIn } from "@/testing/sign-in";
import { startTestServer, type TestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER_SPAN_ID = "00f067aa0ba902b7";
const TOKEN = "a token of an operator";

interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: ExportedSpan["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

describe("a service with a collector and a token for metrics", () => {
  let collector: Receiver;
  let stage: TestServer;

  beforeAll(async () => {
    collector = await startReceiver();
    stage = await startTestServer({
      pages: true,
      env: {
        ...AUTH,
        METRICS_TOKEN: TOKEN,
        LOG_LEVEL: "info",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.replace("/hook", ""),
        OTEL_BSP_SCHEDULE_DELAY: "50",
      },
    });
  });
  afterAll(async () => {
    await stage?.close();
    await collector?.close();
  });

  const listExports = () =>
    collector.received.flatMap(({ path, body }) =>
      path === "/v1/traces" ? (JSON.parse(body) as Export).resourceSpans : [],
    );
  const listSpans = () => listExports().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));

  it("exports a request as a child of the caller's span, and its statements as its children", async () => {
    const traceparent = `00-${TRACE_ID}-${CALLER_SPAN_ID}-01`;
    const { status } = await stage.api.send("POST", "/v1/partner/orders", orderBody(), { traceparent });
    expect(status).toBe(201);
    const inTrace = () => listSpans().filter(({ traceId }) => traceId === TRACE_ID);
    const findRequest = () => inTrace().find(({ parentSpanId }) => parentSpanId === CALLER_SPAN_ID);
    await pollUntil(() => findRequest() !== undefined);
    const request = findRequest();
    expect(request?.name).toBe("POST /v1/partner/orders");
    const children = inTrace().filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(children.map(({ name }) => name)).toContain("statement");
    const [exported] = listExports();
    expect(exported?.resource.attributes).toContainEqual({
      key: "service.name",
      value: { stringValue: "dropline" },
    });
    const findLine = () => stage.server.output().match(/^.*"msg":"request".*$/m)?.[0];
    await pollUntil(() => findLine() !== undefined);
    expect(JSON.parse(findLine() ?? "{}")).toMatchObject({ trace_id: TRACE_ID, status: 201 });
  });

  it("names pages by their pattern, so that no link's secret leaves the service", async () => {
    const secret = "secret-of-a-recipient";
    await fetch(`${stage.server.baseUrl}/t/${secret}`);
    await pollUntil(() => listSpans().some(({ name }) => name === "GET /t/:token"));
    expect(JSON.stringify(listSpans())).not.toContain(secret);
  });

  const metric = async (line: string): Promise<number> => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const text = await (await fetch(`${stage.server.baseUrl}/metrics`, { headers })).text();
    return Number(
      text
        .split("\n")
        .find((one) => one.startsWith(`${line} `))
        ?.slice(line.length) ?? 0,
    );
  };

  it("counts refused sign-ins, which the pages' own bundle sees", async () => {
    const { email } = await makePerson(stage.db, stage.shop.accountId, "owner");
    await signIn(stage.server.baseUrl, email);
    expect(await metric('dropline_sign_in_failures_total{method="password"}')).toBe(0);
    await expect(signIn(stage.server.baseUrl, email, "not the password")).rejects.toThrow("wrong");
    expect(await metric('dropline_sign_in_failures_total{method="password"}')).toBe(1);
  });

  /** A busy machine can refuse a request with 503. */
  const placeOrder = async () => {
    const body = orderBody();
    await pollUntil(async () => (await stage.api.create(body)).status < 300);
    return stage.api.create(body);
  };

  it("counts open streams", async () => {
    const { data } = await placeOrder();
    const leave = new AbortController();
    const path = new URL(data.tracking_url ?? "").pathname;
    const stream = await fetch(`${stage.server.baseUrl}${path}/events`, { signal: leave.signal });
    expect(stream.status).toBe(200);
    expect(await metric("dropline_streams")).toBe(1);
    leave.abort();
    await pollUntil(async () => (await metric("dropline_streams")) === 0);
  });

  it("counts pages that it cannot show", async () => {
    const failures = 'dropline_page_response_seconds_count{handler="pages",status="5xx"}';
    expect(await metric(failures)).toBe(0);
    const { data } = await placeOrder();
    const { pathname } = new URL(data.tracking_url ?? "");
    await execute(stage.databaseUrl, "ALTER TABLE orders RENAME TO hidden_orders");
    await fetch(`${stage.server.baseUrl}${pathname}`);
    await execute(stage.databaseUrl, "ALTER TABLE hidden_orders RENAME TO orders");
    expect(await metric(failures)).toBe(1);
  });
});
