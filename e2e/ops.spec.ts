import { expect, type Page } from "@playwright/test";
import { createCourier } from "@/lib/couriers/create-courier";
import { setShift } from "@/lib/couriers/set-shift";
import type { Database } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import { createSignedInContext } from "@/testing/account-fixture";
import { callSignIn } from "@/testing/actions";
import { isLongRun } from "@/testing/amount";
import { ApiClient, newId, orderBody } from "@/testing/api-client";
import { openBrowserStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { holdScripts } from "@/testing/hold-scripts";
import { expectGoodLooks, expectPagesOfGoodLooks } from "@/testing/looks";
import { readPage } from "@/testing/read-page";
import type { RunningServer } from "@/testing/server";
import { addKey, type Client, type CourierSide, makeClient } from "@/testing/shop";
import { AUTH, PASSWORD, type SessionCookie } from "@/testing/sign-in";
import type { TestServer } from "@/testing/stage";
import { square, zoneFile } from "@/testing/zones";

let stage: TestServer;
let server: RunningServer;
let db: Database;
let shop: Client;
let api: ApiClient;
let couriers: CourierSide;
let operator: { readonly email: string; readonly session: SessionCookie };

test.beforeAll(async () => {
  stage = await openBrowserStage({ ...AUTH, LOG_LEVEL: "warn" });
  ({ server, db, shop, api, couriers } = stage);
  operator = await createSignedInContext(stage, "owner", null);
});

test.afterAll(() => stage?.close());

test.use({ locale: "en-GB" });

const at = (path: string) => server.baseUrl + path;

/** All of a browser's tries come from one address, which may make ten a minute. */
test.beforeEach(async () => {
  await execute(db)`DELETE FROM sign_in_attempts`;
});

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const signIn = (page: Page) => page.context().addCookies([operator.session]);

/** Creates a live courier who is on shift. */
async function hire(name: string): Promise<string> {
  const transport = { type: "car", make: "Lada" } as const;
  const { id } = await createCourier(db, { name, phone: "+79115550001", transport, isSimulated: false });
  await setShift(couriers.context, id, true);
  return id;
}

async function order(): Promise<{ id: string; code: string }> {
  const id = newId();
  const { data } = await api.create(orderBody({ external_order_id: id }));
  return { id, code: data.order_code };
}

/** Lets a courier set off with an order, and has their device silent for long. */
async function loseSight(externalOrderId: string, courierId: string): Promise<void> {
  await assignCourier(couriers.context, shop.scope, { externalOrderId, courierId });
  await startOrder(couriers.context, shop.scope, externalOrderId);
  await couriers.place(courierId, new Date(Date.now() - 20 * 60_000));
  await execute(db)`
    UPDATE courier_positions SET received_at = now() - interval '20 min' WHERE courier_id = ${courierId}::uuid`;
}

/** Sees that no pin of a map lies under the map's own buttons, and no note. */
async function expectPinsClear(page: Page): Promise<void> {
  const pins = page.locator(".live-map .map-marker > *");
  await expect(pins).toHaveCount(3);
  const buttons = await page.locator(".live-map-buttons > div").boundingBox();
  for (const pin of await pins.all()) {
    const box = await pin.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(buttons?.x ?? 0);
  }
}

const confirm = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name }).click();

