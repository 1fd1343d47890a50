import { expect, type Locator, type Page } from "@playwright/test";
import { SharedRateLimiter } from "@/lib/http/shared-rate-limiter";
import { address, orderBody, orderBodyWith } from "@/testing/api-client";
import { openBrowserStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { type FakeGeocoder, startFakeGeocoder } from "@/testing/fake-geocoder";
import { holdScripts } from "@/testing/hold-scripts";
import { expectAccessibleInBothThemes, SIZES } from "@/testing/looks";
import { AUTH, makePerson, type SessionCookie, signIn } from "@/testing/sign-in";
import type { TestServer } from "@/testing/stage";

const FORM = /\/dashboard\/new(\?|$)/;
const ORDER_PAGE = /\/dashboard\/orders\/[0-9A-Z]{4}-[0-9A-Z]{4}$/;

let stage: TestServer;
let geocoder: FakeGeocoder;
let owner: SessionCookie;
let staff: SessionCookie;

test.beforeAll(async () => {
  geocoder = await startFakeGeocoder();
  stage = await openBrowserStage({
    ...AUTH,
    LOG_LEVEL: "warn",
    RATE_LIMIT_STORE: "postgres",
    GEOCODER_URL: geocoder.url,
  });
  const { db, shop, server } = stage;
  owner = await signIn(server.baseUrl, (await makePerson(db, shop.accountId, "owner")).email);
  staff = await signIn(server.baseUrl, (await makePerson(db, shop.accountId, "staff")).email);
});

test.afterAll(async () => {
  await stage?.close();
  await geocoder?.close();
});

test.use({ locale: "en-GB", timezoneId: "Europe/Moscow" });

test.beforeEach(async ({ page }) => {
  await page.context().addCookies([staff]);
});

const at = (path: string): string => stage.server.baseUrl + path;
const field = (page: Page, path: string): Locator => page.locator(`[name="${path}"]`);
const submit = (page: Page): Locator => page.locator("aside").getByRole("button", { name: /^(Order|Save)/ });
/** Saint Petersburg is outside the bundled city. */
const confirmTrip = (page: Page): Locator => page.getByRole("button", { name: "Yes, it is right" });
const alert = (page: Page): Locator => page.locator("main [role=alert]");
const price = (page: Page): Locator => page.locator("[data-price]");

async function openNew(page: Page, query = ""): Promise<void> {
  await page.goto(at(`/dashboard/new${query}`));
  await expect(submit(page)).toBeVisible();
}

async function fillStop(page: Page, path: string, building: string, latitude: string): Promise<void> {
  const values = {
    "address.area": "Санкт-Петербург",
    "address.street": "улица Марата",
    "address.building": building,
    "address.latitude": latitude,
    "address.longitude": "30.36",
    "contact.value": "+79161234567",
  };
  await openMore(page, `${path}.address.latitude`);
  for (const [name, value] of Object.entries(values)) await field(page, `${path}.${name}`).fill(value);
}

/** Expands the rare fields among which this one is, unless they are expanded already. */
async function openMore(page: Page, name: string): Promise<void> {
  const [part = "", index] = name.split(".");
  const stops: Record<string, string> = {
    pickup: "section:has(#pickup-title)",
    dropoffs: `section:has(#dropoffs-title) li:nth-child(${Number(index) + 1})`,
  };
  const fold = page.locator(`${stops[part] ?? "section:has(#order-title)"} details`);
  if ((await fold.getAttribute("open")) === null) await fold.locator("summary").click();
}

/** Returns the price shown in the panel, in RUB. */
async function shownPrice(page: Page): Promise<number> {
  await expect(price(page)).toBeVisible();
  return Number(((await price(page).textContent()) ?? "").replace(/[^\d.]/g, ""));
}

const getCode = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1) ?? "";
const orders = () => stage.db.models.order.count({ where: { accountId: stage.shop.accountId } });
const readOrder = (code: string) =>
  stage.db.models.order.findFirstOrThrow({
    where: { orderCode: code },
    include: { stops: { orderBy: { position: "asc" } }, statusChanges: true },
  });

