import { expect, type Locator, type Page } from "@playwright/test";
import { execute } from "@/lib/db/sql";
import { answerText, answerWell, type FakeGeocoder, startFakeGeocoder } from "@/lib/geocoding/fake-geocoder";
import { getTariff } from "@/lib/pricing/get-tariff";
import { kopecks } from "@/lib/pricing/money";
import { setTariff } from "@/lib/pricing/set-tariff";
import { address, orderBody, orderBodyWith } from "@/testing/api-client";
import { openBrowserStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { expectAccessibleInBothThemes, SIZES } from "@/testing/looks";
import { AUTH, makePerson, type SessionCookie, signIn } from "@/testing/sign-in";
import type { Stage } from "@/testing/stage";

const FORM = /\/dashboard\/new(\?|$)/;
const ORDER_PAGE = /\/dashboard\/orders\/[0-9A-Z]{4}-[0-9A-Z]{4}$/;

let stage: Stage;
let geocoder: FakeGeocoder;
let owner: SessionCookie;
let staff: SessionCookie;

test.beforeAll(async () => {
  geocoder = await startFakeGeocoder();
  stage = await openBrowserStage({ ...AUTH, LOG_LEVEL: "warn", GEOCODER_URL: geocoder.url });
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
  for (const [name, value] of Object.entries(values)) await field(page, `${path}.${name}`).fill(value);
}

async function fillSimple(page: Page): Promise<void> {
  await fillStop(page, "pickup", "1", "59.93");
  await fillStop(page, "dropoffs.0", "30", "59.92");
}

/** A form that is filled already, as a copy of an order. */
async function openCopy(page: Page, query = "", body = orderBody()): Promise<void> {
  const { code } = await makeOrder(body);
  await openNew(page, `?from=${code}${query}`);
  await shownPrice(page);
}

/** The price that stands in the panel, in RUB. */
async function shownPrice(page: Page): Promise<number> {
  await expect(price(page)).toBeVisible();
  return Number(((await price(page).textContent()) ?? "").replace(/[^\d.]/g, ""));
}

const codeOf = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1) ?? "";
const orders = () => stage.db.order.count({ where: { accountId: stage.shop.accountId } });
const orderOf = (code: string) =>
  stage.db.order.findFirstOrThrow({
    where: { orderCode: code },
    include: { stops: { orderBy: { position: "asc" } }, statusChanges: true },
  });

async function makeOrder(body = orderBody()): Promise<{ id: string; code: string; price: number | null }> {
  const { data } = await stage.api.create(body);
  return { id: body.external_order_id, code: data.order_code, price: data.price };
}

test.describe("a new delivery", () => {
  test("is ordered at the price that was shown, by whoever is signed in", async ({ page }) => {
    for (const cookie of [staff, owner]) {
      await page.context().addCookies([cookie]);
      await openNew(page);
      await fillSimple(page);
      const contact = field(page, "dropoffs.0.contact.value");
      await contact.fill("8 (916) 123-45-67");
      await contact.blur();
      await expect(contact).toHaveValue("+79161234567");
      await expect(page.getByText("You typed “8 (916) 123-45-67”.")).toBeVisible();
      const shown = await shownPrice(page);
      await expect(submit(page)).toHaveText(`Order for ₽${shown}`);
      await submit(page).click();
      await expect(page).toHaveURL(ORDER_PAGE);
      const made = await orderOf(codeOf(page));
      expect([Number(made.price), made.mode, made.externalOrderId]).toEqual([
        shown,
        "live",
        expect.stringMatching(/^web-\w{10}$/),
      ]);
      expect(made.quoteId).not.toBeNull();
      expect(made.statusChanges[0]?.actorType).toBe("user");
      expect(made.stops.map(({ building }) => building)).toEqual(["1", "30"]);
      expect(made.stops[1]?.contactValue).toBe("+79161234567");
    }
  });

  test("is one order, however fast one presses", async ({ page }) => {
    await openCopy(page, "&mode=test");
    const before = await orders();
    await submit(page).dblclick();
    await expect(page).toHaveURL(/\/dashboard\/orders\/[0-9A-Z-]{9}\?mode=test$/);
    expect(await orders()).toBe(before + 1);
    expect(await stage.db.order.count({ where: { mode: "test" } })).toBe(1);
  });

  test("is told of everything that is wrong at once, beside its field, in the reader's language", async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale: "ru-RU" });
    await context.addCookies([staff]);
    const page = await context.newPage();
    await page.goto(at("/dashboard/new"));
    await field(page, "pickup.address.latitude").fill("91");
    await field(page, "pickup.address.longitude").fill("восток");
    await field(page, "dropoffs.0.address.apartment").fill("12а");
    await page.locator("aside button[type=submit]").click();
    await expect(alert(page)).toBeFocused();
    await expect(alert(page)).toContainText("Исправьте 13 полей");
    await expect(alert(page).getByRole("link")).toHaveCount(13);
    expect(await alert(page).textContent()).not.toMatch(/[a-z]{2,}/i);
    const apartment = field(page, "dropoffs.0.address.apartment");
    await expect(alert(page).getByRole("link", { name: "Точка 1 · Телефон" })).toBeVisible();
    await alert(page).getByRole("link", { name: "Точка 1 · Квартира" }).click();
    await expect(apartment).toBeFocused();
    await expect(apartment).toHaveAccessibleDescription(/целое число/);
    await expect(apartment).toHaveValue("12а");
    await apartment.fill("12");
    await expect(apartment).not.toHaveAttribute("aria-invalid");
    await expect(alert(page)).toContainText("Исправьте 12 полей");
    await context.close();
  });

  test("keeps what was typed through a lost connection, a reload and the end of the session", async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/ERR_FAILED.*\/dashboard\/new/);
    await openNew(page);
    await fillSimple(page);
    await field(page, "comment").fill("Позвонить за пять минут");
    await shownPrice(page);
    const before = await orders();
    await page.route(FORM, (route) => route.abort());
    await submit(page).click();
    await expect(alert(page)).toContainText("No response");
    await page.unroute(FORM);
    await expect(field(page, "comment")).toHaveValue("Позвонить за пять минут");

    await page.reload();
    await expect(page.getByText("We restored what you typed earlier.")).toBeVisible();
    await expect(field(page, "comment")).toHaveValue("Позвонить за пять минут");
    await shownPrice(page);

    await page.context().clearCookies();
    await submit(page).click();
    await expect(page).toHaveURL(/\/sign-in\?next=%2Fdashboard%2Fnew$/);
    await page.context().addCookies([staff]);
    await openNew(page);
    await expect(field(page, "dropoffs.0.address.building")).toHaveValue("30");
    await shownPrice(page);
    await submit(page).click();
    await expect(page).toHaveURL(ORDER_PAGE);
    expect(await orders()).toBe(before + 1);

    await openNew(page);
    await expect(field(page, "comment")).toHaveValue("");
    await field(page, "comment").fill("Другой");
    await page.reload();
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(field(page, "comment")).toHaveValue("");
  });

  test("that was made although its answer got lost is found again, and not made twice", async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/ERR_FAILED.*\/dashboard\/new/);
    await openCopy(page);
    const before = await orders();
    await page.route(FORM, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await submit(page).click();
    await expect(alert(page)).toContainText("No response");
    await page.unroute(FORM);
    expect(await orders()).toBe(before + 1);
    // Another quote by now does not make it another delivery.
    await page.reload();
    await shownPrice(page);
    await submit(page).click();
    await expect(page).toHaveURL(ORDER_PAGE);
    expect(await orders()).toBe(before + 1);
  });

  test("never takes the number of another one", async ({ page }) => {
    const other = await makeOrder(orderBody({ comment: "another" }));
    await openCopy(page);
    await field(page, "external_order_id").fill(other.id);
    await shownPrice(page);
    await submit(page).click();
    await expect(alert(page)).toContainText("Another order already has this number");
    await expect(alert(page).getByRole("link")).toHaveText(`Open order ${other.code}`);
    await page.getByRole("button", { name: "Use a new number" }).click();
    await expect(field(page, "external_order_id")).toHaveValue(/^web-/);
    await submit(page).click();
    await expect(page).toHaveURL(ORDER_PAGE);
    expect(codeOf(page)).not.toBe(other.code);
  });

  test("goes to ten places, in the order that buttons and dragging give", async ({ page }) => {
    const body = orderBodyWith(9);
    const numbered = body.dropoffs.map((dropoff, index) => {
      return { ...dropoff, address: { ...dropoff.address, building: String(index + 1) } };
    });
    await openCopy(page, "", { ...body, dropoffs: numbered });
    await page.getByRole("button", { name: "Add a dropoff" }).click();
    await expect(page.getByRole("button", { name: "Dropoff 10" }).first()).toBeFocused();
    await expect(page.getByText("An order can have at most 10 dropoffs.")).toBeVisible();
    await fillStop(page, "dropoffs.9", "10", "59.8");
    await page.locator("[data-heading]").last().click();
    const buildings = async () =>
      Promise.all(
        (await page.locator("[data-heading]").all()).map(async (one) =>
          (await one.textContent())?.split(", ").at(-1),
        ),
      );

    const up = page.getByRole("button", { name: "Move dropoff 3 up" });
    await up.focus();
    await page.keyboard.press("Enter");
    expect(await buildings()).toEqual(["1", "3", "2", "4", "5", "6", "7", "8", "9", "10"]);
    await expect(page.getByText("Now dropoff 2 of 10")).toBeAttached();
    await expect(page.getByRole("button", { name: "Move dropoff 2 up" })).toBeFocused();
    await page.keyboard.press("Enter");
    expect((await buildings()).slice(0, 3)).toEqual(["3", "1", "2"]);
    await expect(page.getByRole("button", { name: "Move dropoff 1 up" })).toBeFocused();

    const handles = page.locator("[data-drag-handle]");
    await handles.nth(1).scrollIntoViewIfNeeded();
    const [from, to] = [await handles.nth(1).boundingBox(), await handles.nth(3).boundingBox()];
    if (from === null || to === null) throw new Error("Both handles are in sight.");
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height, { steps: 20 });
    await page.mouse.up();
    await expect.poll(async () => (await buildings()).slice(0, 5)).toEqual(["3", "2", "4", "1", "5"]);

    await page.getByRole("button", { name: "Remove dropoff 5" }).click();
    expect(await buildings()).toHaveLength(9);
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await buildings()).toHaveLength(10);
    await shownPrice(page);
    await submit(page).click();
    await expect(page).toHaveURL(ORDER_PAGE);
    const { stops } = await orderOf(codeOf(page));
    expect(stops.map(({ building }) => building)).toEqual([
      "28",
      "3",
      "2",
      "4",
      "1",
      "5",
      "6",
      "7",
      "8",
      "9",
      "10",
    ]);
  });

  test("says so when the price has lapsed and is another now", async ({ page }) => {
    await page.clock.install();
    const { code } = await makeOrder();
    await openNew(page, `?from=${code}`);
    await page.clock.runFor(1_000);
    const before = await shownPrice(page);
    await expect(page.getByText(/^held for [45]:\d\d$/)).toBeVisible();
    const { db } = stage;
    const { id, ...tariff } = await getTariff(db);
    await setTariff(db, { ...tariff, basePrice: kopecks(tariff.basePrice + 5_000) });
    await page.clock.fastForward("05:01");
    await expect(page.getByText(`Price updated: ₽${before} → ₽${before + 50}`)).toBeVisible();
    // A quote that lapses unseen is not passed over either.
    await execute(db)`
      UPDATE quotes SET created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'`;
    await setTariff(db, tariff);
    const count = await orders();
    await submit(page).click();
    await expect(alert(page)).toContainText("The price is out of date");
    await page.clock.runFor(1_000);
    await expect(page.getByText(`Price updated: ₽${before + 50} → ₽${before}`)).toBeVisible();
    expect(await orders()).toBe(count);
    await submit(page).click();
    await page.clock.runFor(1_000);
    await expect(page).toHaveURL(ORDER_PAGE);
    expect(Number((await orderOf(codeOf(page))).price)).toBe(before);
  });

  test("may be a copy of an earlier one, of either mode, for another time", async ({ page }) => {
    const { api } = await stage.testMode();
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const body = orderBodyWith(3, { comment: "Хрупкое", cargo_size: "L", delivery_time: later });
    const { data } = await api.create(body);
    await openNew(page, `?from=${data.order_code}`);
    await expect(page.getByText(`A copy of order ${data.order_code}`)).toBeVisible();
    await expect(field(page, "comment")).toHaveValue("Хрупкое");
    await expect(field(page, "delivery_time")).toHaveValue("");
    await shownPrice(page);
    await submit(page).click();
    await expect(page).toHaveURL(ORDER_PAGE);
    const made = await orderOf(codeOf(page));
    expect([made.mode, made.cargoSize, made.comment, made.deliveryTime, made.stops.length]).toEqual([
      "live",
      "L",
      "Хрупкое",
      null,
      4,
    ]);
    expect(made.externalOrderId).not.toBe(body.external_order_id);
  });

  test("is for the time by the reader's own clock, and not for half a time", async ({ page }) => {
    await openCopy(page);
    await expect(page.getByText("Moscow Standard Time, GMT+3")).toBeVisible();
    const time = field(page, "delivery_time");
    await time.focus();
    await page.keyboard.type("2111");
    await shownPrice(page);
    await submit(page).click();
    await expect(alert(page)).toContainText("When: needs both a date and a time");
    await time.fill("2020-01-01T10:00");
    await submit(page).click();
    await expect(alert(page)).toContainText("When: must be at least 10 minutes from now");
    await time.fill("2036-11-21T14:00");
    await submit(page).click();
    await expect(page).toHaveURL(ORDER_PAGE);
    expect((await orderOf(codeOf(page))).deliveryTime?.toISOString()).toBe("2036-11-21T11:00:00.000Z");
  });
});

