import { readFileSync } from "node:fs";
import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { createCourier } from "@/lib/couriers/create-courier";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { listMessages } from "@/lib/couriers/list-messages";
import { sendMessage } from "@/lib/couriers/send-message";
import { setShift } from "@/lib/couriers/set-shift";
import { transferCash } from "@/lib/couriers/transfer-cash";
import type { Database } from "@/lib/db/client";
import { LOCALES, type Locale } from "@/lib/locale/locale";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import type { StepInput } from "@/lib/orders/fulfillment/courier-task";
import { reassignInProgress } from "@/lib/orders/fulfillment/reassign-in-progress";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { FAILURE_CODES, type FailureCode } from "@/lib/orders/order";
import type { CourierStep } from "@/lib/orders/progress";
import { proofCode } from "@/lib/orders/proof-code";
import type { orderWithHistoryResource } from "@/lib/orders/resource";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { fromRubles } from "@/lib/pricing/money";
import { createSignedInContext } from "@/testing/account-fixture";
import { isLongRun } from "@/testing/amount";
import { type ApiClient, newId, orderBody, orderBodyWith } from "@/testing/api-client";
import { openCommonStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { expectAccessibleInBothThemes, expectWholeWords, NARROWEST, SIZES } from "@/testing/looks";
import { readPage } from "@/testing/read-page";
import type { Client, CourierSide } from "@/testing/shop";
import type { TestContext } from "@/testing/stage";

/** Browser messages without a network: for requests, for newer service workers, and for the map's own worker. */
const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /when fetching the script/, /Worker failed to load/];

const DOOR = { latitude: 59.9287, longitude: 30.3607 };
const NEVSKY = { latitude: 59.9354, longitude: 30.3254, accuracy: 12 };

type WholeOrder = ReturnType<typeof orderWithHistoryResource.parse>;

let stage: TestContext;
let server: TestContext["server"];
let db: Database;
let side: CourierSide;
let shop: Client;
let api: ApiClient;

test.beforeAll(async () => {
  stage = await openCommonStage();
  ({ server, db, shop, api } = stage);
  side = stage.couriers;
});

test.afterAll(() => stage?.close());

test.use({ viewport: SIZES.phone, locale: "en-GB", permissions: ["geolocation"], geolocation: NEVSKY });

// The phones stay where they are, often far from where their couriers say they have arrived.
test.beforeEach(({ page }) =>
  page.addLocatorHandler(page.getByRole("button", { name: "Mark anyway" }), (yes) => yes.click()),
);

/** Creates a real courier, and returns the link they were sent. */
async function hire(): Promise<{ id: string; link: string }> {
  const courier = await createCourier(db, {
    name: "Анна Петрова",
    phone: "+79115550007",
    transport: { type: "car" },
    isSimulated: false,
  });
  const { link } = await issueCourierLink(db, courier.id, server.baseUrl);
  return { id: courier.id, link };
}

/** Returns an order with everything a courier may have to know. */
function fullOrder(dropoffs = 1): CreateOrderBody {
  const pickup = {
    address: {
      latitude: 59.9354,
      longitude: 30.3254,
      area: "Санкт-Петербург",
      street: "Невский проспект",
      building: "28",
      instructions: "Вход со двора, через арку. Спросить на кассе.",
    },
    contact: { value: "+78125550100", name: "Буквоед" },
  };
  const stops = [
    { value: "+79161234567", name: "Мария", type: "phone" as const },
    { value: "+79161234568", name: "Иван", type: "whatsapp" as const },
    { value: "@olga_spb", name: "Ольга", type: "telegram" as const },
  ];
  return orderBody({
    pickup,
    comment: "Хрупкое, не переворачивать.",
    dropoffs: stops.slice(0, dropoffs).map((contact, index) => ({
      address: {
        latitude: 59.9287 - index * 0.01,
        longitude: 30.3607 + index * 0.01,
        area: "Санкт-Петербург, Центральный район",
        street: "Лиговский проспект",
        building: `${50 + index * 4} корпус 3`,
        entrance: 2,
        floor: 5,
        apartment: 118,
        intercom: "118В4471",
        instructions: "Домофон не работает, позвоните, я спущусь.",
      },
      contact,
      payment_type: "cash",
      payment_amount: index === 0 ? 1500 : null,
      doorstep: index === 0,
    })),
  });
}

/** Builds an order whose first dropoff requires every proof and whose undeliverable goods are returned. */
function provenOrder(): CreateOrderBody {
  const body = fullOrder(2);
  const [first, ...others] = body.dropoffs;
  if (first === undefined) throw new Error("The order has no dropoff");
  const proof = { photo: true, code: true, signature: true };
  return { ...body, if_undeliverable: "return", dropoffs: [{ ...first, proof }, ...others] };
}

async function give(
  courierId: string,
  body = fullOrder(),
  by = { shop, api },
): Promise<{ path: string; code: string; id: bigint; codes: string[]; links: string[] }> {
  const { data } = await by.api.create(body);
  const externalOrderId = body.external_order_id;
  await assignCourier(side.context, by.shop.scope, { externalOrderId, courierId, isAnyVehicleFine: true });
  const order = await db.models.order.findUniqueOrThrow({ where: { orderCode: data.order_code } });
  // An only dropoff's link is that of the order.
  const urls = body.dropoffs.length === 1 ? [data.tracking_url ?? ""] : (data.tracking_urls ?? []);
  const links = urls.map((url) => server.baseUrl + new URL(url).pathname);
  const codes = links.map((url) => proofCode(url.slice(url.lastIndexOf("/") + 1)));
  const path = `/v1/partner/orders/${body.external_order_id}`;
  return { path, code: order.orderCode, id: order.id, codes, links };
}

