import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { numeric } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { generateTrackingToken } from "@/lib/orders/tracking-token";
import { orderBody, orderBodyWith } from "@/testing/api-client";
import { toText } from "@/testing/html-text";
import { PATIENCE_MS } from "@/testing/patience.mjs";
import { startTestServer, type TestServer } from "@/testing/stage";

const DAY_MS = 24 * 60 * 60_000;
const TOKENS = 100_000;

const ARRIVES = {
  ru: /^Приедет в\s\d\d:\d\d\u2060–\u2060\d\d:\d\d$/,
  en: /^Arrives \d\d:\d\d\u2060–\u2060\d\d:\d\d$/,
};

/** The first sentence of a page for an order in each state. */
const SENTENCES = {
  // Couriers of the other orders may be planned for it.
  new: {
    ru: /^(Ищем курьера рядом с магазином|Курьер заберёт ваш заказ.*)$/,
    en: /^(Finding a courier near the shop|A courier will pick up your order.*)$/,
  },
  assigned: ARRIVES,
  in_progress: ARRIVES,
  delivered: { ru: /^Заказ доставлен в \d\d:\d\d$/, en: /^Delivered at \d\d:\d\d$/ },
  cancelled: { ru: /^Заказ отменён$/, en: /^Your order was cancelled$/ },
} as const;
/** English pages transliterate addresses. */
const STREET = /Невский|Nevskiy/;
const STATES = ["new", "assigned", "in_progress", "delivered", "cancelled"] as const;

