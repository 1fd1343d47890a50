import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import createClient from "openapi-fetch";
import { describe, expect, it } from "vitest";
import type { paths } from "@/e2e/contract/openapi-types";
import { openApiDocument } from "@/lib/api/openapi";
import { OPERATIONS } from "@/lib/api/operations";
import { newId } from "@/testing/api-client";
import { journalIsFinal } from "@/testing/final-journal";
import { onOwnLanes } from "@/testing/lanes";

describe("the OpenAPI document", () => {
  it("is clean under Redocly's recommended rules", () => {
    const folder = mkdtempSync(join(tmpdir(), "dropline-openapi-"));
    const file = join(folder, "openapi.json");
    writeFileSync(file, JSON.stringify(openApiDocument("https://api.dropline.dev")));
    const cli = join(process.cwd(), "node_modules/@redocly/cli/bin/cli.js");
    const report = execFileSync(
      process.execPath,
      [cli, "lint", "--extends", "recommended", "--format", "json", file],
      { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: "off" }, stdio: ["ignore", "pipe", "ignore"] },
    ).toString();
    rmSync(folder, { recursive: true });
    const found = JSON.parse(report.slice(report.indexOf("{"))) as { totals: object; problems: object[] };
    expect(found.problems).toEqual([]);
  });

  it("describes every operation under its prefixes and nothing else (EP-1, REQ-7)", () => {
    const described = Object.entries(openApiDocument("https://api.dropline.dev").paths ?? {}).flatMap(
      ([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = OPERATIONS.flatMap(({ method, path, prefixes }) =>
      prefixes.map((prefix) => `${method} /v1/${prefix}${path}`),
    );
    expect(described.sort()).toEqual(declared.sort());
  });

  it("shows examples that its own schemas accept", () => {
    for (const { operationId, body, examples, responses } of OPERATIONS) {
      if (body !== undefined)
        expect([operationId, body.safeParse(examples?.body).error]).toEqual([operationId, undefined]);
      for (const { data, example } of Object.values(responses)) {
        expect([operationId, data.safeParse(example).error]).toEqual([operationId, undefined]);
      }
    }
  });
});

onOwnLanes("a client generated from the OpenAPI document", (stage) => {
  it("is served what the document says", async () => {
    const response = await fetch(`${stage().server.baseUrl}/openapi.json`);
    expect(response.status).toBe(200);
    const served = (await response.json()) as { paths: object; servers: { url: string }[] };
    expect(served.paths).toEqual(JSON.parse(JSON.stringify(openApiDocument("x").paths)));
  });

  it("runs the whole life of an order (ENV-1, RES-12)", async () => {
    const client = createClient<paths>({
      baseUrl: stage().server.baseUrl,
      headers: { Authorization: `Bearer ${stage().shop.key}` },
    });
    const point = { latitude: 59.935493, longitude: 30.325412 };
    const door = { latitude: 59.928702, longitude: 30.360718 };
    const quote = await client.POST("/v1/partner/quotes", {
      body: { pickup: point, dropoffs: [door], cargo_size: "S" },
    });
    const id = newId();
    const where = { area: "Санкт-Петербург", street: "Невский проспект", building: "28" };
    const created = await client.POST("/v1/partner/orders", {
      body: {
        external_order_id: id,
        ...(quote.data === undefined ? {} : { quote_id: quote.data.data.quote_id }),
        pickup: { address: { ...point, ...where }, contact: { value: "+78120000001" } },
        dropoffs: [{ address: { ...door, ...where }, contact: { value: "+79161234567", type: "phone" } }],
        cargo_size: "S",
      },
    });
    expect(created.response.status).toBe(201);
    expect(created.data?.data.price).toBe(quote.data?.data.price);

    const params = { path: { external_order_id: id } };
    const patched = await client.PATCH("/v1/partner/orders/{external_order_id}", {
      params,
      body: { comment: "Позвоните" },
    });
    expect(patched.data?.data.status).toBe("new");
    const courierId = await stage().couriers.lead(stage().shop.scope, id, "in_progress");
    await stage().couriers.place(courierId);
    const read = await client.GET("/v1/partner/orders/{external_order_id}", { params });
    expect(read.data?.data.driver_location?.heading).toBe(90);
    expect(read.data?.data.status_changes.map((change) => change.status)).toEqual([
      "new",
      "assigned",
      "in_progress",
    ]);
    const refused = await client.PUT("/v1/partner/orders/{external_order_id}", {
      params,
      body: {
        external_order_id: id,
        pickup: { address: { ...point, ...where }, contact: { value: "+7" } },
        dropoffs: [{ address: { ...door, ...where }, contact: { value: "+7" } }],
      },
    });
    expect(refused.error?.error.code).toBe("ORDER_NOT_EDITABLE");
    const cancelled = await client.POST("/v1/partner/orders/{external_order_id}/cancel", {
      params,
      body: { reason: "customer_changed_mind" },
    });
    expect(cancelled.data?.data.status).toBe("cancelled");
    await journalIsFinal(stage().db);
    const events = await client.GET("/v1/partner/events", { params: { query: { limit: 100 } } });
    const own = events.data?.data.events.filter((event) => event.external_order_id === id) ?? [];
    expect(own.at(-1)?.cancellation).toEqual({ reason: "customer_changed_mind", comment: null });
  });
});