const readStatus = async (path: string) => (await api.get(path)).data.status;
const headline = (page: Page) => page.getByRole("heading", { level: 1 });
/** Finds the courier's current activity, which is shown above its location. */
const doing = (page: Page) => page.getByRole("article").first().getByRole("status").first();

/** Confirms by keyboard, which cannot slide. */
async function confirm(page: Page, button: string, yes: string): Promise<void> {
  await page.getByRole("button", { name: button }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: yes }).click();
}

async function slide(page: Page, button: string): Promise<void> {
  const box = await page.getByRole("button", { name: button }).boundingBox();
  if (box === null) throw new Error(`There is no ${button} to slide.`);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 30, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, y, { steps: 5 });
  await page.mouse.move(box.x + box.width - 10, y, { steps: 5 });
  await page.mouse.up();
}

/** Waits until the phone has cached the app, and the map that its screen shows. */
async function installed(page: Page): Promise<void> {
  await expect(page.locator(".live-map")).toBeVisible();
  const isKept = () =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller?.state !== "activated") return false;
      const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
      const chunks = loaded.filter((path) => path.startsWith("/_next/static/"));
      const files = ["/courier/shell", "/vendor/maplibre-gl-worker.mjs", ...chunks];
      const stored = await Promise.all(files.map((path) => caches.match(path)));
      return stored.every((one) => one !== undefined);
    });
  await expect.poll(isKept).toBe(true);
}

test("a courier opens their link, starts the shift, and receives an order without a reload", async ({
  page,
}) => {
  const { id, link } = await hire();
  await page.goto(link);
  await expect(page).toHaveURL(`${server.baseUrl}/courier`);
  await expect(headline(page)).toHaveText("You’re off shift");
  await expect(page.getByText("Location is off")).toBeVisible();
  await page.getByRole("button", { name: "Start shift" }).click();
  await expect(headline(page)).toHaveText("You’re on shift");
  await expect
    .poll(async () => (await db.models.courier.findUniqueOrThrow({ where: { id } })).onShiftSince)
    .not.toBeNull();
  await expect(page.getByText("Location is on")).toBeVisible();

  const notified = { courierIds: [id], mode: "live", text: "Въезд с Садовой закрыт." } as const;
  await sendMessage(side.context, notified);
  const sheet = page.getByRole("dialog", { name: "Message from dispatch" });
  await expect(sheet).toContainText(notified.text);
  await sheet.getByRole("button", { name: "Got it" }).click();
  await expect(sheet).toBeHidden();
  await expect.poll(async () => (await listMessages(db, id))[0]?.readAt ?? null).not.toBeNull();

  const { path } = await give(id);
  await expect(headline(page)).toHaveText("New order");
  await expect(page.getByText("Невский проспект, 28")).toBeVisible();
  await expect(page.getByText("Хрупкое, не переворачивать.")).toBeVisible();

  // The API's driver location is where this phone is.
  const { latitude, longitude } = NEVSKY;
  await expect
    .poll(async () => (await api.get(path)).data.driver_location)
    .toMatchObject({ latitude, longitude });
  await page.context().setGeolocation({ latitude: 59.9372, longitude: 30.3254, accuracy: 10 });
  await expect.poll(async () => (await api.get(path)).data.driver_location?.latitude).toBe(59.9372);
});

test("a courier completes an order by touch and keyboard while its status follows, and hands in the remaining cash", async ({
  page,
}) => {
  const { id, link } = await hire();
  await setShift(side.context, id, true);
  await transferCash(side.context, id, { kind: "issued", amount: fromRubles(2_000) });
  const { path } = await give(id);
  await page.goto(link);
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(doing(page)).toHaveText("On the way to the pickup");
  await page.getByRole("button", { name: "I’m at the pickup" }).click();
  await expect(doing(page)).toHaveText("Pick up the order");
  expect(await readStatus(path)).toBe("assigned");

  await page.getByRole("button", { name: "Picked up" }).click();
  await page.getByRole("button", { name: "Not yet" }).click();
  await expect(doing(page)).toHaveText("Pick up the order");
  await confirm(page, "Picked up", "Yes, picked up");
  await expect(doing(page)).toHaveText("On the way to the recipient");
  await expect.poll(() => readStatus(path)).toBe("in_progress");
  await expect(page.getByRole("button", { name: "Hand the order back" })).toHaveCount(0);

  const card = page.getByRole("article").first();
  await expect(headline(page)).toHaveText("Лиговский проспект, 50 корпус 3");
  await expect(card).toContainText("Лиговский проспект, 50 корпус 3");
  await expect(card).toContainText("118В4471");
  await expect(card).toContainText(/Pay for the goods in cash.*₽1,500/);
  await expect(card).toContainText("Bring to the door");
  await expect(card.getByRole("link", { name: "Call Мария" })).toHaveAttribute("href", "tel:+79161234567");
  await card.getByRole("button", { name: "Directions" }).click();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Yandex Maps" })).toHaveAttribute(
    "href",
    "https://yandex.ru/maps/?rtext=~59.9287,30.3607&rtt=auto",
  );
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "I’m here" }).click();
  await expect(doing(page)).toHaveText(/^At the door since/);
  await slide(page, "Handed over");
  await expect(headline(page)).toHaveText("You’re on shift");
  await expect(page.getByText(/Order .+ is delivered/)).toBeVisible();
  expect(await readStatus(path)).toBe("delivered");

  await page.getByRole("button", { name: "End shift" }).click();
  await expect(page.getByRole("dialog")).toContainText("Hand in ₽500.");
  await page.getByRole("dialog").getByRole("button", { name: "End shift" }).click();
  await expect(headline(page)).toHaveText("You’re off shift");
  const { session } = await createSignedInContext(stage, "owner", null);
  const file = await readPage(`${server.baseUrl}/ops/couriers/${id}`, session);
  expect(file.text).toContain("Holds ₽500 in cash");
  await transferCash(side.context, id, { kind: "handed_in", amount: fromRubles(500) });
  await expect(page.getByText("Hand in ₽500.")).toHaveCount(0);
});