test.describe("a place", () => {
  test("is found by what one types, and picked with the keyboard", async ({ page, expectComplaint }) => {
    expectComplaint(/503 .*\/addresses\/search/);
    await openNew(page);
    const search = page.getByRole("combobox", { name: "Find an address" }).first();
    geocoder.behave(answerText(500, ""));
    await search.fill("Невский");
    await expect(page.getByText("Search isn’t responding right now.").first()).toBeVisible();
    geocoder.behave(answerWell);
    await search.fill("Марата 30");
    await expect(page.getByText("2 addresses found")).toBeVisible();
    await expect(search).toHaveAttribute("aria-expanded", "true");
    await search.press("ArrowDown");
    const active = String(await search.getAttribute("aria-activedescendant"));
    await expect(page.locator(`[id="${active}"]`)).toHaveText(/^улица Марата, 30/);
    await search.press("Enter");
    await expect(search).toHaveAttribute("aria-expanded", "false");
    for (const [name, value] of [
      ["area", "Санкт-Петербург"],
      ["street", "улица Марата"],
      ["building", "30"],
      ["latitude", "59.9287"],
      ["longitude", "30.3607"],
    ]) {
      await expect(field(page, `pickup.address.${name}`)).toHaveValue(String(value));
    }
    await search.fill("Марата");
    await page.getByRole("option", { name: "улица Марата, Санкт-Петербург, Россия" }).click();
    await expect(field(page, "pickup.address.building")).toHaveValue("");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(field(page, "pickup.address.building")).toHaveValue("30");
  });

  test("is pointed at on the map, dragged there, or pasted as a pair", async ({ page }) => {
    await openNew(page);
    const [latitude, longitude] = [
      field(page, "pickup.address.latitude"),
      field(page, "pickup.address.longitude"),
    ];
    await latitude.focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", "59.9343, 30.3351");
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expect(latitude).toHaveValue("59.9343");
    await expect(longitude).toHaveValue("30.3351");
    await page.getByRole("button", { name: "On the map" }).first().click();
    const map = page.getByRole("region", { name: "Map: Pickup" });
    await expect(map.locator('[data-ready="true"]')).toBeVisible();
    await map.click({ position: { x: 120, y: 80 } });
    await expect(latitude).not.toHaveValue("59.9343");
    const clicked = await latitude.inputValue();
    expect(Math.abs(Number(clicked) - 59.9343)).toBeLessThan(0.05);
    const marker = await map.locator(".map-marker").boundingBox();
    if (marker === null) throw new Error("The map has its marker.");
    await page.mouse.move(marker.x + marker.width / 2, marker.y + marker.height / 2);
    await page.mouse.down();
    await page.mouse.move(marker.x + 100, marker.y + 70, { steps: 5 });
    await page.mouse.up();
    await expect(latitude).not.toHaveValue(clicked);
  });

  test("is kept under a name for everybody of the account, and for nobody else", async ({ page }) => {
    await openNew(page);
    const keep = page.getByRole("button", { name: "Save this address as…" }).first();
    const dialog = page.getByRole("dialog");
    await keep.click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Fix 7 fields");
    await dialog.getByRole("button", { name: "Not now" }).click();
    await fillStop(page, "pickup", "7", "59.93");
    await keep.click();
    await dialog.getByLabel("Name").fill("Warehouse");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(field(page, "pickup.address.building")).toHaveValue("7");
    await keep.click();
    await dialog.getByLabel("Name").fill("Warehouse");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("An address with this name already exists");
    await dialog.getByRole("button", { name: "Not now" }).click();
    await page.getByLabel("Saved address").nth(1).selectOption("Warehouse");
    await expect(field(page, "dropoffs.0.address.building")).toHaveValue("7");

    const other = await stage.newShop();
    const { email } = await makePerson(stage.db, other.shop.accountId, "owner");
    await page.context().addCookies([await signIn(stage.server.baseUrl, email)]);
    await page.goto(at("/dashboard/addresses"));
    await expect(page.getByText("None yet.")).toBeVisible();
    await page.context().addCookies([owner]);
    await page.goto(at("/dashboard/addresses"));
    await expect(page.getByRole("heading", { level: 2 })).toHaveText("Warehouse");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("None yet.")).toBeVisible();
  });
});

