import { gzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { updateAccount } from "@/lib/accounts/update-account";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { setShift } from "@/lib/couriers/set-shift";
import { DAY_MS } from "@/lib/duration";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { revokeTrackingLinks } from "@/lib/orders/issue-tracking-links";
import type { CourierStep } from "@/lib/orders/progress";
import { proofCode } from "@/lib/orders/proof-code";
import { isLongRun } from "@/testing/amount";
import { orderBody, orderBodyWith } from "@/testing/api-client";
import { openBrowserStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectWholeWords,
  SIZES,
  setTheme,
} from "@/testing/looks";
import { startServer } from "@/testing/server";
import type { TestServer } from "@/testing/stage";

/** With its styles, raw and gzipped. */
const HTML_BUDGETS = [60 * 1024, 16 * 1024] as const;
/** Before the map. */
const SCRIPT_BUDGET = 27 * 1024;

/** The pages' map host, which exists only in these tests. */
const MAP_HOST = "https://map.example";
/** The courier in the picture that is shown before the map loads, and behind it. */
const PUCK = '.street-picture [data-kind="courier"]';
const STYLE = {
  version: 8,
  sources: {
    land: {
      type: "geojson",
      data: {
        type: "Polygon",
        coordinates: [
          [
            [20, 50],
            [40, 50],
            [40, 70],
            [20, 70],
            [20, 50],
          ],
        ],
      },
    },
  },
  layers: [{ id: "land", type: "fill", source: "land", paint: { "fill-color": "#dde5da" } }],
};

/** A simulated courier drives a test order's two kilometers in some twenty seconds, and not in forty. */
const ENV = { ROLE: "all", MAP_STYLE_URL: `${MAP_HOST}/style.json`, SIMULATOR_SPEED: "18" };

let stage: TestServer;

test.beforeAll(async () => {
  stage = await openBrowserStage(ENV);
});

test.beforeEach(({ page }) =>
  page.route(`${MAP_HOST}/**`, (route) =>
    route.fulfill({ json: STYLE, headers: { "access-control-allow-origin": "*" } }),
  ),
);

test.afterAll(async () => {
  // One of the tests has put another in place of the stage's own.
  await stage?.server.kill("SIGTERM");
  await stage?.close();
});

/** Creates an order in the wanted state, with its tracking link here and a courier. */
async function orderIn(
  state: "new" | "assigned" | "in_progress" | "delivered" | "cancelled",
  dropoffs = 1,
  proof = {},
) {
  const { api, shop, couriers, server } = stage;
  const plain = orderBodyWith(dropoffs);
  const body = { ...plain, dropoffs: plain.dropoffs.map((one) => ({ ...one, proof })) };
  const { data } = await api.create(body);
  const here = (url: string | null) => server.baseUrl + new URL(url ?? "").pathname;
  const links = [data.tracking_url, ...(data.tracking_urls ?? [])].map(here);
  const id = body.external_order_id;
  const courierId = await couriers.makeCourier({ type: "car", make: "Lada" });
  const take = async (...steps: CourierStep[]) => {
    const { id: orderId } = await stage.db.models.order.findFirstOrThrow({ where: { externalOrderId: id } });
    for (const step of steps) await recordStep(couriers.context, courierId, { orderId, step });
  };
  if (state !== "new" && state !== "cancelled") {
    await assignCourier(couriers.context, shop.scope, { externalOrderId: id, courierId });
    await couriers.place(courierId);
    if (state !== "assigned") await take({ type: "pick_up" });
    if (state === "delivered") {
      for (let dropoff = 0; dropoff < dropoffs; dropoff += 1) await take({ type: "hand_over", dropoff });
    }
    await couriers.showArrivals();
  }
  if (state === "cancelled") await api.post(`/v1/partner/orders/${id}/cancel`);
  return { id, link: links[0] ?? "", links, courierId, take };
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test.describe("a recipient on a phone", () => {
  test.use({ viewport: SIZES.phone, locale: "en-US", timezoneId: "Europe/Moscow" });

  test("follows a test order from its creation to its delivery without touching the page", {
    tag: ["@long", "@map"],
  }, async ({ page }) => {
    const { api } = await stage.testMode();
    const { data } = await api.create(orderBody({ cargo_size: "L" }));
    const foreign: string[] = [];
    page.on("request", (request) => {
      const url = request.url();
      const isOwn = url.startsWith(stage.server.baseUrl) || url.startsWith(MAP_HOST);
      if (!isOwn && !/^(data|blob):/.test(url)) foreign.push(url);
    });
    let loads = 0;
    page.on("domcontentloaded", () => {
      loads += 1;
    });
    await page.goto(stage.server.baseUrl + new URL(data.tracking_url ?? "").pathname);
    await expect(page.getByText(/\. .+ is on the way to the shop/)).toBeVisible();
    await expect(page.getByRole("link", { name: /^Call / })).toHaveAttribute("href", /^tel:\+\d+$/);
    await expect(heading(page)).toHaveText(/Arrives|Almost there/);
    const marker = page.locator('.map-layer .map-marker[data-kind="courier"]');
    await expect(marker).toBeAttached();
    const before = await marker.evaluate((element) => element.style.transform);
    await expect.poll(() => marker.evaluate((element) => element.style.transform)).not.toBe(before);
    await expect(heading(page)).toHaveText(/^Delivered at/);
    await expect(page).toHaveTitle("Delivered");
    await expect(page.getByRole("link", { name: /Call/ })).toHaveCount(0);
    await expect(page.locator(".map-box")).toHaveCount(0);
    expect([loads, foreign]).toEqual([1, []]);
  });

  test("chooses another time for an order with a window, with and without scripts", async ({
    page,
    browser,
  }) => {
    await updateAccount(stage.db, stage.shop.accountId, { recipientWindowHours: "00:00-24:00" });
    const from = new Date(Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS);
    const to = new Date(from.getTime() + DAY_MS / 12);
    const { data } = await stage.api.create(
      orderBody({ delivery_window: { from: from.toISOString(), to: to.toISOString() } }),
    );
    const link = stage.server.baseUrl + new URL(data.tracking_url ?? "").pathname;
    await page.goto(link);
    await page.getByRole("link", { name: "Choose another time" }).click();
    await expect(page.getByText("The price stays the same.")).toBeVisible();
    await expectAccessibleInBothThemes(page);
    const windows = page.getByRole("button", { name: /^2:00.+4:00.PM/ });
    await windows.last().click();
    await expect(heading(page)).toContainText(/2:00.+4:00.PM/);

    const plain = await browser.newContext({ javaScriptEnabled: false, locale: "en-US" });
    const other = await plain.newPage();
    await other.goto(`${link}/windows`);
    await other
      .getByRole("button", { name: /10:00.AM.+12:00.PM/ })
      .last()
      .click();
    await expect(heading(other)).toContainText(/10:00.AM.+12:00.PM/);
    await plain.close();
    await expect(heading(page)).toContainText(/10:00.AM.+12:00.PM/);

    await updateAccount(stage.db, stage.shop.accountId, { recipientWindowHours: null });
    await page.goto(`${link}/windows`);
    await expect(page.getByText("can’t be changed on this page any more")).toBeVisible();
  });

  test("sees the courier whose tracker speaks OsmAnd, until the network or the link is lost", {
    tag: "@map",
  }, async ({ page, context, expectComplaint }) => {
    const { id, link, courierId } = await orderIn("in_progress");
    const { deviceToken } = await issueCourierLink(stage.db, courierId, stage.server.baseUrl);
    await setShift(stage.couriers.context, courierId, true);
    await page.goto(link);
    await expect(page.locator(PUCK)).toBeAttached();
    const place = () => page.locator(PUCK).getAttribute("style");
    const before = await place();
    const timestamp = new Date(Date.now() + 1_000).toISOString();
    const coords = {
      latitude: 59.9308,
      longitude: 30.3312,
      accuracy: 5,
      heading: 120,
      speed: 5,
      altitude: 0,
    };
    const { status } = await fetch(`${stage.server.baseUrl}/gps`, {
      method: "POST",
      body: JSON.stringify({ device_id: deviceToken, location: { timestamp, coords } }),
    });
    expect(status).toBe(200);
    await expect.poll(place).not.toBe(before);
    await expect(page.getByText(/location updated just now$/)).toBeVisible();

    // The map may have been loading.
    expectComplaint(/ERR_INTERNET_DISCONNECTED/, /Worker failed to load/, /404 .*\/t\//);
    await context.setOffline(true);
    await expect(page.locator(".banner")).toHaveText(/^No connection\. Showing data from \d+:\d\d [AP]M\./);
    await expect(page.locator(PUCK)).toHaveAttribute("data-tone", "stale");
    await expect(page.getByText(/last known location, \d+:\d\d/)).toBeVisible();
    await expect(page.getByText(/^Estimated at/)).toBeVisible();
    await context.setOffline(false);
    await expect(page.locator(".banner")).toHaveCount(0);
    await expect(page.locator(PUCK)).not.toHaveAttribute("data-tone", "stale");

    await revokeTrackingLinks(stage.couriers.context, stage.shop.scope, id);
    await expect(heading(page)).toHaveText("This link does not work");
    expect(await page.content()).not.toMatch(/\+7911|Алексей|tel:/);
  });

  test("reloads the last state, code and number offline, until the link or the delivery has ended", async ({
    page,
    context,
    expectComplaint,
  }) => {
    expectComplaint(/ERR_(INTERNET_DISCONNECTED|FAILED)/, /Worker failed to load/, /404 .*\/t\//);
    const countKept = () =>
      page.evaluate(async () => {
        const caches = await window.caches.keys();
        const pages = await Promise.all(caches.map(async (name) => (await window.caches.open(name)).keys()));
        return pages.flat().filter(({ url }) => url === location.href).length;
      });
    /** Opens a page as a reader who stays, until the phone keeps it. */
    const open = async (link: string) => {
      await page.goto(link);
      // Only a page whose scripts have loaded notices the key.
      await expect(async () => {
        await page.keyboard.press("Shift");
        expect(await countKept()).toBe(1);
      }).toPass();
    };
    const reloadOffline = async () => {
      await context.setOffline(true);
      return page.reload().catch(String);
    };

    const { id, link } = await orderIn("in_progress", 1, { code: true });
    await open(link);
    const output = (await heading(page).textContent()) ?? "";
    const call = (await page.getByRole("link", { name: /^Call / }).getAttribute("href")) ?? "";
    await reloadOffline();
    await expect(page.getByRole("alert")).toHaveText(/^No connection\. Showing data from \d+:\d\d [AP]M\.$/);
    await expect(heading(page)).toHaveText(output);
    const code = proofCode(link.slice(link.lastIndexOf("/") + 1));
    await expect(page.getByText(`${code.slice(0, 3)} ${code.slice(3)}`, { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Call / })).toHaveAttribute("href", call);
    await context.setOffline(false);
    await revokeTrackingLinks(stage.couriers.context, stage.shop.scope, id);
    await page.reload();
    await expect(heading(page)).toHaveText("This link does not work");
    // The service worker forgets the page once it has the response.
    await expect.poll(countKept).toBe(0);
    expect(await reloadOffline()).toMatch(/ERR_/);

    await context.setOffline(false);
    const delivered = await orderIn("in_progress");
    await open(delivered.link);
    await delivered.take({ type: "hand_over", dropoff: 0 });
    await expect(heading(page)).toHaveText(/^Delivered at/);
    await expect.poll(countKept).toBe(0);
    expect(await reloadOffline()).toMatch(/ERR_/);
  });

  test("sees how many of three stops come first, and the courier when it is their turn", async ({ page }) => {
    const { links, take } = await orderIn("in_progress", 3);
    await page.goto(links[3] ?? "");
    await expect(page.getByText("2 other stops first, then yours.")).toBeVisible();
    await expect(page.locator(PUCK)).toHaveCount(0);
    await take({ type: "hand_over", dropoff: 0 });
    await expect(page.getByText("1 other stop first, then yours.")).toBeVisible();
    await take({ type: "hand_over", dropoff: 1 });
    await expect(page.locator(PUCK)).toBeAttached();
    await take({ type: "hand_over", dropoff: 2 });
    await expect(heading(page)).toHaveText(/^Delivered at/);
  });

  test("is notified once of a status change, and not of every position", async ({ page }) => {
    const { link, courierId, take } = await orderIn("assigned");
    await take({ type: "accept" });
    await page.goto(link);
    await page.evaluate(() => {
      const output: string[] = [];
      Object.assign(window, { said: output });
      const status = document.querySelector('[role="status"]');
      if (status)
        new MutationObserver(() => output.push(status.textContent ?? "")).observe(status, {
          characterData: true,
          childList: true,
          subtree: true,
        });
    });
    const place = () => page.locator(PUCK).getAttribute("style");
    for (let index = 1; index <= 3; index += 1) {
      const before = await place();
      await stage.couriers.place(courierId, new Date(Date.now() + index), 59.9301 + index / 1000);
      await expect.poll(place).not.toBe(before);
    }
    await take({ type: "pick_up" });
    await expect(page.getByRole("status")).toHaveText("Courier is on the way");
    expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([
      "Courier is on the way",
    ]);
  });

  test("keeps the last state while the service is down, and continues when it is back", async ({
    page,
    expectComplaint,
  }) => {
    // On a busy machine, the service can respond with 503 while it starts.
    expectComplaint(/(net::ERR_|status of 503).*\/t\//);
    // Chromium logs this when the service worker is installed or updated while the service is down.
    expectComplaint(/^An unknown error occurred when fetching the script/);
    const { api, server, databaseUrl } = stage;
    const { link, id } = await orderIn("new");
    // Its map is not asked for, and so is never on its way.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
    );
    const followed = page.waitForRequest(/\/events/);
    await page.goto(link);
    await followed;
    // Couriers of other tests may be planned for it.
    const waiting = /^(Finding a courier near the shop|A courier will pick up your order)/;
    await expect(heading(page)).toHaveText(waiting);
    await server.kill("SIGKILL");
    // The page may also recover by itself just before the test reconnects it.
    let isReconnected = false;
    await page.route(/\/t\/[^/]+\/(events|state)/, (route) =>
      isReconnected ? route.fallback() : route.abort(),
    );
    await expect(page.getByText(/^No connection/)).toBeVisible();
    await expect(heading(page)).toHaveText(waiting);
    const port = Number(new URL(server.baseUrl).port);
    stage = { ...stage, server: await startServer({ databaseUrl, pages: true, port, env: ENV }) };
    await api.post(`/v1/partner/orders/${id}/cancel`);
    const tryAgain = page.getByRole("button", { name: "Try again" });
    await expect(tryAgain).toBeVisible();
    isReconnected = true;
    await tryAgain.dispatchEvent("click");
    await expect(heading(page)).toHaveText(/^Your order was cancelled/);
  });

  test("keeps the sketch when the map's worker cannot be loaded", { tag: ["@long", "@map"] }, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/Worker failed to load/);
    await page.route("**/vendor/**", (route) => route.abort());
    const { link } = await orderIn("in_progress");
    await page.clock.install();
    await page.goto(link);
    await expect(page.locator(".map-box")).toHaveAttribute("data-stage", /failed|loading/);
    await expect(page.locator(".street-picture")).toBeVisible();
    await expect(page.locator(PUCK)).toBeAttached();
    // By then a map that came to nothing is given up.
    await page.clock.fastForward(21_000);
    await expect(page.locator(".map-box")).toHaveAttribute("data-stage", "failed");
    await expect(page.locator(".map-layer")).toHaveCount(0);
    await expect(page.locator(PUCK)).toBeVisible();
  });

  test("keeps the page when the map's code cannot be loaded", { tag: "@map" }, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/net::ERR_FAILED.*\/_next\/static\//, /Failed to fetch dynamically imported module/);
    const { link } = await orderIn("in_progress");
    // Everything the page requests once it is idle belongs to the map.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
    );
    await page.goto(link);
    await expect(page.getByRole("button", { name: "Show the map" })).toBeVisible();
    await page.route("**/_next/static/chunks/**", (route) => route.abort());
    await page.getByRole("button", { name: "Show the map" }).click();
    await expect(page.locator(".map-box")).toHaveAttribute("data-stage", "failed");
    await expect(page.locator(PUCK)).toBeVisible();
    await expect(heading(page)).toHaveText(/Arrives|Almost there/);
  });

  test("gets the map by a tap in data-saving mode, also on a page at 200 % zoom", {
    tag: ["@long", "@map"],
  }, async ({ page }) => {
    await page.setViewportSize({ width: 195, height: 422 });
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
    );
    const { link } = await orderIn("in_progress");
    await page.goto(link);
    await page.getByRole("button", { name: "Show the map" }).click();
    await expect(page.locator(".map-box")).toHaveAttribute("data-stage", "ready");
    await expect(page.locator('.map-layer .map-marker[data-kind="dropoff"]')).toBeVisible();
    await expect(heading(page)).toBeVisible();
  });

  test("keeps the sketch when the map's style cannot be loaded", { tag: ["@long", "@map"] }, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/map\.example/);
    await page.route(`${MAP_HOST}/**`, (route) => route.abort());
    const { link } = await orderIn("in_progress");
    await page.goto(link);
    await expect(page.locator(".map-box")).toHaveAttribute("data-stage", "failed");
    await expect(page.locator(".map-layer")).toHaveCount(0);
    await expect(page.locator(PUCK)).toBeVisible();
  });

  test("sees the result of sharing above the bar, where the call button keeps its size", async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
    const { link } = await orderIn("in_progress");
    const followed = page.waitForRequest(/\/events/);
    await page.goto(link);
    await followed;
    const call = page.getByRole("link", { name: /^Call / });
    const before = await call.boundingBox();
    await page.getByRole("button", { name: "Share the link" }).click();
    const status = page.getByText(/^Link copied$|^http.+\/t\//);
    await expect(status).toBeInViewport({ ratio: 1 });
    expect(await call.boundingBox()).toEqual(before);
    const over = await status.boundingBox();
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(before?.y ?? 0);
  });

  test("reaches every control by keyboard, never hidden by the bar", async ({ page }) => {
    const { link } = await orderIn("in_progress");
    await page.goto(link);
    const reached = new Set<string>();
    for (let index = 0; index < 12; index += 1) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return null;
        const box = element.getBoundingClientRect();
        const bar = element.closest(".action-bar")
          ? null
          : document.querySelector(".action-bar")?.getBoundingClientRect();
        return {
          text: element.textContent ?? "",
          isHidden: bar != null && box.top >= bar.top && box.bottom <= bar.bottom,
        };
      });
      if (focused === null) continue;
      expect(focused.isHidden).toBe(false);
      reached.add(focused.text.trim().slice(0, 5));
    }
    expect([...reached]).toEqual(expect.arrayContaining(["Share", "Call "]));
  });
});

