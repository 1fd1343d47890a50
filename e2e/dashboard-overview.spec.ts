import { expect, type Page } from "@playwright/test";
import { execute } from "@/lib/db/sql";
import type { OrderBody } from "@/lib/orders/schema";
import { address, orderBody } from "@/testing/api-client";
import { openCommonStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { makeVisitor } from "@/testing/household";
import { expectAccessibleInBothThemes, expectPagesOfGoodLooks, SIZES } from "@/testing/looks";
import { addKey } from "@/testing/shop";
import type { SessionCookie } from "@/testing/sign-in";
import type { Scene } from "@/testing/stage";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";
import { textOf } from "@/testing/written-page";

let stage: Scene;
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
  return (await makeVisitor(stage, role, accountId)).session;
}

async function order(change: Partial<OrderBody> = {}): Promise<{ id: string; code: string }> {
  const body = orderBody(change);
  const { data } = await stage.api.create(body);
  return { id: body.external_order_id, code: data.order_code };
}

const to = (street: string, value = "+79161234567"): Partial<OrderBody> => ({
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

test("nobody but an account's people is told anything, and of their own account alone", async ({
  request,
}) => {
  const { code } = await order();
  const rival = await stage.newShop();
  const stranger = await enter(rival.shop.accountId, "owner");
  const ask = (path: string, cookie?: SessionCookie) =>
    request.get(
      at(path),
      cookie === undefined ? {} : { headers: { Cookie: `${cookie.name}=${cookie.value}` } },
    );
  for (const path of [
    "/dashboard/map/state",
    "/dashboard/map/events",
    `/dashboard/map/way?code=${code}`,
    "/dashboard/find?q=order",
  ]) {
    expect([path, (await ask(path)).status()]).toEqual([path, 404]);
  }
  expect((await ask(`/dashboard/map/way?code=${code}`, stranger)).status()).toBe(404);
  expect(await (await ask(`/dashboard/find?q=${code}`, stranger)).json()).toEqual([]);
  expect(await (await ask("/dashboard/map/state", stranger)).json()).toEqual({ couriers: [], orders: [] });
  expect(await (await ask(`/dashboard/find?q=${code}`, owner)).json()).toHaveLength(1);
});

test("a stream ends when its reader is no longer one of the account's people", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/404 .*\/map\/(events|state)/);
  const { id, session } = await makeVisitor(stage, "staff");
  await page.context().addCookies([session]);
  await page.goto(at("/dashboard/map"));
  await expect(page.getByText("Updates live")).toBeVisible();
  await stage.db.user.update({ where: { id }, data: { disabledAt: new Date() } });
  const { code } = await order();
  await expect(page.getByText("No connection. This may be out of date")).toBeVisible();
  await expect(page.getByRole("link", { name: code })).toHaveCount(0);
});

test("a new account is led from its first key to its first order, and then sees its numbers", async ({
  page,
}) => {
  const { shop, api } = await stage.newShop();
  await stage.db.apiKey.deleteMany({ where: { accountId: shop.accountId } });
  await page.context().addCookies([await enter(shop.accountId, "owner")]);
  await page.goto(at("/dashboard"));
  const steps = page.getByRole("region", { name: "Getting started" });
  await expect(steps).toContainText("0 of 4 done");
  await expect(page.getByText("No orders yet.")).toBeVisible();
  await expect(steps.getByRole("link", { name: "Create a key" })).toHaveAttribute("href", "/dashboard/keys");
  const helper = await enter(shop.accountId, "staff");
  await page.context().addCookies([helper]);
  await page.reload();
  await expect(steps).toContainText("An account owner does this.");
  await expect(steps.getByRole("link", { name: "Create a key" })).toHaveCount(0);

  const key = stage.client((await addKey(stage.db, shop.accountId, "live")).key);
  await page.reload();
  await expect(steps).toContainText("1 of 4 done");
  expect((await api.get("/v1/partner/ping")).status).toBe(401);
  await key.create(orderBody());
  await page.reload();
  await expect(steps).toContainText("3 of 4 done");
  await addEndpoint(testWebhooks(stage.db), shop.scope, "https://localhost:4000/");
  await page.reload();
  await expect(steps).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Today’s numbers" })).toContainText("Orders1");
});