async function makeOrder(body = orderBody()): Promise<{ id: string; code: string; price: number | null }> {
  const { data } = await stage.api.create(body);
  return { id: body.external_order_id, code: data.order_code, price: data.price };
}

test("an order is placed at the shown price, to places found by search and on the map", {
  tag: "@map",
}, async ({ page }) => {
  await openNew(page);
  // Typed before the scripts are there. Enter leaves it where it is, and in no address.
  const release = await holdScripts(page);
  const name = field(page, "dropoffs.0.contact.name");
  await name.fill("Анна");
  await name.press("Enter");
  const search = page.getByRole("combobox", { name: "Address" }).first();
  await search.fill("Марата 30");
  await openMore(page, "pickup.address.building");
  release();
  await expect(page.getByText("1 address found")).toBeVisible();
  expect(page.url()).toBe(at("/dashboard/new"));
  await expect(name).toHaveValue("Анна");
  await search.press("Enter");
  await expect(field(page, "pickup.address.building")).toHaveValue("30");
  await expect(field(page, "pickup.address.latitude")).toHaveValue("59.9287");
  await field(page, "pickup.contact.value").fill("+78125550100");
  await fillStop(page, "dropoffs.0", "28", "59.92");
  const contact = field(page, "dropoffs.0.contact.value");
  await contact.fill("8 (916) 123-45-67");
  await contact.blur();
  await expect(contact).toHaveValue("+79161234567");

  const latitude = field(page, "dropoffs.0.address.latitude");
  const map = page.getByRole("region", { name: "Stops and the route between them" });
  await expect(map).toHaveAttribute("data-ready", "true");
  await page.getByRole("button", { name: "On the map" }).last().click();
  await map.click({ position: { x: 120, y: 80 } });
  await expect(latitude).not.toHaveValue("59.92");
  const clicked = await latitude.inputValue();
  expect(Math.abs(Number(clicked) - 59.92)).toBeLessThan(0.05);
  const pin = map.locator('.map-marker[data-kind="dropoff"]');
  // The map may still be moving to show all stops; hovering waits until the pin is stable.
  await pin.hover();
  const marker = await pin.boundingBox();
  if (marker === null) throw new Error("The marker has no bounding box");
  await page.mouse.down();
  await page.mouse.move(marker.x + 80, marker.y + 60, { steps: 5 });
  await page.mouse.up();
  await expect(latitude).not.toHaveValue(clicked);

  // Only a browser's own field holds half a time.
  const time = field(page, "delivery_time");
  await page.getByRole("button", { name: "As soon as possible" }).first().click();
  await time.focus();
  await page.keyboard.type("2111");
  await shownPrice(page);
  await submit(page).click();
  await expect(alert(page)).toContainText("When: needs both a date and a time");
  await time.fill("2020-01-01T10:00");
  await submit(page).click();
  await expect(alert(page)).toContainText("When: must be in the future");
  await time.fill("2036-11-21T14:00");
  await expect(submit(page)).toBeEnabled();

  await page.context().clearCookies();
  await submit(page).click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fdashboard%2Fnew$/);
  await page.context().addCookies([staff]);
  await openNew(page);
  const [shown, before] = [await shownPrice(page), await orders()];
  await submit(page).dblclick();
  await confirmTrip(page).dblclick();
  await expect(page).toHaveURL(ORDER_PAGE);
  expect(await orders()).toBe(before + 1);
  const made = await readOrder(getCode(page));
  expect([Number(made.price), made.mode, made.externalOrderId]).toEqual([
    shown,
    "live",
    expect.stringMatching(/^web-\w{10}$/),
  ]);
  expect(made.quoteId).not.toBeNull();
  expect(made.statusChanges[0]?.actorType).toBe("user");
  expect(made.deliveryTime?.toISOString()).toBe("2036-11-21T11:00:00.000Z");
  expect(made.stops.map(({ building }) => building)).toEqual(["30", "28"]);
  expect(made.stops[1]?.contactValue).toBe("+79161234567");
  await page.getByRole("link", { name: "Orders" }).first().click();
  await expect(page.locator(`[data-order="${made.orderCode}"]`)).toBeVisible();

  // The next order of a known shop needs no mouse and few keys.
  const texts = ["Марата 30", "Анна Кузнецова", "+79161234567"] as const;
  let keys = texts.join("").length;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const tabTo = async (name: string) => {
    while (!(await field(page, name).evaluate((input) => input === document.activeElement)))
      await press("Tab");
  };
  await press("n");
  await expect(page.getByRole("combobox", { name: "Address" }).last()).toBeFocused();
  await page.keyboard.type(texts[0]);
  await press("Enter");
  await tabTo("dropoffs.0.contact.name");
  await page.keyboard.type(texts[1]);
  await tabTo("dropoffs.0.contact.value");
  await page.keyboard.type(texts[2]);
  await shownPrice(page);
  await press("Control+Enter");
  await expect(confirmTrip(page)).toBeVisible();
  await press("Tab");
  await press("Enter");
  await expect(page).toHaveURL(ORDER_PAGE);
  const next = await readOrder(getCode(page));
  expect(next.stops.map(({ building, contactValue }) => [building, contactValue])).toEqual([
    ["30", "+78125550100"],
    ["30", "+79161234567"],
  ]);
  expect(next.quoteId).not.toBeNull();
  expect(keys).toBeLessThan(60);
});