test.describe("the page's budgets", () => {
  test.use({ viewport: SIZES.phone, timezoneId: "Europe/Moscow" });

  test("limit its size and allow no layout shift", { tag: "@map" }, async ({ page }) => {
    const { link } = await orderIn("in_progress");
    const html = await (await fetch(link)).text();
    expect(Buffer.byteLength(html)).toBeLessThan(HTML_BUDGETS[0]);
    expect(gzipSync(html).length).toBeLessThan(HTML_BUDGETS[1]);
    expect(html.split("@media print")).toHaveLength(2);
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
        }
      }).observe({ type: "layout-shift", buffered: true });
      // Saves data, so that the page is measured before its map.
      Object.defineProperty(navigator, "connection", { value: { saveData: true } });
    });
    const scripts: Promise<number>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") {
        scripts.push(response.body().then((body) => gzipSync(body).length));
      }
    });
    await page.goto(link);
    const show = page.getByRole("button", { name: /Показать карту|Show the map/ });
    await expect(show).toBeVisible();
    const total = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(SCRIPT_BUDGET);
    expect(await page.locator('link[rel="stylesheet"]').count()).toBe(0);
    await show.click();
    await expect(page.locator(".map-box")).toHaveAttribute("data-stage", "ready");
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02);
  });

  test("allow a final state neither the map's script nor a stream", async ({ page }) => {
    const { link } = await orderIn("delivered");
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(link);
    await expect(page.getByText("Местное время").or(page.getByText("local time"))).toHaveCount(0);
    expect(requested.filter((path) => /events|tracking-map|\/map\//.test(path))).toEqual([]);
    expect(requested.filter((path) => path.endsWith(".js"))).toHaveLength(1);
  });
});