test.describe("signing in", () => {
  test("leads to the requested page, and the user can sign out", async ({ page }) => {
    await page.goto(at("/ops/couriers?mode=test"));
    await expect(page).toHaveURL(at("/sign-in?next=%2Fops%2Fcouriers%3Fmode%3Dtest"));
    await fillIn(page, operator.email, PASSWORD);
    await expect(page).toHaveURL(at("/ops/couriers?mode=test"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Couriers");
    const [session] = (await page.context().cookies()).filter(({ name }) => name === "dropline-session");
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    await page.locator("summary", { hasText: "Profile" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(at("/sign-in?left"));
    // The copied cookie no longer counts either.
    await page.context().addCookies(session === undefined ? [] : [session]);
    await page.goto(at("/ops"));
    await expect(page).toHaveURL(at("/sign-in?next=%2Fops"));
  });

  test("responds equally to a wrong password and an unknown address, and puts neither into the URL", async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/401 .*\/callback\/credentials/);
    const texts: string[] = [];
    for (const [email, password] of [
      [operator.email, "wrong"],
      ["unknown@dropline.example", PASSWORD],
    ] as const) {
      await page.goto(at("/sign-in?next=/ops"));
      await fillIn(page, email, password);
      const alert = page.locator("form [role=alert]");
      await expect(alert).toBeFocused();
      texts.push(String(await alert.textContent()));
      expect(page.url()).toBe(at("/sign-in?next=/ops"));
    }
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain("Wrong email or password");
  });

  test("never redirects to another site", async () => {
    for (const next of ["//example.com", "https://example.com", "/\\example.com"]) {
      const page = await readPage(at(`/sign-in?next=${encodeURIComponent(next)}`), operator.session);
      expect([next, page.url]).toEqual([next, at("/ops")]);
    }
  });

  test("ignores a post from another site", async () => {
    const form = { email: operator.email, password: PASSWORD };
    const answer = await callSignIn(at(""), form, { origin: "https://example.com" });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  });
});

test("users of an account get a 404 for /ops", async ({ page }) => {
  for (const role of ["owner", "staff"] as const) {
    await page.context().addCookies([(await createSignedInContext(stage, role)).session]);
    expect((await page.request.get(at("/dashboard"))).status()).toBe(200);
    for (const path of [
      "/ops",
      "/ops/orders",
      "/ops/tariff",
      "/ops/state",
      "/ops/way",
      "/ops/events",
      "/ops/facts",
      "/ops/find",
    ]) {
      expect([path, (await page.request.get(at(path))).status()]).toEqual([path, 404]);
    }
  }
});

test("a disabled operator loses access at the next click", async ({ page }) => {
  const { id, session } = await createSignedInContext(stage, "owner", null);
  await page.context().addCookies([session]);
  await page.goto(at("/ops/tariff"));
  await db.models.user.update({ where: { id }, data: { disabledAt: new Date() } });
  await page.getByLabel("Base price").fill("1");
  await page.getByRole("button", { name: "Put into force" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await db.models.tariff.count()).toBe(1);
});

test("an operator separates test and live orders", async () => {
  const twin = await addKey(db, shop.accountId, "test");
  const { data } = await new ApiClient(server.baseUrl, twin.key).create(orderBody());
  const read = (url: string | null) => readPage(String(url), operator.session);
  const live = await read(at("/ops/orders"));
  expect(live.html).not.toContain(data.order_code);
  const list = await read(live.linkTo("Test"));
  expect(list.text).toContain("Test mode: neither orders nor couriers are real.");
  const order = await read(list.linkTo(data.order_code));
  expect(order.heading).toBe(data.order_code);
  expect(order.text).toContain("Test mode: neither orders nor couriers are real.");
});

test.describe("an operator", () => {
  test.beforeEach(async ({ page }) => signIn(page));

  test("adds a courier, sees every validation error at once, and gets the link once", async ({ page }) => {
    await page.goto(at("/ops/couriers"));
    await page.getByRole("link", { name: "New courier" }).click();
    await page.getByLabel("Name").fill(" ");
    await page.getByLabel("Phone", { exact: true }).fill("12345");
    await page.getByLabel("Transport").selectOption("bike");
    await page.getByRole("button", { name: "Add courier" }).click();
    const alert = page.locator("form [role=alert]");
    await expect(alert).toBeFocused();
    await expect(alert).toContainText("Fix 2 fields");
    await expect(alert.getByRole("link")).toHaveText(["Name", "Phone"]);
    await expect(page.getByLabel("Phone", { exact: true })).toHaveValue("12345");
    await expect(page.getByLabel("Transport")).toHaveValue("bike");
    await alert.getByRole("link", { name: "Name" }).click();
    await page.getByLabel("Name").fill("Ирина Соколова");
    await page.getByLabel("Phone", { exact: true }).fill("+7 916 123-45-67");
    await page.getByRole("button", { name: "Add courier" }).click();
    await expect(page.getByRole("heading", { level: 2 })).toHaveText("Ирина Соколова has been added");
    const link = await page.locator("code").first().textContent();
    expect(link).toMatch(/^http:\/\/localhost:\d+\/courier\/enter\/[A-Za-z0-9_-]{22}$/);
    await page.getByRole("link", { name: "Back to couriers" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Ирина Соколова" });
    await expect(row).toContainText("bicycle");
    const before = await db.models.courier.findFirstOrThrow({ where: { name: "Ирина Соколова" } });
    await row.getByRole("button", { name: "New link" }).click();
    await confirm(page, "Issue link");
    await expect(page.getByRole("dialog").locator("code").first()).not.toHaveText(String(link));
    const after = await db.models.courier.findFirstOrThrow({ where: { name: "Ирина Соколова" } });
    expect(after.linkHash).not.toEqual(before.linkHash);
    await page.getByRole("button", { name: "Close" }).click();
    await row.getByRole("button", { name: "Disable" }).click();
    await confirm(page, "Disable");
    await expect(row).toContainText("Disabled");
  });

  test("assigns by hand, reassigns, and moves the order to its end (STA-1)", async ({ page }) => {
    for (const name of ["Пётр Первый", "Вера Вторая"]) await hire(name);
    const { id, code } = await order();
    await page.goto(at("/ops/orders"));
    await page.getByRole("link", { name: code }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(code);
    await page.getByRole("button", { name: "Assign a courier" }).click();
    await page.getByRole("dialog").getByText("Пётр Первый").click();
    await page.getByRole("button", { name: "Assign Пётр" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Courier", exact: true })).toContainText("Пётр Первый");
    expect((await api.get(`/v1/partner/orders/${id}`)).data).toMatchObject({
      status: "assigned",
      driver: { name: "Пётр Первый" },
    });
    await page.getByRole("button", { name: "Give to another" }).click();
    // A reload and a copied link keep the panel.
    await expect(page).toHaveURL(/\?panel=reassign$/);
    await page.reload();
    await page.getByRole("dialog").getByText("Вера Вторая").click();
    await page.getByRole("button", { name: "Give to Вера" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(at(`/ops/orders/${code}`));
    await expect(page.getByRole("region", { name: "Courier", exact: true })).toContainText("Вера Вторая");
    expect((await api.get(`/v1/partner/orders/${id}`)).data.driver?.name).toBe("Вера Вторая");
    await page.getByRole("button", { name: "Mark picked up" }).click();
    await confirm(page, "Mark picked up");
    await page.getByRole("button", { name: "Mark delivered" }).click();
    await confirm(page, "Mark delivered");
    await expect(page.getByRole("button", { name: "Mark delivered" })).toHaveCount(0);
    expect((await api.get(`/v1/partner/orders/${id}`)).data.status).toBe("delivered");
    await expect(page.getByRole("region", { name: "History" })).toContainText(`${operator.email}, operator`);
  });

  test("is notified that a courier has become busy, and cancels with a reason", { tag: "@map" }, async ({
    page,
  }) => {
    const courier = await hire("Семён Занятой");
    const [mine, other] = [await order(), await order()];
    await page.goto(at(`/ops/orders/${mine.code}`));
    await expectPinsClear(page);
    await page.getByRole("button", { name: "Assign a courier" }).click();
    await page.getByRole("dialog").getByText("Семён Занятой").click();
    await api.get("/v1/partner/ping");
    await assignCourier(couriers.context, shop.scope, { externalOrderId: other.id, courierId: courier });
    await page.getByRole("button", { name: "Assign Семён" }).click();
    await expect(page.locator("form [role=alert]").first()).toContainText("already has an order");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Cancel the order" }).click();
    await confirm(page, "Cancel the order");
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Reason: is required");
    await page.getByRole("dialog").getByLabel("Reason").fill("out_of_stock");
    await confirm(page, "Cancel the order");
    await expect(page.getByRole("region", { name: "Cancellation" })).toContainText("Out of stock");
    expect((await api.get(`/v1/partner/orders/${mine.id}`)).data.status).toBe("cancelled");
  });

  test("changes the tariff for all accounts at once", async ({ page }) => {
    await page.goto(at("/ops/tariff"));
    await page.getByLabel("Base price").fill("-5");
    await page.getByLabel("Last threshold").fill("0,0001");
    await page.getByRole("button", { name: "Put into force" }).click();
    await expect(page.locator("form [role=alert]")).toContainText("Fix 2 fields");
    await page.getByLabel("Base price").fill("321,50");
    await page.getByLabel("Last threshold").fill("25");
    await page.getByRole("button", { name: "Put into force" }).click();
    await expect(page.getByRole("region", { name: "Put this tariff into force?" })).toContainText("321.5 ₽");
    await page.getByRole("button", { name: "Put into force now" }).click();
    await expect(page.getByRole("region", { name: "History" })).toContainText("321.5");
    await expect(page.getByRole("region", { name: "Prices by distance" })).toContainText("321.50");
    const { data } = await api.get<{ base_price: number }>("/v1/delivery/pricing");
    expect(data.base_price).toBe(321.5);
  });

  test("creates an account, limits it, and disables another", async ({ page }) => {
    const client = await makeClient(db);
    const key = new ApiClient(server.baseUrl, client.key);
    expect((await key.get("/v1/partner/ping")).status).toBe(200);
    await page.goto(at("/ops/accounts/new"));
    await page.getByRole("button", { name: "Open account" }).click();
    await expect(page.locator("form [role=alert]")).toContainText("Fix 2 fields");
    await page.getByLabel("Name").fill("Чайная «Пар»");
    await page.getByLabel("Owner’s email").fill("tea@example.com");
    await page.getByRole("button", { name: "Open account" }).click();
    await expect(page.getByText("The account “Чайная «Пар»” is open.")).toBeVisible();
    await page.getByRole("link", { name: "Show the account" }).click();
    await expect(page.getByRole("region", { name: "People" })).toContainText("tea@example.com");
    await page.goto(at("/ops/accounts"));
    await page.getByRole("searchbox").fill("чайная");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
    await page.goto(at(`/ops/accounts/${client.accountId}`));
    await page.getByLabel("Rate limit").fill("many");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.locator("form [role=alert]")).toContainText("whole number");
    await page.getByLabel("Rate limit").fill("77");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Rate limit")).toHaveValue("77");
    await expect
      .poll(
        async () =>
          (await db.models.account.findUniqueOrThrow({ where: { id: client.accountId } })).rateLimitPerMinute,
      )
      .toBe(77);
    await page.getByRole("button", { name: "Disable" }).click();
    await confirm(page, "Disable");
    await expect(page.getByText("Every key of the account gets a 401")).toBeVisible();
    expect((await key.get("/v1/partner/ping")).status).toBe(401);
  });

  test("creates a shop whose owner joins by the link and places the first order", async ({
    page,
    browser,
  }) => {
    await page.goto(at("/ops/accounts/new"));
    await page.getByLabel("Name").fill("Flori Ionel");
    await page.getByLabel("Owner’s email").fill("ionel@example.com");
    await page.getByRole("button", { name: "Open account" }).click();
    const link = (await page.getByText(/\/join\/[\w-]{43}$/).textContent()) ?? "";
    const context = await browser.newContext({ locale: "en-GB" });
    const shopPage = await context.newPage();
    await shopPage.goto(at(new URL(link).pathname));
    await shopPage.getByLabel("Choose a password").fill(PASSWORD);
    await shopPage.getByRole("button", { name: "Join" }).click();
    await expect(shopPage).toHaveURL(at("/dashboard"));
    await shopPage.goto(at("/dashboard/new"));
    const { pickup, dropoffs } = orderBody();
    const stops = [
      { path: "pickup", title: "pickup-title", ...pickup },
      ...dropoffs.map((dropoff) => ({ path: "dropoffs.0", title: "dropoffs-title", ...dropoff })),
    ];
    for (const { path, title, address, contact } of stops) {
      await shopPage.locator(`section:has(#${title}) details summary`).first().click();
      for (const name of ["area", "street", "building", "latitude", "longitude"] as const) {
        await shopPage.locator(`[name="${path}.address.${name}"]`).fill(String(address[name]));
      }
      await shopPage.locator(`[name="${path}.contact.value"]`).fill(contact.value);
    }
    await shopPage
      .locator("aside")
      .getByRole("button", { name: /^Order/ })
      .click();
    // Saint Petersburg is outside the bundled city.
    await shopPage.getByRole("button", { name: "Yes, it is right" }).click();
    await expect(shopPage).toHaveURL(/\/dashboard\/orders\/[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await context.close();

    await page.getByRole("link", { name: "Show the account" }).click();
    const people = page.getByRole("region", { name: "People" });
    await expect(people).toContainText("ionel@example.com");
    await people.getByRole("button", { name: "Password link" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Password link" }).click();
    await expect(page.getByText(/\/reset\/[\w-]{43}$/)).toBeVisible();
  });

  test("sees orders and positions change without a reload, with and without the stream", async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/ERR_FAILED.*\/ops\/events/);
    const courier = await hire("Михаил Живой");
    const { id, code } = await order();
    await page.goto(at("/ops"));
    await expect(page.getByText("Updates live")).toBeVisible();
    const queue = page.getByRole("region", { name: /exception|All calm/ });
    const row = queue.getByRole("button").filter({ hasText: code });
    await expect(row).toHaveCount(0);
    await loseSight(id, courier);
    await expect(row).toContainText("No signal from courier");
    await expect(page.getByRole("link", { name: "Exceptions" })).toContainText(/\d/);
    await row.click();
    const sheet = page.getByRole("region", { name: code });
    await expect(sheet.getByRole("link", { name: "Call the courier" })).toBeVisible();
    await sheet.getByRole("button", { name: "Remind me in 10 min" }).click();
    await expect(row).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Handled in 24 hours" })).toContainText(`Snoozed: ${code}`);
    await page.keyboard.press("/");
    await page.keyboard.type(code.toLowerCase());
    await page.getByRole("option", { name: code }).click();
    await expect(page.getByRole("region", { name: code }).getByText("Михаил Живой")).toBeVisible();

    await page.route("**/ops/events*", (route) => route.abort());
    await page.goto(at("/ops/orders"));
    await expect(page.getByText("Updates every 5 seconds")).toBeVisible();
    const next = await order();
    await expect(page.getByRole("link", { name: next.code })).toBeVisible();
  });

  test("gets the stream again after the service has rejected it", async ({ page, expectComplaint }) => {
    expectComplaint(/503 .*\/ops\/events/);
    await page.route("**/ops/events*", (route) => route.fulfill({ status: 503 }));
    await page.goto(at("/ops/orders"));
    await expect(page.getByText("Updates every 5 seconds")).toBeVisible();
    await page.unroute("**/ops/events*");
    await expect(page.getByText("Updates live")).toBeVisible();
  });

  test("reaches every control by keyboard", async ({ page }) => {
    await order();
    await page.goto(at("/ops"));
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    const paths = [
      "/ops",
      "/ops/couriers",
      ...(isLongRun ? ["/ops/orders", "/ops/accounts", "/ops/tariff"] : []),
    ];
    for (const path of paths) {
      await page.goto(at(path));
      const targets = page.locator("a[href]:visible, button:visible, input:visible, select:visible");
      const count = await targets.count();
      await page.evaluate(() => {
        const reached = new Set<EventTarget | null>();
        document.addEventListener("focusin", ({ target }) => {
          if ((target as Element).matches("a[href], button, input, select")) reached.add(target);
        });
        Object.assign(window, { reached });
      });
      for (let press = 0; press < count + 5; press += 1) await page.keyboard.press("Tab");
      const reached = await page.evaluate(
        () => (window as unknown as { reached: Set<EventTarget> }).reached.size,
      );
      expect([path, reached >= count]).toEqual([path, true]);
    }
  });
});

test("every operator page passes axe and does not overflow", { tag: "@map" }, async ({ page }) => {
  await expectPagesOfGoodLooks(page, [at("/sign-in")]);
  await signIn(page);
  const courier = await hire("Фёдор");
  // More of them than a sheet has room for.
  for (let count = 0; count < 14; count += 1) await couriers.place(await hire("Юлия"));
  const { id, code } = await order();
  await loseSight(id, courier);
  await page.goto(at("/ops"));
  await page.getByRole("button").filter({ hasText: code }).click();
  await expect(page.getByRole("link", { name: "Позвонить курьеру" })).toBeVisible();
  await expectGoodLooks(page);
  await page.getByRole("button", { name: "Передать другому курьеру" }).click();
  const give = page.getByRole("button", { name: "Передать: " });
  await expect(give).toBeVisible();
  // No part of the list covers the button.
  await give.click({ trial: true });
  await expectGoodLooks(page);
  const paths = [
    "/ops",
    ...(isLongRun ? ["/ops?mode=test"] : []),
    "/ops/orders",
    `/ops/orders/${code}`,
    "/ops/couriers",
    "/ops/couriers/new",
    `/ops/couriers/${courier}`,
    "/ops/accounts",
    "/ops/accounts/new",
    `/ops/accounts/${shop.accountId}`,
    "/ops/tariff",
  ];
  await expectPagesOfGoodLooks(page, paths.map(at));
});

// The last tests, since they end the acceptance of most orders.
test("an operator draws a zone, uploads another, and both decide which orders are accepted", {
  tag: "@map",
}, async ({ page }) => {
  await signIn(page);
  await page.goto(at("/ops/area"));
  // Without zones it cannot be turned on, and the page says why, also to who was faster than its scripts.
  const release = await holdScripts(page);
  await page.getByRole("button", { name: "Turn on" }).click();
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await confirm(page, "Turn on");
  await answered;
  release();
  await expect(page.getByRole("dialog")).toContainText("add a zone first");
  await page.getByRole("dialog").getByRole("button", { name: "Not now" }).click();

  await page.getByRole("link", { name: "New zone" }).click();
  await page.getByLabel("Name").fill("Drawn");
  const map = page.locator(".live-map-canvas[data-ready=true]");
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  if (box === null) throw new Error("The map has no bounding box");
  const corner = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  const corners = [corner(0.3, 0.3), corner(0.6, 0.35), corner(0.5, 0.7), corner(0.3, 0.3)];
  for (const [x, y] of corners) {
    await page.mouse.move(x, y, { steps: 3 });
    await page.mouse.click(x, y);
  }
  const shape = page.getByRole("textbox", { name: "GeoJSON" });
  await expect(shape).toHaveValue(/^\{"type":"Polygon","coordinates":\[\[(\[[-\d.]+,[-\d.]+\],?){4}\]\]\}$/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Drawn" })).toBeVisible();

  const file = zoneFile({ name: "Far away", hours: { sun: "22:00-02:00" }, rings: [square(0, 0, 1)] });
  await page.getByLabel("File").setInputFiles({
    name: "zones.geojson",
    mimeType: "application/geo+json",
    buffer: Buffer.from(file),
  });
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Far away" })).toBeVisible();
  await expect(page.getByText("Sun 22:00–02:00")).toBeVisible();
  const exported = await page.request.get(at("/ops/area/zones"));
  expect(
    (await exported.json()).features.map((one: { properties: { name: string } }) => one.properties.name),
  ).toEqual(["Drawn", "Far away"]);
  expect((await fetch(at("/ops/area/zones"))).status).toBe(404);

  // An edit of something else keeps the shape that the map shows.
  await page.getByRole("link", { name: "Edit Drawn" }).click();
  await page.waitForURL(/zone\?name=Drawn/);
  await expect(map).toBeVisible();
  await page.getByLabel("Most orders without a courier").fill("20");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Pauses at 20 orders without a courier")).toBeVisible();

  await page
    .getByRole("listitem")
    .filter({ hasText: "Drawn" })
    .getByRole("button", { name: "Delete" })
    .click();
  await confirm(page, "Delete");
  await expect(page.getByRole("heading", { name: "Drawn" })).toHaveCount(0);
  expect((await api.create(orderBody())).status).toBe(201);
  await page.getByRole("button", { name: "Turn on" }).click();
  await confirm(page, "Turn on");
  await expect(page.getByText("On: only inside the zones")).toBeVisible();
  expect((await api.create(orderBody())).status).toBe(400);

  await page.getByRole("textbox", { name: "Longest trip" }).fill("0,5");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Longest trip" })).toContainText("1 to 100,000 km");
  await page.getByRole("textbox", { name: "Longest trip" }).fill("42,5");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("longest trip: 42.5 km")).toBeVisible();
});

test("the area pages pass the accessibility and layout checks", { tag: "@map" }, async ({ page }) => {
  await signIn(page);
  await expectPagesOfGoodLooks(page, [at("/ops/area"), at("/ops/area/zone")]);
});