test.describe("an edit", () => {
  const open = async (page: Page, code: string) => {
    await page.goto(at(`/dashboard/orders/${code}/edit`));
    await expect(submit(page)).toBeVisible();
  };
  const changes = (page: Page) => page.locator("aside details");

  test("shows what it changes, and the new price beside the old one, before it is saved", async ({
    page,
  }) => {
    const made = await makeOrder();
    await open(page, made.code);
    await expect(submit(page)).toBeDisabled();
    await expect(page.getByText("No changes yet.")).toBeVisible();
    await field(page, "comment").fill("Осторожно, собака");
    await expect(page.getByText("The price stays")).toBeVisible();
    await expect(submit(page)).toHaveText("Save");
    const note = page.getByText("the point on the map didn’t");
    await field(page, "dropoffs.0.address.building").fill("31");
    await page.getByRole("button", { name: "Keep the point" }).click();
    await expect(field(page, "dropoffs.0.address.latitude")).toBeFocused();
    await expect(note).toHaveCount(0);
    await field(page, "dropoffs.0.address.building").fill("32");
    await expect(note).toBeVisible();
    await submit(page).click();
    await expect(alert(page)).toContainText("Dropoff 1 · Latitude: still marks the old address");
    expect((await orderOf(made.code)).comment).toBeNull();
    await field(page, "dropoffs.0.address.latitude").fill("59.80");
    await expect(note).toHaveCount(0);
    const becomes = await shownPrice(page);
    expect(becomes).toBeGreaterThan(Number(made.price));
    await expect(page.locator("aside s").first()).toHaveText(`₽${made.price}`);
    await changes(page).locator("summary").click();
    await expect(changes(page).getByRole("listitem")).toHaveText([
      "Dropoff 1 · Latitude59.9287 → 59.80",
      "Dropoff 1 · Building28 → 32",
      "Comment for the courierempty → Осторожно, собака",
    ]);
    await expect(field(page, "external_order_id")).toHaveCount(0);
    await submit(page).click();
    await expect(page).toHaveURL(at(`/dashboard/orders/${made.code}`));
    const saved = await orderOf(made.code);
    expect([Number(saved.price), saved.comment, saved.stops[1]?.latitude, saved.externalOrderId]).toEqual([
      becomes,
      "Осторожно, собака",
      59.8,
      made.id,
    ]);
    expect(saved.quoteId).not.toBeNull();
  });

  test("is refused when somebody was faster, shows what they did, and may overwrite it knowingly", async ({
    page,
  }) => {
    const made = await makeOrder();
    await open(page, made.code);
    await field(page, "comment").fill("mine");
    await stage.api.send("PATCH", `/v1/partner/orders/${made.id}`, {
      comment: "theirs",
      pickup: { contact: { name: "Склад" } },
    });
    await submit(page).click();
    await expect(alert(page)).toBeFocused();
    await expect(alert(page)).toContainText("Someone changed the order");
    await expect(alert(page).getByRole("listitem")).toHaveText([
      "Pickup · Nameempty → Склад",
      "Comment for the courierempty → theirs",
    ]);
    await expect(field(page, "comment")).toHaveValue("mine");
    expect((await orderOf(made.code)).comment).toBe("theirs");
    await alert(page).getByRole("button", { name: "Keep my changes" }).click();
    await changes(page).locator("summary").click();
    await expect(changes(page).getByRole("listitem")).toHaveText([
      "Pickup · NameСклад → empty",
      "Comment for the couriertheirs → mine",
    ]);
    await submit(page).click();
    await expect(page).toHaveURL(at(`/dashboard/orders/${made.code}`));
    expect((await orderOf(made.code)).comment).toBe("mine");
  });

  test("ends when the courier has picked the order up, and the page says why", async ({ page }) => {
    const made = await makeOrder();
    await open(page, made.code);
    await field(page, "comment").fill("too late");
    await stage.couriers.lead(stage.shop.scope, made.id, "in_progress");
    await submit(page).click();
    await expect(alert(page)).toContainText("can no longer be changed");
    await expect(field(page, "comment")).toHaveValue("too late");
    expect((await orderOf(made.code)).comment).toBeNull();
    await page.reload();
    await expect(page.getByText("The courier has picked up the order")).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to the order" })).toHaveAttribute(
      "href",
      `/dashboard/orders/${made.code}`,
    );
  });

  test("goes on after a reload from the order that it began with", async ({ page }) => {
    const made = await makeOrder();
    await open(page, made.code);
    await field(page, "comment").fill("mine");
    await stage.api.send("PATCH", `/v1/partner/orders/${made.id}`, { comment: "theirs" });
    await page.reload();
    await expect(page.getByText("We restored what you typed earlier.")).toBeVisible();
    await expect(field(page, "comment")).toHaveValue("mine");
    await submit(page).click();
    await expect(alert(page)).toContainText("Someone changed the order");
    await alert(page).getByRole("button", { name: "Discard my changes" }).click();
    await expect(field(page, "comment")).toHaveValue("theirs");
  });
});

