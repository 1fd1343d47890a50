import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setTariff } from "@/lib/pricing/set-tariff";
import { makeMember } from "@/testing/account-fixture";
import { orderBody, orderBodyWith } from "@/testing/api-client";
import { HIGHER_TARIFF } from "@/testing/higher-tariff";
import { toText } from "@/testing/html-text";
import { AUTH } from "@/testing/sign-in";
import { startTestServer, type TestServer } from "@/testing/stage";
import { pollUntil } from "@/testing/until";

const DAY_MS = 24 * 60 * 60_000;

describe("pages kept in memory", () => {
  let stage: TestServer;

  beforeAll(async () => {
    stage = await startTestServer({ pages: true, env: AUTH });
  });

  afterAll(() => stage?.close());

  async function view(path: string, headers: Readonly<Record<string, string>> = {}) {
    const sent = { "Accept-Language": "en", ...headers };
    const response = await fetch(stage.server.baseUrl + path, { headers: sent, redirect: "manual" });
    const policy = response.headers.get("content-security-policy") ?? "";
    return { status: response.status, headers: response.headers, policy, html: await response.text() };
  }
  /** Each page has its own nonce, so two equal responses were rendered once. */
  const tagOf = async (path: string, headers?: Readonly<Record<string, string>>) =>
    (await view(path, headers)).headers.get("etag");
  const placeOrder = async () => {
    const body = orderBody();
    const { data } = await stage.api.create(body);
    return { id: body.external_order_id, link: new URL(data.tracking_url ?? "").pathname };
  };

  it("render once for concurrent visitors, and answer 304 to a browser that has the page", async () => {
    const tags = await Promise.all(Array.from({ length: 20 }, () => tagOf("/docs")));
    expect(new Set(tags).size).toBe(1);
    const headers = { "If-None-Match": `"other", ${tags[0]}` };
    const again = await view("/docs", headers);
    expect([again.status, again.html, again.headers.get("etag")]).toEqual([304, "", tags[0]]);
    expect(again.headers.get("cache-control")).toBe("private, no-cache");
    expect(again.headers.get("vary")).toMatch(/^Accept-Language, Cookie, .*Accept-Encoding/);
    const plain = await view("/docs", { "Accept-Encoding": "identity" });
    expect([plain.headers.get("content-encoding"), plain.html]).toEqual([null, (await view("/docs")).html]);
  });

  it.each(["/", "/pricing", "/docs", "/docs/createOrder", "/changelog", "/sign-in", "/sign-up", "/forgot"])(
    "have at %s a policy that allows each of its inline scripts by hash and none by nonce",
    async (path) => {
      const { policy, html } = await view(path);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'( 'sha256-[\w+/]+=')+; style-src/);
      const scripts = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text = ""]) => text);
      const inline = scripts.filter((text) => text !== "");
      expect(inline.length).toBeGreaterThan(0);
      for (const text of inline) expect(policy).toContain(createHash("sha256").update(text).digest("base64"));
    },
  );

  it("never cross languages, regions, themes, prefixes or code samples", async () => {
    const page = (headers: Record<string, string>) => view("/docs/createOrder", headers);
    const english = await page({});
    expect(english.html).toMatch(/<html lang="en".*data-theme="system"/s);
    expect((await page({ "Accept-Language": "ru" })).html).toContain('<html lang="ru"');
    expect((await page({ Cookie: "locale=ru" })).html).toContain('<html lang="ru"');
    expect((await page({ Cookie: "theme=dark" })).html).toContain('data-theme="dark"');
    expect((await page({ Cookie: "api_prefix=delivery" })).html).not.toBe(english.html);
    const variants = [{}, { Cookie: "theme=dark" }, { Cookie: "sample-language=python" }];
    const tags = await Promise.all([
      ...variants.map((headers) => tagOf("/docs/createOrder", headers)),
      tagOf("/docs/createOrder", { "Accept-Language": "en-GB" }),
    ]);
    expect(new Set(tags).size).toBe(4);
    // An unknown value and another cookie select no separate page.
    expect(await tagOf("/docs/createOrder", { Cookie: "theme=none; visitor=7" })).toBe(tags[0]);
  });

  it("are rendered once for all regions of a language with the same clock", async () => {
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const regions = letters.flatMap((first) => [..."ACEGIKMNRSUZ"].map((second) => `en-${first}${second}`));
    // One after another, as concurrent requests share a render; of a small page, as there are 200.
    const tags = new Set<string | null>();
    for (const region of ["en-US", "en-GB", ...regions.slice(0, 200)])
      tags.add(await tagOf("/forgot", { "Accept-Language": region }));
    // Those of the United States and of Great Britain, and one for regions without their own forms.
    expect(tags.size).toBe(3);
  });

  it("are not served to a user who is signed in, nor contain anything of that user", async () => {
    const before = await tagOf("/pricing");
    const { cookie } = await makeMember(stage.db, stage.shop.accountId, "owner");
    const own = await view("/pricing", { Cookie: cookie });
    expect([own.headers.get("etag"), own.html.includes('href="/dashboard"')]).toEqual([null, true]);
    expect(own.policy).toContain("'nonce-");
    const after = await view("/pricing");
    expect([after.headers.get("etag"), after.html.includes('href="/dashboard"')]).toEqual([before, false]);
  });

  it("are rendered for a language in the URL, for Next's navigation and for missing pages each time", async () => {
    const chosen = await view("/pricing?lang=ru");
    expect([chosen.headers.get("etag"), chosen.headers.get("set-cookie")]).toEqual([
      null,
      expect.stringContaining("locale=ru"),
    ]);
    expect(await tagOf("/pricing", { RSC: "1" })).toBeNull();
    // Next's client gets a document, so it loads the page as one.
    expect((await view("/sign-in", { RSC: "1" })).html).toMatch(/^<!DOCTYPE html>/);
    expect((await view("/docs/nothing")).status).toBe(404);
  });

  it("show a new tariff", async () => {
    expect((await view("/pricing")).html).not.toContain("1,000");
    await setTariff(stage.db, HIGHER_TARIFF);
    // Another process is notified within a second.
    await pollUntil(async () => (await view("/pricing")).html.includes("1,000"));
  });

  it.each([
    ["en-US", /^Arrives \d+:\d\d.*[AP]M$/],
    ["en-AU", /^Arrives \d+:\d\d.*[AP]M$/],
    ["en-GB", /^Arrives \d\d:\d\d\S*$/],
    ["en", /^Arrives \d\d:\d\d\S*$/],
  ])("show a recipient whose browser accepts %s the same clock as later updates", async (language, shown) => {
    const { id, link } = await placeOrder();
    await stage.couriers.place(await stage.couriers.lead(stage.shop.scope, id, "in_progress"));
    await stage.couriers.showArrivals();
    const { html } = await view(link, { "Accept-Language": language });
    const heading = toText(/<h1[^>]*>.*?<\/h1>/s.exec(html)?.[0] ?? "");
    expect(heading).toMatch(shown);
    const tag = /\\"tag\\":\\"([\w-]+)/.exec(html)?.[1];
    const { headline } = JSON.parse((await view(`${link}/state?lang=${tag}`)).html);
    expect(headline).toMatch(shown);
  });

  it("show a tracked order as it is at each view, rendered once per change", async () => {
    const { id, link } = await placeOrder();
    const first = await Promise.all(Array.from({ length: 10 }, () => tagOf(link)));
    expect(new Set(first).size).toBe(1);
    const { policy, headers, html } = await view(link);
    expect([headers.get("etag"), headers.get("cache-control")]).toEqual([
      first[0],
      expect.stringContaining("no-store"),
    ]);
    expect(policy).not.toContain("nonce");
    // Couriers of other orders may be planned for it.
    const waiting = /Finding a courier|A courier will pick up/;
    expect(html).toMatch(waiting);
    const courierId = await stage.couriers.lead(stage.shop.scope, id, "in_progress");
    expect((await view(link)).html).not.toMatch(waiting);
    const withoutPosition = await tagOf(link);
    await stage.couriers.place(courierId);
    expect(await tagOf(link)).not.toBe(withoutPosition);
    await stage.db.models.account.update({
      where: { id: stage.shop.accountId },
      data: { brandName: "Another name" },
    });
    expect((await view(link)).html).toContain("Another name");
  });

  it("never show one link's page at another, and end with their link", async () => {
    const { data } = await stage.api.create(orderBodyWith(2));
    const links = [data.tracking_url, ...(data.tracking_urls ?? [])].map(
      (url) => new URL(url ?? "").pathname,
    );
    for (const link of [...links, ...links]) {
      const { status, html } = await view(link);
      const named = links.filter((other) => html.includes(other));
      expect([status, named]).toEqual([200, [link]]);
    }
    const { id, link } = await placeOrder();
    expect((await view(link)).status).toBe(200);
    await stage.api.post(`/v1/partner/orders/${id}/cancel`);
    expect((await view(link)).html).toContain("Your order was cancelled");
    const { models } = stage.db;
    const where = { externalOrderId: id };
    const changedAt = new Date(Date.now() - 31 * DAY_MS);
    await models.orderStatusChange.updateMany({
      where: { order: where, status: "cancelled" },
      data: { changedAt },
    });
    expect((await view(link)).status).toBe(410);
    await models.order.updateMany({ where, data: { trackingToken: null } });
    expect((await view(link)).status).toBe(404);
  });

  it("show at once that a recipient stopped messages", async () => {
    const { link } = await placeOrder();
    await stage.db.models.account.update({
      where: { id: stage.shop.accountId },
      data: { messageKinds: ["on_the_way"] },
    });
    const before = await tagOf(link);
    expect(await tagOf(link)).toBe(before);
    const sent = await fetch(`${stage.server.baseUrl}${link}/opt-out`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
      body: JSON.stringify({ value: "shop" }),
    });
    expect(sent.status).toBe(204);
    expect(await tagOf(link)).not.toBe(before);
  });
});
