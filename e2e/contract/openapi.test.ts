import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import createClient from "openapi-fetch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDocPaths } from "@/app/(site)/docs/docs";
import { ERROR_PAGES } from "@/app/(site)/docs/errors";
import { operationTitle } from "@/app/(site)/docs/operation-doc";
import { openApiDocument } from "@/app/v1/openapi";
import { OPERATIONS } from "@/app/v1/operations";
import type { paths } from "@/e2e/contract/openapi-types";
import { CHANGELOG } from "@/lib/docs/changelog";
import { LOCALES } from "@/lib/locale/locale";
import { MOVED_URLS } from "@/lib/urls";
import { MESSAGES } from "@/messages/messages";
import { describeOnBothServers, openStageWithPages } from "@/testing/adapters";
import { isLongRun } from "@/testing/amount";
import { newId } from "@/testing/api-client";
import { expectFinalJournal } from "@/testing/final-journal";
import { toText } from "@/testing/html-text";
import type { TestContext } from "@/testing/stage";

describe("the API documentation", () => {
  it("has an OpenAPI document that passes Redocly's recommended rules", () => {
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

describe("the published contract", () => {
  let stage: TestContext;

  beforeAll(async () => {
    stage = await openStageWithPages();
  });

  afterAll(() => stage?.close());

  const get = async (path: string): Promise<{ status: number; html: string }> => {
    const answer = await fetch(stage.server.baseUrl + path);
    return { status: answer.status, html: await answer.text() };
  };

  it("has a page of every operation, under both prefixes and in both languages", async () => {
    for (const [index, operation] of OPERATIONS.entries()) {
      const { operationId, prefixes, path } = operation;
      const turn = index % prefixes.length;
      for (const prefix of isLongRun ? prefixes : prefixes.slice(turn, turn + 1)) {
        const locale = prefix === "partner" ? "ru" : "en";
        const { status, html } = await get(`/docs/${operationId}?lang=${locale}&prefix=${prefix}`);
        expect([operationId, status]).toEqual([operationId, 200]);
        const title = toText(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "");
        expect(title).toBe(operationTitle(locale, operation));
        expect(toText(html)).toContain(`/v1/${prefix}${path}`);
        expect(html).toContain(`<html lang="${locale}"`);
      }
    }
  });

  it("names the requested URL without parameters other than its language as canonical, with the page's alternates", async () => {
    const plain = ["", "?lang=ru", "?lang=en"].map((query) => [query, query]);
    const queries = [
      ...plain,
      ["?lang=ru&prefix=delivery&utm_source=letter", "?lang=ru"],
      ["?prefix=delivery", ""],
      ["?lang=de", ""],
    ];
    for (const page of ["/docs", "/docs/createOrder", "/changelog", "/pricing", "/"]) {
      for (const [query, canonical] of page === "/docs/createOrder" ? queries : plain) {
        const { html } = await get(`${page}${query}`);
        const linked = (rel: string) =>
          [...html.matchAll(/<link [^>]*href="http:\/\/[^/"]+([^"]*)"[^>]*>/g)]
            .filter(([tag]) => tag.includes(`rel="${rel}"`))
            .map(([tag, href]) => [/hrefLang="([^"]+)"/i.exec(tag)?.[1], href]);
        expect(linked("canonical").map(([, href]) => href)).toEqual([`${page}${canonical}`]);
        const languages = linked("alternate").filter(([language]) => language !== undefined);
        expect(languages).toEqual([
          ["ru", `${page}?lang=ru`],
          ["en", `${page}?lang=en`],
          ["x-default", page],
        ]);
      }
    }
  });

  it("stores the prefix that a reader chose for the samples of every page", async () => {
    const answer = await fetch(`${stage.server.baseUrl}/docs/first-order?lang=en&prefix=delivery`);
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("api_prefix=")) ?? "";
    const later = await fetch(`${stage.server.baseUrl}/docs/first-order?lang=en`, {
      headers: { Cookie: cookie.split(";")[0] ?? "" },
    });
    expect(toText(await later.text())).toContain("/v1/delivery/orders");
  });

  it("gives each field of a request an anchor", async () => {
    const { html } = await get("/docs/createOrder?lang=en");
    const own = html.split(` id="body-pickup-address-intercom"`)[1]?.split("</li>")[0] ?? "";
    expect(toText(`<p${own}`)).toContain("up to 64");
  });

  it("has a page of every error, in both languages", async () => {
    for (const [index, { slug, ids, status, code, meaning, advice }] of ERROR_PAGES.entries()) {
      const locale = index % 2 === 0 ? "ru" : "en";
      const page = await get(`/docs/errors/${slug}?lang=${locale}`);
      expect([slug, page.status]).toEqual([slug, 200]);
      const text = toText(page.html);
      for (const word of [ids[0], code, String(status)]) expect(text).toContain(word);
      for (const output of [meaning[locale], advice[locale]]) {
        expect(text.replace(/\s+/g, "")).toContain(output.replaceAll("`", "").replace(/\s+/g, ""));
      }
    }
    expect((await get("/docs/errors/no.such")).status).toBe(404);
  });

  it("reports a missing page in its HTML, in both languages", async () => {
    for (const [locale, other] of [
      ["ru", "en"],
      ["en", "ru"],
    ] as const) {
      const { status, html } = await get(`/docs/nowhere?lang=${locale}`);
      expect(status).toBe(404);
      const { heading, text } = MESSAGES[locale].ui.missing;
      const seen = toText(html.replaceAll(/<script\b.*?<\/script>/gs, ""));
      for (const output of [heading, text, MESSAGES[locale].docs.group.webhooks])
        expect(seen).toContain(output);
      expect(seen).not.toContain(MESSAGES[other].ui.missing.heading);
      expect(html).toContain(`<html lang="${locale}"`);
    }
    expect((await get("/docs/search")).status).toBe(200);
  });

  it("has every page in Markdown too, and lists all pages for programs", async () => {
    const index = (await get("/llms.txt")).html;
    const map = (await get("/sitemap.xml")).html;
    for (const path of listDocPaths()) {
      const page = path === "" ? "/docs" : `/docs/${path}`;
      expect(index).toContain(`${page}.md?lang=en`);
      for (const query of ["?lang=ru", ""]) expect(map).toContain(`${page}${query}</loc>`);
    }
    for (const page of [
      "/docs.md",
      "/docs/createOrder.md",
      "/docs/errors/order.not_found.md",
      "/changelog.md",
    ]) {
      const twin = await fetch(`${stage.server.baseUrl}${page}?lang=ru`);
      expect([page, twin.status, twin.headers.get("content-type")]).toEqual([
        page,
        200,
        "text/markdown; charset=utf-8",
      ]);
      expect(await twin.text()).toMatch(/^# /);
    }
    expect((await get("/docs/nowhere.md")).status).toBe(404);
  });

  it("serves a search index that is small enough to load while the reader types", async () => {
    for (const locale of LOCALES) {
      const answer = await fetch(`${stage.server.baseUrl}/docs/search.json?lang=${locale}`);
      const text = await answer.text();
      expect((JSON.parse(text) as { entries: object[] }).entries.length).toBeGreaterThan(200);
      expect(gzipSync(text).length).toBeLessThan(60 * 1024);
    }
    const found = await get("/docs/search?q=order.not_found&lang=en");
    expect(found.html).toContain('href="/docs/errors/order.not_found"');
  });

  it("has a changelog, newest first, with the entry of 2026-09-20, and its feed (VER-2, VER-3)", async () => {
    const { html } = await get("/changelog?lang=en");
    const dates = [...html.matchAll(/<time dateTime="([^"]+)"/gi)].map(([, date = ""]) => date);
    expect(dates).toContain("2026-09-20");
    expect(dates).toEqual([...dates].sort().reverse());
    expect(html.split('id="2026-09-20"')[1]?.split("</li><li id=")[0]).toContain("cancellation");
    const feed = (await get("/changelog.xml?lang=ru")).html;
    expect(feed.match(/<entry>/g)).toHaveLength(CHANGELOG.ru.length);
    expect(new Set(feed.match(/<id>[^<]+/g)).size).toBe(CHANGELOG.ru.length + 1);
  });

  it("serves the OpenAPI document itself", async () => {
    const response = await fetch(`${stage.server.baseUrl}/openapi.json`);
    expect(response.status).toBe(200);
    const served = (await response.json()) as { paths: object; servers: { url: string }[] };
    expect(served.paths).toEqual(JSON.parse(JSON.stringify(openApiDocument("x").paths)));
  });

  it("redirects the paths of removed pages to their replacements", async () => {
    const { baseUrl } = stage.server;
    for (const [path, target] of Object.entries(MOVED_URLS)) {
      const { status, headers } = await fetch(baseUrl + path, { redirect: "manual" });
      expect([path, status, headers.get("location")]).toEqual([path, 308, target]);
      expect([path, (await fetch(baseUrl + path)).status]).toEqual([path, 200]);
    }
  });
});

describeOnBothServers("the published contract", (stage) => {
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
    await expectFinalJournal(stage().db);
    const events = await client.GET("/v1/partner/events", { params: { query: { limit: 100 } } });
    const own = events.data?.data.events.filter((event) => event.external_order_id === id) ?? [];
    expect(own.at(-1)?.cancellation).toEqual({ reason: "customer_changed_mind", comment: null });
  });
});