describe("tracking links", () => {
  let stage: TestServer;

  beforeAll(async () => {
    stage = await startTestServer({ pages: true });
  });

  afterAll(() => stage?.close());

  const get = (path: string, init: RequestInit = {}) => fetch(stage.server.baseUrl + path, init);
  const buildLink = (url: string | null | undefined) => new URL(url ?? "").pathname;

  it("carry 128 random bits in 22 URL-safe characters (TRK-1)", () => {
    const seen = new Set<string>();
    const misshapen: string[] = [];
    const ones = new Array<number>(128).fill(0);
    for (let index = 0; index < TOKENS; index += 1) {
      const token = generateTrackingToken();
      seen.add(token);
      if (!/^[A-Za-z0-9_-]{22}$/.test(token)) misshapen.push(token);
      for (const [place, byte] of Buffer.from(token, "base64url").entries()) {
        for (let bit = 0; bit < 8; bit += 1) {
          if (byte & (1 << bit)) ones[place * 8 + bit] = (ones[place * 8 + bit] ?? 0) + 1;
        }
      }
    }
    expect([seen.size, misshapen]).toEqual([TOKENS, []]);
    const share = ones.reduce((sum, count) => sum + count, 0) / (TOKENS * 128);
    expect(Math.abs(share - 0.5)).toBeLessThan(0.001);
    // Seven standard deviations of a fair coin.
    for (const count of ones) expect(Math.abs(count / TOKENS - 0.5)).toBeLessThan(0.0111);
  });

  it.each(STATES)(
    "show the status sentence, the times and the call link of an order that is %s without scripts (TRK-1)",
    async (state) => {
      const { api, couriers, shop } = stage;
      const body = orderBody();
      const link = buildLink((await api.create(body)).data.tracking_url);
      if (state === "cancelled") await api.post(`/v1/partner/orders/${body.external_order_id}/cancel`);
      else if (state !== "new") {
        const courierId = await couriers.lead(shop.scope, body.external_order_id, state);
        if (state === "assigned") await couriers.accept(shop.scope, body.external_order_id, courierId);
        await couriers.place(courierId);
        await couriers.showArrivals();
      }
      const isMoving = state === "assigned" || state === "in_progress";
      const isOver = state === "delivered" || state === "cancelled";
      for (const language of ["ru", "en"] as const) {
        const html = await (await get(`${link}?lang=${language}`)).text();
        const count = (what: RegExp) => html.match(what)?.length ?? 0;
        expect(html).toMatch(new RegExp(`<html[^>]* lang="${language}"`));
        expect(toText(/<h1[^>]*>.*?<\/h1>/s.exec(html)?.[0] ?? "")).toMatch(SENTENCES[state][language]);
        expect(html).toMatch(/<ol[^>]*>.*<time /s);
        const other = language === "ru" ? "en" : "ru";
        expect(count(new RegExp(`<a [^>]*href="\\?lang=${other}"[^>]*hreflang="${other}"`, "gi"))).toBe(1);
        expect(count(/<link rel="alternate" hreflang="(ru|en)"/gi)).toBe(2);
        expect(html).toMatch(/<meta property="og:site_name" content="Shop \d+"/);
        expect(count(/<a [^>]*href="tel:/g)).toBe(isMoving ? 1 : 0);
        expect(count(/class="street-picture[ "]/g)).toBe(isOver ? 0 : 1);
        expect(count(/<meta http-equiv="refresh"/gi)).toBe(isOver ? 0 : 1);
      }
    },
  );

  it("return a 404 page if they are unknown, whatever their form, and a 429 after many attempts (TRK-7)", async () => {
    const own = buildLink((await stage.api.create(orderBody())).data.tracking_url);
    const wrong = ["x", "%3Cscript%3E", "A".repeat(22), "A".repeat(5_000), "%00", "%E0%A4%A", "7KQ2-M4XR"];
    for (const token of wrong) {
      const response = await get(`/t/${token}?lang=en`);
      const text = await response.text();
      expect([token, response.status, text.includes("This link does not work")]).toEqual([token, 404, true]);
      expect(text).not.toContain("<script");
    }
    const statuses = new Map<number, number>();
    for (let index = 0; index < 200; index += 1) {
      const path = `/t/${randomBytes(16).toString("base64url")}${["", "/state", "/events"][index % 3]}`;
      let { status } = await get(path);
      // A busy machine refuses a request before it looks for the link.
      while (status === 503) ({ status } = await get(path));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].sort()).toEqual([404, 429]);
    expect(statuses.get(404)).toBeLessThan(60);
    // A valid link still opens for a reader behind the same address.
    expect((await get(own)).status).toBe(200);
  });

  it("are read without changing the database", async () => {
    const { data } = await stage.api.create(orderBodyWith(2));
    const counts = async () => {
      const rows = await query(stage.db, { changes: numeric.orNull })`
        SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS changes FROM pg_stat_user_tables
        WHERE relname IN ('orders', 'order_stops', 'events', 'order_status_changes', 'couriers', 'courier_positions')`;
      await execute(stage.db)`SELECT 1`;
      return rows[0]?.changes;
    };
    const snapshot = async () =>
      JSON.stringify(
        await stage.db.models.order.findMany({ include: { stops: true, events: true } }),
        (_, value) => (typeof value === "bigint" ? String(value) : value),
      );
    const before = await snapshot();
    for (const link of [data.tracking_url, ...(data.tracking_urls ?? [])]) {
      expect((await get(buildLink(link))).status).toBe(200);
      expect((await get(`${buildLink(link)}/state`)).status).toBe(200);
    }
    expect(await snapshot()).toBe(before);
    expect(await counts()).toBeDefined();
  });

  it("are hidden from search indexes, caches and other hosts (TRK-7)", async () => {
    const { data } = await stage.api.create(orderBody());
    const { headers } = await get(buildLink(data.tracking_url));
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toContain("no-store");
    expect(headers.get("content-security-policy")).toMatch(
      /default-src 'none'.*script-src 'self' 'sha256-.*frame-ancestors 'none'/,
    );
    expect(await (await get("/robots.txt")).text()).toContain("Disallow: /t/");
  });

  it("show only the outcome after one day, and return 410 after thirty days (TRK-6)", async () => {
    const { api, db, shop, couriers } = stage;
    const body = orderBody();
    const path = buildLink((await api.create(body)).data.tracking_url);
    await couriers.lead(shop.scope, body.external_order_id, "in_progress");
    await deliverOrder(couriers.context, shop.scope, body.external_order_id);
    const endedAgo = async (ms: number) => {
      const at = new Date(Date.now() - ms);
      const { id } = await db.models.order.findFirstOrThrow({
        where: { externalOrderId: body.external_order_id },
      });
      await db.models.orderStatusChange.updateMany({
        where: { orderId: id, status: "delivered" },
        data: { changedAt: at },
      });
      await db.models.order.update({ where: { id }, data: { deliveredAt: at } });
      await db.models.orderStop.updateMany({
        where: { orderId: id, position: 1 },
        data: { deliveredAt: at },
      });
      const page = await get(`${path}?lang=en`);
      return {
        status: page.status,
        text: await page.text(),
        state: (await get(`${path}/state`)).status,
        events: (await get(`${path}/events`)).status,
      };
    };
    const fresh = await endedAgo(DAY_MS - 60_000);
    expect([fresh.status, STREET.test(fresh.text)]).toEqual([200, true]);
    const old = await endedAgo(DAY_MS);
    expect([old.status, STREET.test(old.text), old.text.includes("Delivered")]).toEqual([200, false, true]);
    expect((await endedAgo(30 * DAY_MS - 60_000)).status).toBe(200);
    const gone = await endedAgo(30 * DAY_MS);
    expect([gone.status, gone.state, gone.events]).toEqual([410, 410, 410]);
    expect(gone.text).toContain("This order has ended");
    expect(gone.text).not.toContain("Delivered at");
  });

  it("stop working when they are revoked, and the next link differs", async () => {
    const { api, db } = stage;
    const body = orderBody();
    const path = buildLink((await api.create(body)).data.tracking_url);
    await db.models.order.updateMany({
      where: { externalOrderId: body.external_order_id },
      data: { trackingToken: null },
    });
    expect((await get(path)).status).toBeGreaterThanOrEqual(404);
    const { data } = await api.post(`/v1/partner/orders/${body.external_order_id}/tracking_link`);
    expect(buildLink(data.tracking_url)).not.toBe(path);
    expect((await get(buildLink(data.tracking_url))).status).toBe(200);
  });

  it("allow twenty streams per IP address, and their pages can poll beyond that limit", async () => {
    const path = buildLink((await stage.api.create(orderBody())).data.tracking_url);
    const leaving = new AbortController();
    const open = () => get(`${path}/events`, { signal: leaving.signal });
    const streams = await Promise.all(Array.from({ length: 20 }, open));
    expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const refused = await open();
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([503, true]);
    expect((await get(`${path}/state`)).status).toBe(200);
    leaving.abort();
    await expect
      .poll(async () => (await get(`${path}/events`, { signal: AbortSignal.timeout(5_000) })).status)
      .toBe(200);
  });

  it("return a 503 while the database does not respond, as an HTML page to a browser", async () => {
    const path = buildLink((await stage.api.create(orderBody())).data.tracking_url);
    await stage.db.transaction(
      async (tx) => {
        await execute(tx)`SET LOCAL idle_in_transaction_session_timeout = 0`;
        await execute(tx)`LOCK TABLE orders`;
        const answers = await Promise.all(["?lang=en", "/state", "/events"].map((end) => get(path + end)));
        expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual(
          Array(3).fill([503, "2"]),
        );
        expect(await answers[0]?.text()).toContain("Back in a moment");
      },
      { timeout: PATIENCE_MS },
    );
    expect((await get(path)).status).toBe(200);
  });
});