/** Lets couriers of this stage have several orders of one account while `work` runs. */
async function withSharedRoutes(work: () => Promise<void>): Promise<void> {
  const set = (scope: "own_account" | "none") => db.models.stackingSettings.updateMany({ data: { scope } });
  await set("own_account");
  await work().finally(() => set("none"));
}

/** The courier's next tap or slide at the bottom of the screen, done as a courier does it. */
async function goOn(page: Page): Promise<"tap" | "slide" | null> {
  const taps = /^(I’m at the pickup|I’m here|I’m back at the pickup|Accept( all \d+)?)$/;
  const slides = /^(Picked up|Handed over|Returned to sender)$/;
  const button = page.getByRole("button", {
    name: /^(I’m (at|here|back)|Accept|Picked up|Handed over|Returned to)/,
  });
  await expect(button.or(page.getByRole("heading", { name: "You’re on shift" })).first()).toBeVisible();
  if ((await button.count()) === 0) return null;
  const name = ((await button.first().textContent()) ?? "").replace("Slide or tap", "").trim();
  const before = await page.locator("main").textContent();
  if (slides.test(name)) await slide(page, name);
  else {
    expect(name).toMatch(taps);
    await button.first().click();
  }
  await expect.poll(() => page.locator("main").textContent()).not.toBe(before);
  return slides.test(name) ? "slide" : "tap";
}

test("a courier's day of 24 orders on shared routes, three of them offline, with a failure, a return and a transfer", {
  tag: "@long",
}, async ({ page, context, expectComplaint }) => {
  test.skip(!isLongRun);
  expectComplaint(...OFFLINE);
  const { id, link } = await hire();
  await setShift(side.context, id, true);
  const other = await hire();
  await setShift(side.context, other.id, true);
  const owner = await stage.newShop();
  const counts = { tap: 0, slide: 0 };
  const orders: Awaited<ReturnType<typeof give>>[] = [];
  const giveSix = async () => {
    const six = [];
    for (let index = 0; index < 6; index += 1)
      six.push(await give(id, { ...fullOrder(), cargo_size: "S", if_undeliverable: "return" }, owner));
    orders.push(...six);
    return six;
  };
  const count = async () => {
    const done = await goOn(page);
    if (done !== null) counts[done] += 1;
    return done;
  };
  const finish = async () => {
    while ((await count()) !== null);
  };
  await withSharedRoutes(async () => {
    await page.goto(link);
    // Two rounds: in the second, three orders are delivered without a network.
    await giveSix();
    await expect(headline(page)).toHaveText("6 new orders");
    await finish();
    await giveSix();
    await expect(headline(page)).toHaveText("6 new orders");
    for (let step = 0; step < 2 + 6; step += 1) await count();
    await context.setOffline(true);
    for (let step = 0; step < 3 * 2; step += 1) await count();
    await context.setOffline(false);
    await finish();
    // In the third, a recipient refuses, and the goods go back last.
    await giveSix();
    await expect(headline(page)).toHaveText("6 new orders");
    for (let step = 0; step < 2 + 6 + 1; step += 1) await count();
    await fail(page, "refused");
    await finish();
    // In the fourth, another courier takes over one of the orders that are on board.
    const [moved] = await giveSix();
    await expect(headline(page)).toHaveText("6 new orders");
    for (let step = 0; step < 2 + 6; step += 1) await count();
    const scope = owner.shop.scope;
    const externalOrderId = moved?.path.split("/").at(-1) ?? "";
    await reassignInProgress(side.context, scope, { externalOrderId, courierId: other.id });
    await expect(page.getByRole("heading", { name: /^Give your order to/ })).toBeVisible();
    await finish();
  });
  const stored = await db.models.order.findMany({ where: { id: { in: orders.map((order) => order.id) } } });
  const outcomes = stored.map(({ status, returnState, courierId }) =>
    courierId === id ? `${status} ${returnState ?? ""}` : "taken over",
  );
  expect(outcomes.filter((outcome) => outcome === "delivered ")).toHaveLength(22);
  expect(outcomes).toContain("cancelled returned");
  expect(outcomes).toContain("taken over");
  // An acceptance and an arrival at the pickup for each round, an arrival at each door but that of the order taken over,
  // and one at the return; each order is collected, and all but the refused and the moved one are handed over.
  expect(counts).toEqual({ tap: 4 * 2 + 23 + 1, slide: 24 + 22 + 1 });
});

/** An order with a dropoff for each reason that a courier can give, every one of which the app offers there. */
function hopelessOrder(): CreateOrderBody {
  const dropoffs = orderBodyWith(FAILURE_CODES.length).dropoffs.map((dropoff, index) => ({
    ...dropoff,
    payment_amount: FAILURE_CODES[index] === "payment_problem" ? 990 : null,
    proof: { code: FAILURE_CODES[index] === "code_failed" },
  }));
  return orderBody({ if_undeliverable: "return", dropoffs });
}

