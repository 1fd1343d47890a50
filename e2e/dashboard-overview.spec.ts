import { expect, type Page } from "@playwright/test";
import { formatRubles } from "@/components/tracking/format";
import { execute } from "@/lib/db/sql";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { createSignedInContext } from "@/testing/account-fixture";
import { address, orderBody } from "@/testing/api-client";
import { openCommonStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { expectAccessibleInBothThemes, expectPagesOfGoodLooks, SIZES } from "@/testing/looks";
import { readPage } from "@/testing/read-page";
import { addKey } from "@/testing/shop";
import type { SessionCookie } from "@/testing/sign-in";
import type { TestContext } from "@/testing/stage";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

let stage: TestContext;
let owner: SessionCookie;
let staff: SessionCookie;

test.beforeAll(async () => {
  stage = await openCommonStage();
  owner = await enter(stage.shop.accountId, "owner");
  staff = await enter(stage.shop.accountId, "staff");
});

test.afterAll(() => stage?.close());

test.use({ locale: "en-GB", viewport: SIZES.desktop });

const at = (path: string) => stage.server.baseUrl + path;

async function enter(accountId: string, role: "owner" | "staff"): Promise<SessionCookie> {
  return (await createSignedInContext(stage, role, accountId)).session;
}

async function order(change: Partial<CreateOrderBody> = {}): Promise<{ id: string; code: string }> {
  const body = orderBody(change);
  const { data } = await stage.api.create(body);
  return { id: body.external_order_id, code: data.order_code };
}

const to = (street: string, value = "+79161234567"): Partial<CreateOrderBody> => ({
  dropoffs: [{ address: { ...address(59.9287, 30.3607), street }, contact: { value } }],
});

const field = (page: Page) => page.getByRole("combobox", { name: "Find an order or an action" });
const active = (page: Page) => page.getByRole("option", { selected: true });
const theme = (page: Page) => page.locator("[data-theme]").getAttribute("data-theme");

/** Opens the overview and waits until shortcuts work. */
async function openForKeys(page: Page): Promise<void> {
  await page.goto(at("/dashboard"));
  await keysAreHeard(page);
}

const keysAreHeard = (page: Page) => expect(page.locator("[aria-keyshortcuts]")).toBeVisible();

test("only an account's users receive data, and only of their account", async ({ request }) => {
  const { code } = await order();
  const otherAccount = await stage.newShop();
  const stranger = await enter(otherAccount.shop.accountId, "owner");
  const ask = (path: string, cookie?: SessionCookie) =>
    request.get(
      at(path),
      cookie === undefined ? {} : { headers: { Cookie: `${cookie.name}=${cookie.value}` } },
    );
  for (const path of [
    "/dashboard/map/state",
    "/dashboard/map/events",
    "/dashboard/map/marks",
    `/dashboard/map/way?code=${code}`,
    "/dashboard/find?q=order",
  ]) {
    expect([path, (await ask(path)).status()]).toEqual([path, 404]);
  }
  expect((await ask(`/dashboard/map/way?code=${code}`, stranger)).status()).toBe(404);
  expect(await (await ask(`/dashboard/find?q=${code}`, stranger)).json()).toEqual([]);
  expect(await (await ask("/dashboard/map/state", stranger)).json()).toMatchObject({
    couriers: [],
    orders: [],
    counts: { open: 0 },
  });
  expect(await (await ask("/dashboard/map/marks", stranger)).json()).toEqual([]);
  expect(await (await ask(`/dashboard/find?q=${code}`, owner)).json()).toHaveLength(1);
});

test("a new account is guided from its first key to its first order, and then sees its numbers", async () => {
  const { shop, api } = await stage.newShop();
  await stage.db.models.apiKey.deleteMany({ where: { accountId: shop.accountId } });
  const [its, helper] = [await enter(shop.accountId, "owner"), await enter(shop.accountId, "staff")];
  const page = () => readPage(at("/dashboard"), its);
  const empty = await page();
  for (const text of ["Getting started", "0 of 4 done", "No open orders right now"])
    expect(empty.text).toContain(text);
  expect(empty.linkTo("Create a key")).toBe(at("/dashboard/keys?mode=test"));
  expect(empty.text).not.toContain("Someone with another role does this.");
  const forStaff = await readPage(at("/dashboard"), helper);
  expect(forStaff.text).toContain("Someone with another role does this.");
  expect(forStaff.linkTo("Create a key")).toBeNull();

  const key = stage.client((await addKey(stage.db, shop.accountId, "live")).key);
  expect((await page()).text).toContain("1 of 4 done");
  expect((await api.get("/v1/partner/ping")).status).toBe(401);
  await key.create(orderBody());
  expect((await page()).text).toContain("3 of 4 done");
  await addEndpoint(testWebhooks(stage.db), shop.scope, "https://localhost:4000/");
  const done = await page();
  expect(done.text).not.toContain("Getting started");
  expect(done.text).toContain("Orders today1");
});

test("owners and staff see the current summary, what needs attention and today's numbers", async () => {
  const { id } = await order();
  await stage.couriers.lead(stage.shop.scope, id, "delivered");
  const lost = await order();
  const courier = await stage.couriers.lead(stage.shop.scope, lost.id, "in_progress");
  await stage.couriers.place(courier);
  await execute(stage.db)`
    UPDATE courier_positions SET received_at = now() - interval '7 minutes' WHERE courier_id = ${courier}::uuid`;
  for (const reader of [owner, staff]) {
    const page = await readPage(at("/dashboard"), reader);
    expect(page.heading).toMatch(/ on the way/);
    const attention = page.items.find(({ href }) => href === `/dashboard/orders/${lost.code}`);
    expect(attention?.text).toContain("No signal from");
    expect(attention?.text).toContain("7 min");
    for (const text of [
      "On time100%",
      "Needs attention",
      "Next arrivals",
      "10 minutes after the requested time",
    ]) {
      expect(page.text).toContain(text);
    }
  }
  await stage.couriers.place(courier);
});

test.describe("the live map", () => {
  test.beforeEach(async ({ page }) => page.context().addCookies([staff]));

  test("follows a courier by its stream, and list and map highlight each other", { tag: "@map" }, async ({
    page,
  }) => {
    const { id, code } = await order(to("Заневский проспект"));
    await page.goto(at("/dashboard/map"));
    await expect(page.getByText("Updates live")).toBeVisible();
    const couriers = page.getByRole("region", { name: "Couriers with your orders" });
    const line = couriers.getByRole("listitem").filter({ hasText: id });
    await expect(line).toHaveCount(0);
    const courier = await stage.couriers.lead(stage.shop.scope, id, "in_progress");
    await expect(line).toContainText("Not seen yet");
    await stage.couriers.place(courier);
    await expect(line).toContainText("last seen just now");
    const marker = page.locator(`.map-marker[data-kind=courier][aria-label*="${id}"]`);
    await expect(marker).toHaveAttribute("data-tone", "busy");
    const before = await marker.getAttribute("style");
    await stage.couriers.place(courier, new Date(Date.now() + 1_000), 59.9305);
    await expect.poll(() => marker.getAttribute("style")).not.toBe(before);

    const way = page.waitForResponse(`**/dashboard/map/way?code=${code}`);
    const chosen = page
      .getByRole("region", { name: "Open orders", exact: true })
      .getByRole("button", { name: "Заневский проспект" });
    await chosen.focus();
    await page.keyboard.press("Enter");
    await expect(chosen).toHaveAttribute("aria-pressed", "true");
    expect(((await (await way).json()) as unknown[]).length).toBeGreaterThan(1);
    await expect(page.locator(`.map-marker[data-selected=true]`)).toHaveAttribute("data-kind", "dropoff");
    await marker.dispatchEvent("click");
    await expect(line.getByRole("button")).toHaveAttribute("aria-pressed", "true");
    await expect(chosen).toHaveAttribute("aria-pressed", "false");

    const silent = page.getByRole("button", { name: /No signal for 12 min/ });
    await silent.click();
    await expect(line).toHaveCount(0);
    await execute(stage.db)`
      UPDATE courier_positions SET received_at = now() - interval '13 minutes' WHERE courier_id = ${courier}::uuid`;
    await page.reload();
    await silent.click();
    await expect(line).toContainText("location out of date");
    await expect(marker).toHaveAttribute("data-tone", "stale");

    // On a phone the map stands above its list.
    await page.setViewportSize(SIZES.phone);
    const map = await page.locator(".live-map").boundingBox();
    const list = await page.getByRole("region", { name: "Open orders", exact: true }).boundingBox();
    expect((map?.y ?? 0) + (map?.height ?? 0)).toBeLessThanOrEqual(list?.y ?? 0);
  });

  test("shows a next step while it is empty", async () => {
    const page = await readPage(at("/dashboard/map?mode=test"), staff);
    expect(page.linkTo("New order")).toBe(at("/dashboard/new?mode=test"));
    expect(page.text).toContain("Place a test order and watch");
  });
});

test("the palette opens an order, a section, the mode, the theme, the language and the exit by keyboard alone", {
  tag: "@long",
}, async ({ page }) => {
  await page.context().addCookies([await enter(stage.shop.accountId, "staff")]);
  await page.emulateMedia({ colorScheme: "light" });
  const twin = await addKey(stage.db, stage.shop.accountId, "test");
  const { data } = await stage.client(twin.key).create(orderBody(to("улица Репина", "+79995554433")));
  await openForKeys(page);
  const rail = await page.getByRole("navigation").boundingBox();
  const button = page.getByRole("button", { name: "Search and actions" });
  await button.focus();
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(active(page)).toHaveText(/Orders/);
  await page.keyboard.press("Escape");
  await expect(field(page)).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press("Enter");
  await page.keyboard.type("44-33");
  const hit = page.getByRole("group", { name: "Orders" }).getByRole("option");
  await expect(hit).toContainText(data.order_code);
  await expect(hit).toContainText("Test");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(at(`/dashboard/orders/${data.order_code}?mode=test`));
  await keysAreHeard(page);
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page).toHaveURL(at("/dashboard?mode=test"));
  await expect(page.getByText("Test mode: neither")).toBeVisible();
  expect((await page.getByRole("navigation").boundingBox())?.y).toBe(rail?.y);

  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await page.getByRole("button", { name: /^You/ }).click();
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  expect([await theme(page), await scheme()]).toEqual(["dark", "dark"]);
  const written = await page.request.get(at("/dashboard"));
  expect(await written.text()).toContain('data-theme="dark"');
  await page.keyboard.press("Control+k");
  await page.keyboard.type("язык");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  const dark = page.getByRole("button", { name: "Тёмная", exact: true, includeHidden: true }).first();
  await expect(dark).toHaveAttribute("aria-pressed", "true");
  await keysAreHeard(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("sign out");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("a page stays open while the service is unreachable, reports it and recovers by itself", async ({
  page,
  context,
  expectComplaint,
}) => {
  expectComplaint(
    /ERR_INTERNET_DISCONNECTED/,
    /Failed to fetch RSC payload/,
    /ERR_.*\/events/,
    // The map may still have been on its way.
    /Worker failed to load/,
    /ChunkLoadError/,
  );
  await context.addCookies([owner]);
  await openForKeys(page);
  await context.setOffline(true);
  // Its name has the number of open orders in it.
  await page.locator('nav a[href="/dashboard/orders"]').first().click();
  await expect(page.getByText("No connection. Trying again…")).toBeVisible();
  await expect(page.getByRole("link", { name: "Overview", exact: true }).first()).toHaveAttribute(
    "aria-current",
    "page",
  );
  await context.setOffline(false);
  await expect(page).toHaveURL(at("/dashboard/orders"));
  await expect(page.getByRole("heading", { level: 1, name: "Orders", exact: true })).toBeVisible();
});

test("the overview sums the orders of any days, and links to them", async () => {
  const { shop, api } = await stage.newShop();
  const reader = await enter(shop.accountId, "owner");
  const price = async () => Number((await api.create(orderBody())).data.total);
  const total = (await price()) + (await price());
  const read = (days: string) => readPage(at(`/dashboard?${days}`), reader);
  const all = await read("from=2026-01-01&to=2099-12-31");
  expect(all.text).toContain(`2 orders, ${formatRubles(total, "en")}`);
  expect(all.linkTo("Orders of these days")).toContain("from=2026-01-01&to=2099-12-31");
  expect((await read("from=2026-01-01&to=2026-01-02")).text).toContain("0 orders");
  expect((await read("")).linkTo("Orders of these days")).toBeNull();
});

test("the overview is accessible in both themes, with the palette open and closed, and fits", {
  tag: "@map",
}, async ({ page }) => {
  test.slow();
  await page.context().addCookies([owner]);
  await order({ external_order_id: "".padEnd(128, "w") });
  await expectPagesOfGoodLooks(page, [at("/dashboard/map"), at("/dashboard")]);
  await keysAreHeard(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await page.setViewportSize(SIZES.phone);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
