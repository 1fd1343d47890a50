import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import createClient from "openapi-fetch";
import { describe, expect, it } from "vitest";
import type { paths } from "@/e2e/contract/openapi-types";
import { openApiDocument } from "@/lib/api/openapi";
import { OPERATIONS } from "@/lib/api/operations";
import { ERROR_PAGES } from "@/lib/reference/errors";
import { LANGUAGES } from "@/lib/reference/samples";
import { newId } from "@/testing/api-client";
import { journalIsFinal } from "@/testing/final-journal";
import { onOwnLanes } from "@/testing/lanes";
import { textOf } from "@/testing/written-page";

/** What the reference says about fields, each at its anchor. */
const LIMITS = {
  "createOrder#body-external_order_id": "at most 128 characters",
  "createOrder#body-dropoffs": "1 to 10 elements",
  "createOrder#body-pickup-address-latitude": "-90 to 90",
  "createOrder#body-pickup-address-longitude": "-180 to 180",
  "createOrder#body-pickup-address-intercom": "at most 64 characters",
  "createOrder#body-dropoffs-address-instructions": "at most 1000 characters",
  "createOrder#body-comment": "at most 2000 characters",
  "patchOrder#body-dropoffs-index": "0 to 9",
  "cancelOrder#body-reason": "at most 255 characters",
  "listOrders#parameter-limit": "1 to 100, default 20",
};

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

onOwnLanes("what is served of the contract", (stage) => {
  // Both lanes render pages alike, so the test opens them on one.
  const get = async (path: string): Promise<{ status: number; html: string }> => {
    const answer = await fetch(stage().server.baseUrl + path);
    return { status: answer.status, html: await answer.text() };
  };

  it("has a page of every operation, under both prefixes", async () => {
    if (stage().lane === "next") return;
    for (const { operationId, summary, prefixes, path } of OPERATIONS) {
      for (const prefix of prefixes) {
        const { status, html } = await get(`/docs/${operationId}?lang=python&prefix=${prefix}`);
        expect([operationId, status]).toEqual([operationId, 200]);
        expect(html).toContain(`${summary}</h1>`);
        expect(html).toContain(`/v1/${prefix}${path}`);
        expect(html).toContain('aria-label="Request in Python"');
      }
    }
  });

  it("leads from an operation to itself in every language", async () => {
    if (stage().lane === "next") return;
    const { html } = await get("/docs/createOrder");
    const links = /<nav[^>]*aria-label="Language".*?<\/nav>/s.exec(html)?.[0] ?? "";
    for (const { label } of LANGUAGES) {
      const [, href = ""] =
        [...links.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/g)].find(
          ([, , text = ""]) => textOf(text) === label,
        ) ?? [];
      const { pathname, search } = new URL(textOf(href), "http://any/docs/createOrder");
      expect((await get(pathname + search)).html).toContain(`aria-label="Request in ${label}"`);
    }
  });

  it("says every limit at its field, and each field has an address", async () => {
    if (stage().lane === "next") return;
    for (const [address, limit] of Object.entries(LIMITS)) {
      const [operation, field = ""] = address.split("#");
      const { html } = await get(`/docs/${operation}`);
      const own = html.split(` id="${field}"`)[1]?.split(" id=")[0] ?? "";
      expect([address, textOf(`<p${own}`).toLowerCase()]).toEqual([address, expect.stringContaining(limit)]);
    }
  });

  it("has a page of every error", async () => {
    if (stage().lane === "next") return;
    for (const { slug, ids, status, code, advice } of ERROR_PAGES) {
      expect([slug, advice]).not.toEqual([slug, ""]);
      const page = await get(`/docs/errors/${slug}`);
      expect([slug, page.status]).toEqual([slug, 200]);
      for (const word of [ids[0], code, String(status)]) expect(page.html).toContain(word);
    }
    expect((await get("/docs/errors/no.such")).status).toBe(404);
  });

  it("has a changelog that is newest first, with the entry of 2026-09-20 (VER-2, VER-3)", async () => {
    if (stage().lane === "next") return;
    const { html } = await get("/changelog");
    const dates = [...html.matchAll(/<time dateTime="([^"]+)"/gi)].map(([, date = ""]) => date);
    expect(dates).toContain("2026-09-20");
    expect(dates).toEqual([...dates].sort().reverse());
    expect(html.split('id="2026-09-20"')[1]?.split("</li><li id=")[0]).toContain("cancellation");
  });

  it("has the document itself", async () => {
    const response = await fetch(`${stage().server.baseUrl}/openapi.json`);
    expect(response.status).toBe(200);
    const served = (await response.json()) as { paths: object; servers: { url: string }[] };
    expect(served.paths).toEqual(JSON.parse(JSON.stringify(openApiDocument("x").paths)));
  });

  it("lets a generated client run the whole life of an order (ENV-1, RES-12)", async () => {
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