/** Reports a failed dropoff, and hides the page, which sends the report without time to undo it. */
async function fail(page: Page, code: FailureCode): Promise<void> {
  const { reason } = getWords("en", "courier").fail;
  await page.getByRole("button", { name: "Can’t deliver" }).click();
  await page.getByRole("button", { name: reason[code] }).click();
  if (code === "other") {
    await page.getByLabel("What happened?").fill(COMMENT);
    await page.getByRole("button", { name: "Report and go on" }).click();
  }
  await expect(page.getByText(`${reason[code]}. Reporting…`)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
}

/** The words of some pages. */
const getWords = (locale: Locale, pages: "courier" | "order" | "tracking") =>
  JSON.parse(readFileSync(`messages/${locale}/${pages}.json`, "utf8"));

const COMMENT = "Мост разведён.";

test("dropoffs fail for every reason without a network, and taps survive a reload and are sent later in order", {
  tag: ["@long", "@map"],
}, async ({ page, context, expectComplaint }) => {
  expectComplaint(...OFFLINE);
  const { id, link } = await hire();
  await setShift(side.context, id, true);
  const unlucky = await stage.newShop();
  const { accountId } = unlucky.shop;
  // Reasons that have to be waited for may be given at once.
  await db.models.account.update({ where: { id: accountId }, data: { waitingMinutes: 0 } });
  const { path, code, links } = await give(id, hopelessOrder(), unlucky);
  const read = async () => (await unlucky.api.get<WholeOrder>(path)).data;
  await page.goto(link);
  await expect(headline(page)).toHaveText("New order");
  await installed(page);

  await context.setOffline(true);
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByRole("button", { name: "I’m at the pickup" }).click();
  await expect(page.getByText("Waiting to be sent: 2")).toBeVisible();
  await page.reload();
  await expect(doing(page)).toHaveText("Pick up the order");
  await confirm(page, "Picked up", "Yes, picked up");
  for (const [index, reason] of FAILURE_CODES.entries()) {
    await page.getByRole("button", { name: `I’m at dropoff ${index + 1}` }).click();
    await fail(page, reason);
  }
  await page.getByRole("button", { name: "I’m back at the pickup" }).click();
  await confirm(page, "Returned to sender", "Yes, returned");
  await expect(headline(page)).toHaveText("Returned to sender");
  await expect(page.getByText(`Waiting to be sent: ${3 + 2 * FAILURE_CODES.length + 2}`)).toBeVisible();
  expect((await read()).status).toBe("assigned");

  await context.setOffline(false);
  await expect(page.getByText(/The goods of order .+ are back/)).toBeVisible();
  await expect(headline(page)).toHaveText("You’re on shift");
  const { status, stops, return: back } = await read();
  expect([status, back?.state]).toEqual(["cancelled", "returned"]);
  expect(stops.slice(1, -1).map(({ failure }) => [failure?.code, failure?.comment])).toEqual(
    FAILURE_CODES.map((reason) => [reason, reason === "other" ? COMMENT : null]),
  );

  const { session } = await createSignedInContext(stage, "owner", accountId);
  for (const locale of LOCALES) {
    const [order, tracking] = [getWords(locale, "order"), getWords(locale, "tracking")];
    const shown = await readPage(`${server.baseUrl}/dashboard/orders/${code}`, session, locale);
    expect(shown.text).toContain(order.reasons.undeliverable);
    for (const [index, reason] of FAILURE_CODES.entries()) {
      const stop = shown.items.find(({ text }) => text.includes(`+7 916 123-45-0${index}`));
      expect([reason, stop?.text]).toEqual([reason, expect.stringContaining(order.failures[reason])]);
      const notified = await readPage(links[index] ?? "", session, locale);
      expect([reason, notified.text]).toEqual([reason, expect.stringContaining(tracking.failures[reason])]);
      expect([reason, notified.text]).toEqual([reason, expect.stringContaining(tracking.headlines.returned)]);
    }
  }
});

/** A picture as a camera gives it. */
const PHOTO = {
  name: "door.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

async function sign(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Get a signature" }).first().click();
  const sheet = page.getByRole("dialog");
  const pad = await sheet.getByRole("img", { name: "Sign here with a finger" }).boundingBox();
  if (pad === null) throw new Error("The signature pad has no bounding box");
  await page.mouse.move(pad.x + 40, pad.y + 60);
  await page.mouse.down();
  await page.mouse.move(pad.x + 200, pad.y + 90, { steps: 4 });
  await page.mouse.up();
  await sheet.getByRole("button", { name: "Save signature" }).click();
  await expect(page.getByText("Signed by Мария")).toBeVisible();
}

/** Opens a page of a desk user. @returns the page, whose context has to be closed */
async function openDesk(
  browser: Browser,
  role: "staff" | "owner",
  accountId: string | null,
  path: string,
): Promise<Page> {
  const { session } = await createSignedInContext(stage, role, accountId);
  const desk = await browser.newContext({ locale: "en-GB", viewport: SIZES.desktop });
  await desk.addCookies([session]);
  const page = await desk.newPage();
  await page.goto(server.baseUrl + path);
  return page;
}

/** Waits until a picture on a page has come. */
async function expectPicture(page: Page, name: string | RegExp): Promise<void> {
  const picture = page.getByRole("img", { name });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
}

test.describe("a network that blocks pictures", () => {
  // Playwright cannot always intercept the requests of a service worker.
  test.use({ serviceWorkers: "block" });

  test("lets a refused dropoff be retried by the shop's answer, and sends the photo of it later", {
    tag: "@long",
  }, async ({ page, browser, expectComplaint }) => {
    expectComplaint(/ERR_FAILED .*\/courier\/proofs/);
    const { id, link } = await hire();
    await setShift(side.context, id, true);
    const asking = await stage.newShop();
    const { accountId } = asking.shop;
    await db.models.account.update({ where: { id: accountId }, data: { contactPhone: "+78125550101" } });
    const body = fullOrder();
    const dropoffs = body.dropoffs.map((dropoff) => ({ ...dropoff, proof: { photo: true } }));
    const { path, id: orderId, links } = await give(id, { ...body, dropoffs }, asking);
    await recordStep(side.context, id, { orderId, step: { type: "pick_up" } });
    await recordStep(side.context, id, { orderId, step: { type: "arrive", dropoff: 0 } });
    await page.goto(link);
    await fail(page, "refused");
    await expect(doing(page)).toHaveText("Wait for an answer");

    const desk = await openDesk(browser, "staff", accountId, "/dashboard");
    const attention = desk.getByRole("region", { name: "Needs attention" }).getByRole("listitem").first();
    await attention.getByRole("link", { name: /^Answer: / }).click();
    await expect(desk.getByRole("heading", { level: 1 })).toHaveText(/^Waiting for your decision/);
    const { failures, headlines } = getWords("en", "tracking");
    const notified = await (await page.request.get(`${links[0]}?lang=en`)).text();
    const missing = [failures.refused, headlines.undecided, "tel:+78125550101"].filter(
      (one) => !notified.includes(one),
    );
    expect(missing).toEqual([]);
    await desk.getByRole("button", { name: "Try again" }).click();
    await desk.getByRole("dialog").getByRole("button", { name: "Try again" }).click();

    await page.getByRole("button", { name: "I’m here" }).click();
    await expect(page.getByText("second try")).toBeVisible();
    await page.route("**/courier/proofs?*", (route) => route.abort());
    await page.getByLabel("Photo", { exact: true }).first().setInputFiles(PHOTO);
    await confirm(page, "Handed over", "Yes, handed over");
    await expect(desk.getByRole("heading", { level: 1 })).toContainText("Delivered at");
    await expect(page.getByText("Waiting to be sent: 1")).toBeVisible();
    const events = async () => {
      const { data } = await asking.api.get<{ events: { event: string }[] }>("/v1/partner/events?limit=100");
      return data.events.map(({ event }) => event.replace("order.", "")).slice(3);
    };
    await expect.poll(events).toEqual(["stop_failed", "updated", "delivered"]);

    await page.unroute("**/courier/proofs?*");
    await expect.poll(events).toEqual(["stop_failed", "updated", "delivered", "proof_added"]);
    await desk.reload();
    await expectPicture(desk, /^Photo 1, /);
    await desk.goto(links[0] ?? "");
    await expect(desk.getByRole("heading", { level: 1 })).toHaveText(/^Delivered at/);
    await expectPicture(desk, /^Courier’s photo/);
    expect((await asking.api.get<WholeOrder>(path)).data.stops[1]?.proof?.photo_urls).toHaveLength(1);
    await desk.context().close();
  });
});

/** Goes to the second dropoff, and cannot hand over there. */
async function failAtSecond(page: Page): Promise<void> {
  await page.getByRole("button", { name: "I’m at dropoff 2" }).click();
  await page.getByRole("button", { name: "Can’t deliver" }).click();
  await page.getByRole("button", { name: "The recipient refuses the order" }).click();
  await expect(doing(page)).toHaveText("Taking the goods back");
}

test("a photo, a signature, a wrong code, a refusal and the return work without a network and are sent later; after five wrong codes only an operator helps", {
  tag: "@map",
}, async ({ page, context, browser, expectComplaint }) => {
  expectComplaint(...OFFLINE, /409 .*\/courier\/steps/);
  const { id, link } = await hire();
  await setShift(side.context, id, true);
  const { path, code, id: orderId, codes } = await give(id, provenOrder());
  await recordStep(side.context, id, { orderId, step: { type: "pick_up" } });
  await recordStep(side.context, id, { orderId, step: { type: "arrive", dropoff: 0 } });
  await page.goto(link);
  await expect(doing(page)).toHaveText(/^Dropoff 1 of 2, at the door since/);
  await installed(page);

  await context.setOffline(true);
  const wrong = codes[0] === "000000" ? "000001" : "000000";
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByText(/^No network/)).toBeInViewport({ ratio: 1 });
  const fillWrong = () => page.getByLabel("Code from the recipient").fill(wrong);
  await fillWrong();
  await sign(page);
  await page.getByLabel("Photo", { exact: true }).first().setInputFiles(PHOTO);
  await confirm(page, "Handed over", "Yes, handed over");
  await expect(doing(page)).toHaveText("On the way to dropoff 2 of 2");
  await failAtSecond(page);
  // Three taps, the photo and the signature, which a reload does not lose.
  await expect(page.getByText("Waiting to be sent: 5")).toBeVisible();
  await page.reload();
  await expect(doing(page)).toHaveText("Taking the goods back");
  await expect(page.getByText("Waiting to be sent: 5")).toBeVisible();

  await context.setOffline(false);
  await expect(
    page.getByText("The code at dropoff 1 was wrong. Go back and ask for it again."),
  ).toBeVisible();
  await expect(doing(page)).toHaveText(/^Dropoff 1 of 2, at the door since/);
  await expect(page.getByText("Wrong code. 4 tries left.")).toBeVisible();
  const files = () => db.models.proofFile.findMany({ where: { orderId }, orderBy: { kind: "asc" } });
  await expect.poll(async () => (await files()).map(({ kind }) => kind)).toEqual(["photo", "signature"]);

  for (const notified of ["3 tries left", "2 tries left", "1 try left", "blocked after five wrong tries"]) {
    await fillWrong();
    await confirm(page, "Handed over", "Yes, handed over");
    await expect(page.getByText(notified)).toBeVisible();
  }
  const desk = await openDesk(browser, "owner", null, `/ops/orders/${code}`);
  await desk.getByRole("button", { name: "Waive the code" }).click();
  await desk.getByRole("dialog").getByLabel("Reason").fill("knows the recipient");
  await desk.getByRole("dialog").getByRole("button", { name: "Waive the code" }).click();
  await expect(desk.getByRole("dialog")).toHaveCount(0);
  await desk.context().close();
  await expect(page.getByText("Go on without the code")).toBeVisible();

  await context.setOffline(true);
  await confirm(page, "Handed over", "Yes, handed over");
  await failAtSecond(page);
  await page.getByRole("button", { name: "I’m back at the pickup" }).click();
  await slide(page, "Returned to sender");
  await expect(headline(page)).toHaveText("Returned to sender");
  await expect(page.getByText("Waiting to be sent: 5")).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText(/The goods of order .+ are back/)).toBeVisible();
  await expect(headline(page)).toHaveText("You’re on shift");
  const { data } = await api.get<WholeOrder>(path);
  expect([data.status, data.return?.state]).toEqual(["delivered", "returned"]);
  expect(data.stops[1]?.proof).toMatchObject({ code: "overridden" });
  expect(await files()).toHaveLength(2);
});