test("a copy with dragged dropoffs gets a new number and is created once though its response was lost", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED.*\/dashboard\/new/);
  await page.context().addCookies([owner]);
  const other = await makeOrder(orderBody({ comment: "another" }));
  const { api } = await stage.testMode();
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const body = orderBodyWith(3, { comment: "Хрупкое", cargo_size: "L", delivery_time: later });
  const numbered = body.dropoffs.map((dropoff, index) => {
    return { ...dropoff, address: { ...dropoff.address, building: String(index + 1) } };
  });
  const { data } = await api.create({ ...body, dropoffs: numbered });
  await openNew(page, `?again=${data.order_code}`);
  await expect(page.getByText(`A copy of order ${data.order_code}`)).toBeVisible();
  await expect(field(page, "comment")).toHaveValue("Хрупкое");
  await expect(page.getByRole("button", { name: "As soon as possible" })).toBeVisible();

  const buildings = async () =>
    (await page.locator("button[data-heading]").allTextContents()).map((text) => text.split(", ").at(-1));
  const handles = page.locator("[data-drag-handle]");
  await handles.nth(0).scrollIntoViewIfNeeded();
  const [from, to] = [await handles.nth(0).boundingBox(), await handles.nth(2).boundingBox()];
  if (from === null || to === null) throw new Error("A handle has no bounding box");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height, { steps: 20 });
  await page.mouse.up();
  await expect.poll(buildings).toEqual(["2", "3", "1"]);

  const before = await orders();
  await field(page, "external_order_id").fill(other.id);
  await shownPrice(page);
  await submit(page).click();
  await confirmTrip(page).click();
  await expect(alert(page)).toContainText("Another order already has this ID");
  await expect(alert(page).getByRole("link")).toHaveText(`Open order ${other.code}`);
  await page.getByRole("button", { name: "Use a new ID" }).click();
  await page.route(FORM, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit(page).click();
  await expect(alert(page)).toContainText("No response");
  await page.unroute(FORM);
  expect(await orders()).toBe(before + 1);
  // A different quote in the meantime does not make it a different delivery.
  await page.reload();
  await expect(page.getByText("We restored what you typed earlier.")).toBeVisible();
  await shownPrice(page);
  await submit(page).click();
  await confirmTrip(page).click();
  await expect(page).toHaveURL(ORDER_PAGE);
  expect(await orders()).toBe(before + 1);
  const made = await readOrder(getCode(page));
  expect([made.mode, made.cargoSize, made.comment, made.deliveryTime]).toEqual([
    "live",
    "L",
    "Хрупкое",
    null,
  ]);
  expect(made.stops.map(({ building }) => building)).toEqual(["28", "2", "3", "1"]);
  expect([body.external_order_id, other.id]).not.toContain(made.externalOrderId);
});