test("an owner, and staff alike, see today's numbers, what needs attention and the latest orders", async ({
  page,
  request,
}) => {
  await page.context().addCookies([owner]);
  const { id } = await order();
  await stage.couriers.lead(stage.shop.scope, id, "delivered");
  const lost = await order();
  const courier = await stage.couriers.lead(stage.shop.scope, lost.id, "in_progress");
  await stage.couriers.place(courier);
  await execute(stage.db)`
    UPDATE courier_positions SET received_at = now() - interval '7 minutes' WHERE courier_id = ${courier}::uuid`;
  await page.goto(at("/dashboard"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today");
  const numbers = page.getByRole("region", { name: "Today’s numbers" });
  await expect(numbers).toContainText("On time100%");
  const line = page
    .getByRole("region", { name: "Needs attention" })
    .getByRole("listitem")
    .filter({ hasText: lost.code });
  await expect(line).toContainText("No signal from courier");
  await expect(line).toContainText("7 min ago");
  await expect(line.getByRole("link")).toHaveAttribute("href", `/dashboard/orders/${lost.code}`);
  await expect(page.getByRole("region", { name: "Latest orders" }).getByRole("listitem")).toHaveCount(
    Math.min(5, await stage.db.order.count({ where: { accountId: stage.shop.accountId } })),
  );
  await page.getByText("View as a table").click();
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(15);
  await page.getByText("How this is calculated").click();
  await expect(page.getByText("no more than 10 minutes after the requested delivery time")).toBeVisible();
  const forStaff = await request.get(at("/dashboard"), {
    headers: { Cookie: `${staff.name}=${staff.value}`, "Accept-Language": "en-GB" },
  });
  const said = textOf((await forStaff.text()).replace(/<script.*?<\/script>/gs, ""));
  for (const text of ["On time 100%", "No signal from courier", "7 min ago", "Latest orders", lost.code]) {
    expect(said).toContain(text);
  }
  await stage.couriers.place(courier);
});

test.describe("the live map", () => {
  test.beforeEach(async ({ page }) => page.context().addCookies([staff]));

  test("follows a courier by its stream, and list and map point at one another", async ({ page }) => {
    const { id, code } = await order(to("Заневский проспект"));
    await page.goto(at("/dashboard/map"));
    await expect(page.getByText("Updates live")).toBeVisible();
    const couriers = page.getByRole("region", { name: "Couriers with your orders" });
    const line = couriers.getByRole("listitem").filter({ hasText: code });
    await expect(line).toHaveCount(0);
    const courier = await stage.couriers.lead(stage.shop.scope, id, "in_progress");
    await expect(line).toContainText("Not seen yet");
    await expect(page.getByLabel(/No signal for 5 min/)).toBeVisible();
    await stage.couriers.place(courier);
    await expect(line).toContainText("last seen just now");
    const marker = page.locator(`.map-marker[data-kind=courier][aria-label*="${code}"]`);
    await expect(marker).toHaveAttribute("data-tone", "busy");
    const before = await marker.getAttribute("style");
    await stage.couriers.place(courier, new Date(Date.now() + 1_000), 59.9305);
    await expect.poll(() => marker.getAttribute("style")).not.toBe(before);

    const way = page.waitForResponse(`**/dashboard/map/way?code=${code}`);
    const chosen = page
      .getByRole("region", { name: "Under way", exact: true })
      .getByRole("button", { name: "Заневский проспект" });
    await chosen.focus();
    await page.keyboard.press("Enter");
    await expect(chosen).toHaveAttribute("aria-pressed", "true");
    expect(((await (await way).json()) as unknown[]).length).toBeGreaterThan(1);
    await expect(page.locator(`.map-marker[data-selected=true]`)).toHaveAttribute("data-kind", "dropoff");
    await marker.dispatchEvent("click");
    await expect(line.getByRole("button")).toHaveAttribute("aria-pressed", "true");
    await expect(chosen).toHaveAttribute("aria-pressed", "false");

    await page.getByLabel(/No signal for 5 min/).check();
    await expect(line).toHaveCount(0);
    await execute(stage.db)`
      UPDATE courier_positions SET received_at = now() - interval '6 minutes' WHERE courier_id = ${courier}::uuid`;
    await page.reload();
    await page.getByLabel(/No signal for 5 min/).check();
    await expect(line).toContainText("position out of date");
    await expect(marker).toHaveAttribute("data-tone", "stale");
  });

  test("is empty with a way on, and stands above its list on a phone", async ({ page }) => {
    await page.setViewportSize(SIZES.phone);
    await page.goto(at("/dashboard/map?mode=test"));
    await expect(page.getByRole("link", { name: "New order" }).first()).toBeVisible();
    await expect(page.getByText("Place a test order and watch")).toBeVisible();
    const map = await page.locator(".live-map").boundingBox();
    const list = await page.getByRole("region", { name: "Under way", exact: true }).boundingBox();
    expect((map?.y ?? 0) + (map?.height ?? 0)).toBeLessThanOrEqual(list?.y ?? 0);
  });
});

test.describe("the palette", () => {
  test.beforeEach(async ({ page }) => {
    await page.context().addCookies([staff]);
  });

  test("is used by the keyboard alone, and gives the focus back", async ({ page }) => {
    await openForKeys(page);
    const button = page.getByRole("button", { name: "Search and actions" });
    await button.focus();
    await page.keyboard.press("Control+k");
    await expect(field(page)).toBeFocused();
    await expect(active(page)).toHaveText(/Overview/);
    await page.keyboard.press("ArrowDown");
    await expect(active(page)).toHaveText(/Orders/);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(active(page)).toHaveText(/Sign out/);
    expect(await field(page).getAttribute("aria-activedescendant")).toBe(
      await active(page).getAttribute("id"),
    );
    await page.keyboard.press("Escape");
    await expect(field(page)).toHaveCount(0);
    await expect(button).toBeFocused();

    await page.keyboard.press("Enter");
    await page.keyboard.type("карта");
    await expect(page.getByRole("option")).toHaveText([/Map/]);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(at("/dashboard/map"));
    await expect(page.getByText("Updates live")).toBeVisible();
    await keysAreHeard(page);
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toHaveText([/Map/]);
    await page.keyboard.type("zzzz no such thing");
    await expect(page.getByRole("dialog").getByRole("status")).toContainText("No results");
    await page.keyboard.press("Control+k");
    await expect(field(page)).toHaveCount(0);
  });

  test("finds an order of either mode by the end of a phone number", async ({ page }) => {
    const twin = await addKey(stage.db, stage.shop.accountId, "test");
    const { data } = await stage.client(twin.key).create(orderBody(to("улица Репина", "+79995554433")));
    await openForKeys(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("44-33");
    const hit = page.getByRole("group", { name: "Orders" }).getByRole("option");
    await expect(hit).toContainText(data.order_code);
    await expect(hit).toContainText("Test");
    await expect(hit).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(at(`/dashboard/orders/${data.order_code}?mode=test`));
  });

  test("says that the search fails, and acts meanwhile", async ({ page, expectComplaint }) => {
    expectComplaint(/ERR_FAILED.*\/find/);
    await page.route("**/dashboard/find*", (route) => route.abort());
    await openForKeys(page);
    const rail = await page.getByRole("navigation").boundingBox();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("switch to test");
    await expect(page.getByRole("dialog").getByRole("status")).toContainText("isn’t responding");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(at("/dashboard?mode=test"));
    await expect(page.getByText("Test mode: neither")).toBeVisible();
    expect((await page.getByRole("navigation").boundingBox())?.y).toBe(rail?.y);
  });

  test("changes the language, and signs out", async ({ page }) => {
    await page.context().addCookies([await enter(stage.shop.accountId, "staff")]);
    await openForKeys(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("язык");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Сегодня");
    await keysAreHeard(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("sign out");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/sign-in/);
  });
});

test("single keys act outside of fields, are listed, and can be turned off", async ({ page }) => {
  await page.context().addCookies([owner]);
  await openForKeys(page);
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toContainText("Go to: Map");
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await expect(page).toHaveURL(at("/dashboard"));
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("gm?n");
  await expect(field(page)).toHaveValue("gm?n");
  await page.keyboard.press("Escape");
  await expect(field(page)).toHaveCount(0);
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await expect(page).toHaveURL(at("/dashboard/map"));
  await expect(page.getByText("Updates live")).toBeVisible();
  await keysAreHeard(page);
  await page.keyboard.press("?");
  await sheet.getByLabel("Single-key shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.keyboard.press("?");
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(at("/dashboard/map"));
  await page.reload();
  await expect(page.getByText("Updates live")).toBeVisible();
  await keysAreHeard(page);
  await page.keyboard.press("?");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
});

test("a page stays while the service cannot be reached, says so, and goes on by itself", async ({
  page,
  context,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch RSC payload/, /ERR_.*\/events/);
  await context.addCookies([owner]);
  await openForKeys(page);
  await context.setOffline(true);
  await page.getByRole("link", { name: "Orders", exact: true }).first().click();
  await expect(page.getByText("No connection. Trying again…")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today");
  await context.setOffline(false);
  await expect(page).toHaveURL(at("/dashboard/orders"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Orders");
});

test("a theme holds at once and in what the server writes from then on", async ({ page }) => {
  await page.context().addCookies([owner]);
  await page.emulateMedia({ colorScheme: "light" });
  await openForKeys(page);
  expect(await theme(page)).toBe("system");
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  expect(await theme(page)).toBe("dark");
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await scheme()).toBe("dark");
  const written = await page.request.get(at("/dashboard"));
  expect(await written.text()).toContain('data-theme="dark"');
  await page.reload();
  await expect(page.getByRole("button", { name: "Dark", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await keysAreHeard(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("theme light");
  await page.keyboard.press("Enter");
  await expect.poll(() => theme(page)).toBe("light");
  expect(await scheme()).toBe("light");
});

test("is accessible in either theme, with the palette open and closed, and fits", async ({ page }) => {
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