test("a tap that arrives too late is dropped, and the courier is notified", { tag: "@map" }, async ({
  page,
  context,
  expectComplaint,
}) => {
  expectComplaint(...OFFLINE, /409 .*\/courier\/steps/);
  const { id, link } = await hire();
  await setShift(side.context, id, true);
  const { path } = await give(id);
  await page.goto(link);
  await expect(headline(page)).toHaveText("New order");
  await installed(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Accept" }).click();
  await api.post(`${path}/cancel`, { reason: "customer changed their mind" });
  await context.setOffline(false);
  await expect(page.getByText(/“Accept” wasn’t accepted/)).toBeVisible();
  await expect(headline(page)).toHaveText(/Order .+ was cancelled/);
  await expect(page.getByText("customer changed their mind")).toBeVisible();
  await page.getByRole("button", { name: "Got it" }).click();
  await expect(headline(page)).toHaveText("You’re on shift");
  await page.reload();
  await expect(headline(page)).toHaveText("You’re on shift");
});

test("a courier refuses an order in two taps, and its addresses disappear", async ({ page }) => {
  const { id, link } = await hire();
  await setShift(side.context, id, true);
  const { path } = await give(id);
  await page.goto(link);
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Too far away" }).click();
  await expect(headline(page)).toHaveText("You’re on shift");
  await expect.poll(async () => (await api.get(path)).data.driver).toBeNull();
  const state = await page.evaluate(() => fetch("/courier/state").then((answer) => answer.text()));
  expect(state).not.toContain("Невский");
});

test("ending the shift stops the position updates at once", async ({ page, context }) => {
  const { id, link } = await hire();
  await page.goto(link);
  await page.getByRole("button", { name: "Start shift" }).click();
  await expect(page.getByText("Location is on")).toBeVisible();
  await page.getByRole("button", { name: "End shift" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End shift" }).click();
  await expect(headline(page)).toHaveText("You’re off shift");
  await expect(page.getByText("Location is off")).toBeVisible();
  await expect
    .poll(async () => (await db.models.courier.findUniqueOrThrow({ where: { id } })).onShiftSince)
    .toBeNull();
  const before = await db.models.courierPosition.findUniqueOrThrow({ where: { courierId: id } });
  await context.setGeolocation({ latitude: 59.9, longitude: 30.4, accuracy: 10 });
  // Fixes that a phone sends anyway are not recorded.
  const at = new Date().toISOString();
  const fix = { latitude: 59.9, longitude: 30.4, heading: null, accuracyMeters: 10, at };
  const status = await page.evaluate(
    (body) =>
      fetch("/courier/positions", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }).then((answer) => answer.status),
    { fixes: [fix], sentAt: at },
  );
  expect(status).toBe(200);
  expect(await db.models.courierPosition.findUniqueOrThrow({ where: { courierId: id } })).toEqual(before);
});

test("an unknown or replaced link opens nothing and says so", async ({ page, expectComplaint }) => {
  expectComplaint(/40[14] .*\/courier/);
  const wrong = await page.goto(`${server.baseUrl}/courier/enter/AAAAAAAAAAAAAAAAAAAAAA`);
  expect(wrong?.status()).toBe(404);
  await expect(headline(page)).toHaveText("This link no longer works");
  const none = await page.goto(`${server.baseUrl}/courier`);
  expect(none?.status()).toBe(404);
  await expect(headline(page)).toHaveText("This link no longer works");

  const { id, link } = await hire();
  await page.getByLabel("Paste your link").fill(link);
  await page.getByRole("button", { name: "Open" }).click();
  await expect(headline(page)).toHaveText("You’re off shift");
  await issueCourierLink(db, id, server.baseUrl);
  // The page may find out by itself first.
  await page
    .getByRole("button", { name: "Start shift" })
    .click({ timeout: 3_000 })
    .catch(() => {});
  await expect(headline(page)).toHaveText("This link no longer works");
});

test.describe("direct requests", () => {
  /** Sends what the app would send. */
  const post = (
    request: APIRequestContext,
    path: string,
    data: unknown,
    headers: Record<string, string> = { Origin: server.baseUrl },
  ) => request.post(`${server.baseUrl}/courier/${path}`, { data, headers });

  test("are checked for their origin, their sender and all their values", async ({ request }) => {
    const { link } = await hire();
    const answer = await request.get(link, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([303, "/courier"]);
    const cookie = answer.headers()["set-cookie"] ?? "";
    expect(cookie).toMatch(/^courier=[\w-]{22}; Path=\/courier; Max-Age=15552000; HttpOnly; SameSite=Lax$/);
    expect(answer.headers()["referrer-policy"]).toBe("no-referrer");

    const shift = async (headers?: Record<string, string>) =>
      (await post(request, "shift", { on: true }, headers)).status();
    expect(await shift({ Origin: "https://evil.example" })).toBe(403);
    expect(await shift({ Origin: server.baseUrl, "Sec-Fetch-Site": "cross-site" })).toBe(403);
    expect(await shift({})).toBe(403);
    expect(await shift()).toBe(204);
    const bad = await post(request, "steps", { orderId: "x", step: { type: "fly" }, at: "soon" });
    expect(bad.status()).toBe(400);
    const { error } = await bad.json();
    expect(error.details.map(({ field }: { field: string }) => field)).toEqual([
      "orderId",
      "step.type",
      "at",
    ]);
    expect((await post(request, "steps", { orderId: "999999", step: { type: "accept" } })).status()).toBe(
      409,
    );

    for (const path of ["", "/state", "/shell"]) {
      const headers = (await request.get(`${server.baseUrl}/courier${path}`)).headers();
      expect([path, headers["referrer-policy"], headers["x-robots-tag"]]).toEqual([
        path,
        "no-referrer",
        "noindex, nofollow",
      ]);
      expect([path, headers["cache-control"]]).toEqual([path, expect.stringContaining("no-store")]);
      if (path === "/state") continue;
      expect([path, headers["content-security-policy"]]).toEqual([path, expect.stringContaining("'nonce-")]);
    }
  });

  test("show a courier nothing of another's order and cannot move it", async ({ request }) => {
    const [anna, boris] = [await hire(), await hire()];
    const { id } = await give(anna.id);
    await request.get(boris.link);
    const state = await (await request.get(`${server.baseUrl}/courier/state`)).json();
    expect(state.job).toBeNull();
    const step = await post(request, "steps", { orderId: String(id), step: { type: "pick_up" } });
    expect(step.status()).toBe(409);
  });

  test("return what a phone needs to install the app", async ({ request }) => {
    const { link } = await hire();
    const written = await (await request.get(link, { headers: { "Accept-Language": "en" } })).text();
    const [, address = ""] = /<link rel="manifest" href="([^"]+)"/.exec(written) ?? [];
    const manifest = await (await request.get(server.baseUrl + address.replaceAll("&amp;", "&"))).json();
    expect(manifest).toMatchObject({
      start_url: "/courier",
      scope: "/courier",
      display: "standalone",
      lang: "en",
    });
    for (const { src } of manifest.icons) {
      expect([src, (await request.get(server.baseUrl + src)).status()]).toEqual([src, 200]);
    }
  });
});

const SCREENS = [
  "off shift",
  "waiting",
  "new order",
  "pickup",
  "handover",
  "proof",
  "cannot hand over",
  "answer",
  "way back",
  "takeover",
  "left at the door",
  "cancelled",
  "wrong link",
] as const;

type Screen = (typeof SCREENS)[number];

/** They consist of the parts of the other screens, which a short run checks. */
const ALIKE: readonly Screen[] = ["answer", "way back", "takeover", "left at the door"];

/** The map of an offer, and that of a trip. The other screens have the same maps. */
const WITH_MAP: readonly Screen[] = ["new order", "handover"];

/** Opens the sheets over a screen, after the screen itself has been checked. */
const SHEETS: Partial<Record<Screen, (page: Page, courierId: string) => Promise<unknown>>> = {
  waiting: (_, courierId) =>
    sendMessage(side.context, { courierIds: [courierId], mode: "live", text: "Въезд с Садовой закрыт." }),
  "new order": (page) => page.getByRole("button", { name: /^(Decline|Не могу)$/ }).click(),
  pickup: (page) => page.getByRole("button", { name: /^(Menu|Меню)$/ }).click(),
};

/** Brings a new courier's phone to a screen. @returns the courier */
async function open(page: Page, screen: Screen): Promise<string> {
  const { id, link } = await hire();
  if (screen !== "off shift") await setShift(side.context, id, true);
  if (!["off shift", "waiting", "wrong link"].includes(screen)) await lead(id, screen);
  await page.goto(screen === "wrong link" ? `${server.baseUrl}/courier/enter/unknown` : link);
  return id;
}

/** Leads a new order of a courier to a screen, by the steps that bring it there. */
async function lead(courierId: string, screen: Screen): Promise<void> {
  const dropoffs = screen === "answer" || screen === "left at the door" ? 1 : 3;
  const body = screen === "proof" ? provenOrder() : fullOrder(dropoffs);
  const externalOrderId = newId();
  const giver = screen === "takeover" ? (await hire()).id : courierId;
  const { path, id: orderId } = await give(giver, { ...body, external_order_id: externalOrderId });
  const step = (taken: CourierStep, report?: StepInput) =>
    recordStep(side.context, giver, { orderId, step: taken, ...(report && { report }) });
  if (screen === "new order") return;
  await step({ type: "arrive_at_pickup" });
  if (screen === "pickup") return;
  if (screen === "cancelled") {
    await api.post(`${path}/cancel`, { reason: "Покупатель передумал" });
    return;
  }
  await step({ type: "pick_up" });
  if (screen === "takeover") {
    await reassignInProgress(side.context, shop.scope, { externalOrderId, courierId, place: DOOR });
    return;
  }
  if (screen === "way back") {
    await api.post(`${path}/cancel`, { reason: "Покупатель передумал" });
    return;
  }
  await step({ type: "arrive", dropoff: 0 });
  if (screen === "answer") {
    await step({ type: "fail", dropoff: 0 }, { failure: { code: "refused", comment: null }, calls: 1 });
  }
  if (screen === "left at the door") {
    await step({ type: "hand_over", dropoff: 0 });
    await db.models.orderStop.updateMany({
      where: { orderId, position: 1 },
      data: { deliveredAt: null, failedAt: new Date(), failureCode: "refused", resolution: "leave" },
    });
  }
}

// Only the phone knows whether it has shown a cancelled order before.
const shownBy = (page: Page, screen: Screen) =>
  screen === "cancelled" || screen === "left at the door"
    ? page.getByRole("alert").getByRole("heading")
    : headline(page);

/** Expects thumbs to find whatever is shown, and nothing to overflow a small phone. */
async function expectThumbTargets(page: Page): Promise<void> {
  const small = await page
    .locator("button:not(.live-map *), a:not(.live-map *), summary, label:has(input)")
    .evaluateAll((targets) =>
      targets
        .map((target) => ({ text: target.textContent, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < 55.5 || box.width < 55.5))
        .map(({ text, box }) => `${text}: ${box.width} by ${box.height}`),
    );
  expect(small).toEqual([]);
  await page.setViewportSize(NARROWEST);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const over = await page
    .locator("dialog[open]")
    .evaluateAll((sheets) => sheets.map((sheet) => sheet.scrollWidth - sheet.clientWidth));
  expect(over.filter((width) => width > 0)).toEqual([]);
  await expectLargeTextFit(page);
  await page.setViewportSize(SIZES.phone);
}

/** Expects text of 200 % to leave every button on the screen, in whole words. */
async function expectLargeTextFit(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  for (const size of [SIZES.phone, NARROWEST]) {
    await page.setViewportSize(size);
    const outside = await page
      .locator("html, button:not(.live-map *), a:not(.live-map *)")
      .evaluateAll((elements) =>
        elements
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > Math.max(clientWidth, 1))
          .map(({ tagName, textContent }) => `${tagName} ${textContent?.slice(0, 40)}`),
      );
    expect([size.width, outside]).toEqual([size.width, []]);
    await expectWholeWords(page, "button, a");
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "";
  });
}