test("another account's orders, and prices and places without a session, are not found", async ({ page }) => {
  const other = await stage.newShop();
  const { data } = await other.api.create(orderBody());
  for (const path of [
    `/dashboard/new?from=${data.order_code}`,
    `/dashboard/orders/${data.order_code}/edit`,
  ]) {
    expect([path, (await page.request.get(at(path))).status()]).toEqual([path, 404]);
  }
  await page.context().clearCookies();
  const body = { pickup: address(), dropoffs: [address()] };
  expect((await page.request.post(at("/dashboard/new/quote"), { data: body })).status()).toBe(404);
  expect((await page.request.get(at("/dashboard/addresses/search?q=Marata"))).status()).toBe(404);
});

test("prices are asked for so often and no oftener", async ({ page }) => {
  const crowd = await stage.newShop();
  const { email } = await makePerson(stage.db, crowd.shop.accountId, "staff");
  await page.context().addCookies([await signIn(stage.server.baseUrl, email)]);
  const data = { pickup: address(), dropoffs: [address(59.92, 30.36)] };
  const headers = { Origin: stage.server.baseUrl };
  const ask = () => page.request.post(at("/dashboard/new/quote"), { data, headers });
  const asked = await Promise.all(Array.from({ length: 140 }, ask));
  const refused = asked.filter((answer) => answer.status() === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers()["retry-after"])).toBeGreaterThan(0);
  await page.context().addCookies([staff]);
  expect((await ask()).status()).toBe(200);
});