/** A short run checks the smallest phones, and the smallest desktop. */
const FITS = [
  [195, 422],
  [320, 640],
  ...(isLongRun ? ([[390, 844]] as const) : []),
  [1280, 720],
  ...(isLongRun ? ([[1440, 900]] as const) : []),
] as const;

/** Expects nothing to be cut off, and the button that calls the courier to be visible without scrolling. */
async function expectItFits(page: Page): Promise<void> {
  const call = page.getByRole("link", { name: /Call|Позвонить/ });
  const hasCall = (await call.count()) > 0;
  for (const text of ["100%", "200%"]) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, text);
    for (const [width, height] of FITS) {
      await page.setViewportSize({ width, height });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([text, width, over <= 0]).toEqual([text, width, true]);
      if (width >= 320) await expectWholeWords(page, "h1, summary, .tracking button, .action-bar a");
      if (hasCall && (text === "100%" || width < 1024)) {
        await expect(call, `${text} at ${width}`).toBeInViewport({ ratio: 1 });
      }
    }
  }
}

test("every status page passes axe and does not overflow at any size of page or text", {
  tag: "@map",
}, async ({ page, context, expectComplaint }) => {
  expectComplaint(/404 .*\/t\/A/);
  // One dropoff in the light theme without a map, two in the dark one with it.
  const saving = await context.newPage();
  await saving.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  await setTheme(page, "dark");
  const states = ["new", "assigned", "in_progress", "delivered", "cancelled"] as const;
  for (const [index, state] of states.entries()) {
    for (const [place, one] of [saving, page].entries()) {
      // A short run sees one of the two in each state, and both on the way.
      if (!isLongRun && state !== "in_progress" && (index + place) % 2 === 1) continue;
      const { link } = await orderIn(state, place + 1);
      for (const language of isLongRun ? ["en", "ru"] : ["ru"]) {
        await one.goto(`${link}?lang=${language}`);
        await expectItFits(one);
      }
      await one.setViewportSize(SIZES.phone);
      await expectAccessible(one);
    }
  }
  await page.goto(`${stage.server.baseUrl}/t/AAAAAAAAAAAAAAAAAAAAAA?lang=ru`);
  await expectAccessibleInBothThemes(page);
});