test("an offer on a small phone shows the amount to pay before it is accepted, and nothing covers its buttons", {
  tag: "@map",
}, async ({ page }) => {
  await open(page, "new order");
  const buyout = page.getByText(/^Pay for the goods/);
  const take = page.getByRole("button", { name: "Accept" });
  await expect(page.locator(".live-map")).toBeVisible();
  for (const size of [
    { width: 320, height: 568 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(size);
    const [paid, bar] = [await buyout.boundingBox(), await take.boundingBox()];
    expect((paid?.y ?? size.height) + (paid?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
    const covering = await take.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
      return points
        .map(([x, y]) => document.elementFromPoint(left + x * width, top + y * height))
        .filter((element) => element === null || !button.contains(element))
        .map((element) => element?.outerHTML);
    });
    expect([size.width, covering]).toEqual([size.width, []]);
  }
});

test.describe("a phone in Russian", () => {
  // Their looks do not depend on the service worker, which loads the app a second time.
  test.use({ locale: "ru-RU", serviceWorkers: "block" });

  for (const screen of SCREENS) {
    test(`the screen "${screen}" is accessible, does not overflow and has large enough targets`, {
      tag: [...(WITH_MAP.includes(screen) ? ["@map"] : []), ...(ALIKE.includes(screen) ? ["@long"] : [])],
    }, async ({ page, expectComplaint }) => {
      if (screen === "wrong link") expectComplaint(/404 .*\/courier/);
      const courierId = await open(page, screen);
      // Russian texts are longer.
      for (const lang of isLongRun ? ["ru", "en"] : ["ru"]) {
        if (lang === "en") await page.goto(`${server.baseUrl}/courier?lang=en`);
        await expect(page.locator("html")).toHaveAttribute("lang", lang);
        await expect(shownBy(page, screen)).toBeVisible();
        for (const summary of await page.locator("summary:visible").all()) await summary.click();
        if (screen === "cannot hand over") {
          await page.getByRole("button", { name: /^(Can’t deliver|Не получается вручить)$/ }).click();
          await page.getByRole("button", { name: /^(Something else|Другое)$/ }).click();
        }
        await expectThumbTargets(page);
      }
      await expectAccessibleInBothThemes(page);
      const openSheet = SHEETS[screen];
      if (openSheet === undefined) return;
      await openSheet(page, courierId);
      await expect(page.locator("dialog[open]")).toBeVisible();
      await expectThumbTargets(page);
      await expectAccessibleInBothThemes(page);
    });
  }
});