test("can be used by everybody, on a phone too", async ({ browser }) => {
  // A page of axe takes seconds.
  test.slow();
  const { code } = await makeOrder(orderBodyWith(3));
  const context = await browser.newContext({ viewport: SIZES.phone, locale: "ru-RU" });
  await context.addCookies([staff]);
  const page = await context.newPage();
  const check = async () => {
    // What the pointer is on is dimmed for a moment.
    await page.mouse.move(0, 0);
    await expectAccessibleInBothThemes(page);
  };
  await page.goto(at("/dashboard/new"));
  await page.locator("aside button[type=submit]").click();
  await expect(alert(page)).toBeFocused();
  await check();
  // What has the focus is not under the bar with the price.
  const bar = page.locator("aside");
  for (const name of ["pickup.contact.value", "dropoffs.0.address.street", "comment"]) {
    await field(page, name).focus();
    await expect
      .poll(async () => {
        const [input, cover] = [await field(page, name).boundingBox(), await bar.boundingBox()];
        return input !== null && cover !== null && input.y + input.height <= cover.y;
      })
      .toBe(true);
  }
  await page.goto(at(`/dashboard/orders/${code}/edit`));
  await page.locator("[data-heading]").first().click();
  await field(page, "dropoffs.0.address.latitude").fill("59.8");
  await expect(price(page)).toBeVisible();
  await page.locator("aside summary").click();
  await check();
  await page.goto(at("/dashboard/addresses"));
  await check();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(at("/dashboard/new"));
  await expect(page.locator("aside")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await context.close();
});