test("an edit is rejected after a concurrent edit, and overwrites it on confirmation", async ({ page }) => {
  const made = await makeOrder();
  const path = `/dashboard/orders/${made.code}/edit`;
  await page.goto(at(path));
  await openMore(page, "comment");
  await field(page, "comment").fill("mine");
  await openMore(page, "dropoffs.0.address.latitude");
  await field(page, "dropoffs.0.address.latitude").fill("59.80");
  const becomes = await shownPrice(page);
  expect(becomes).toBeGreaterThan(Number(made.price));
  await stage.api.send("PATCH", `/v1/partner/orders/${made.id}`, {
    comment: "theirs",
    pickup: { contact: { name: "Склад" } },
  });
  await submit(page).click();
  await confirmTrip(page).click();
  await expect(alert(page)).toBeFocused();
  await expect(alert(page).getByRole("listitem")).toHaveText([
    "Pickup · Nameempty → Склад",
    "Comment for the courierempty → theirs",
  ]);
  expect((await readOrder(made.code)).comment).toBe("theirs");
  await alert(page).getByRole("button", { name: "Keep my changes" }).click();
  await submit(page).click();
  await expect(page).toHaveURL(at(`/dashboard/orders/${made.code}`));
  const saved = await readOrder(made.code);
  expect([Number(saved.price), saved.comment, saved.stops[1]?.latitude, saved.externalOrderId]).toEqual([
    becomes,
    "mine",
    59.8,
    made.id,
  ]);
  expect(saved.quoteId).not.toBeNull();

  await stage.couriers.lead(stage.shop.scope, made.id, "in_progress");
  const closed = await (await page.request.get(at(path), { headers: { "Accept-Language": "en" } })).text();
  expect(closed).toContain("The courier has picked up the order");
  expect(closed).toContain(`href="/dashboard/orders/${made.code}"`);
});

test("a place is saved under a name for all users of one account only", async ({ page }) => {
  // The pickup of an account without orders is still to be filled in.
  const { shop } = await stage.newShop();
  const enter = async (role: "staff" | "owner") =>
    signIn(stage.server.baseUrl, (await makePerson(stage.db, shop.accountId, role)).email);
  await page.context().addCookies([await enter("staff")]);
  await openNew(page);
  const keep = page.getByRole("button", { name: "Save this address as…" }).first();
  const dialog = page.getByRole("dialog");
  await openMore(page, "pickup.address.latitude");
  await keep.click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Fix 7 fields");
  await dialog.getByRole("button", { name: "Not now" }).click();
  await fillStop(page, "pickup", "7", "59.93");
  for (const isTaken of [false, true]) {
    await keep.click();
    await dialog.getByLabel("Name").fill("Warehouse");
    await dialog.getByRole("button", { name: "Save" }).click();
    if (!isTaken) await expect(dialog).toBeHidden();
  }
  await expect(dialog.getByRole("alert")).toContainText("An address with this name already exists");
  await dialog.getByRole("button", { name: "Not now" }).click();
  const address = page.getByRole("combobox", { name: "Address" }).nth(1);
  await address.fill("ware");
  await address.press("Enter");
  await openMore(page, "dropoffs.0.address.building");
  await expect(field(page, "dropoffs.0.address.building")).toHaveValue("7");

  const other = await stage.newShop();
  const { email } = await makePerson(stage.db, other.shop.accountId, "owner");
  const addresses = at("/dashboard/addresses");
  await page.context().addCookies([await signIn(stage.server.baseUrl, email)]);
  expect(await (await page.request.get(addresses)).text()).not.toContain("Warehouse");
  await page.context().addCookies([await enter("owner")]);
  await page.goto(addresses);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Warehouse");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("None yet.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Warehouse");
});

test("another account's orders, and prices and places without a session, return 404", async ({ page }) => {
  const other = await stage.newShop();
  const { data } = await other.api.create(orderBody());
  for (const path of [
    `/dashboard/new?again=${data.order_code}`,
    `/dashboard/orders/${data.order_code}/edit`,
  ]) {
    expect([path, (await page.request.get(at(path))).status()]).toEqual([path, 404]);
  }
  await page.context().clearCookies();
  const body = { pickup: address(), dropoffs: [address()] };
  expect((await page.request.post(at("/dashboard/new/quote"), { data: body })).status()).toBe(404);
  expect((await page.request.get(at("/dashboard/addresses/search?q=Marata"))).status()).toBe(404);
});

test("price requests are rate limited", async ({ request }) => {
  const crowd = await stage.newShop();
  const { email } = await makePerson(stage.db, crowd.shop.accountId, "staff");
  const user = await signIn(stage.server.baseUrl, email);
  const ask = ({ name, value }: SessionCookie) =>
    request.post(at("/dashboard/new/quote"), {
      data: { pickup: address(), dropoffs: [address(59.92, 30.36)] },
      headers: { Origin: stage.server.baseUrl, Cookie: `${name}=${value}` },
    });
  const limiter = new SharedRateLimiter(stage.db);
  for (let count = 1; count < 120; count += 1) {
    await limiter.take(`dashboard-quotes:${crowd.shop.accountId}`, 120);
  }
  expect((await ask(user)).status()).toBe(200);
  const refused = await ask(user);
  expect(refused.status()).toBe(429);
  expect(Number(refused.headers()["retry-after"])).toBeGreaterThan(0);
  expect((await ask(staff)).status()).toBe(200);
});

test("the form is accessible, on a phone too", { tag: "@map" }, async ({ browser }) => {
  // axe takes seconds per page.
  test.slow();
  const { code } = await makeOrder(orderBodyWith(3));
  const context = await browser.newContext({ viewport: SIZES.phone, locale: "ru-RU" });
  await context.addCookies([staff]);
  const page = await context.newPage();
  const check = async () => {
    // Whatever is under the pointer is dimmed for a moment.
    await page.mouse.move(0, 0);
    await expectAccessibleInBothThemes(page);
  };
  await page.goto(at("/dashboard/new"));
  await page.locator("aside button[type=submit]").click();
  await expect(alert(page)).toBeFocused();
  await check();
  // The focused field is not under the bar with the price.
  const bar = page.locator("aside");
  for (const name of [
    "dropoffs.0.address.apartment",
    "dropoffs.0.contact.name",
    "dropoffs.0.contact.value",
  ]) {
    await field(page, name).focus();
    await expect
      .poll(async () => {
        const [input, cover] = [await field(page, name).boundingBox(), await bar.boundingBox()];
        return input !== null && cover !== null && input.y + input.height <= cover.y;
      })
      .toBe(true);
  }
  await page.goto(at(`/dashboard/orders/${code}/edit`));
  await page.locator("button[data-heading]").first().click();
  await openMore(page, "dropoffs.0.address.latitude");
  await field(page, "dropoffs.0.address.latitude").fill("59.8");
  await expect(price(page)).toBeVisible();
  await page.locator("aside summary").first().click();
  await check();
  await page.goto(at("/dashboard/addresses"));
  await check();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(at("/dashboard/new"));
  await expect(page.locator("aside")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await context.close();
});
