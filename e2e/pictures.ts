// PICTURES=1 npx playwright test: takes the pictures of docs/mock-ups.md anew, each in the state that its drawing shows.

import { randomUUID } from "node:crypto";
import { type Browser, type BrowserContextOptions, expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { createUser } from "@/lib/accounts/create-user";
import { createCourier } from "@/lib/couriers/create-courier";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { recordPosition } from "@/lib/couriers/record-position";
import { setShift } from "@/lib/couriers/set-shift";
import { createDiskFiles } from "@/lib/files/disk-files";
import { preparePhoto } from "@/lib/files/photo";
import { addProof } from "@/lib/orders/carrying/add-proof";
import { assignCourier } from "@/lib/orders/carrying/assign-courier";
import type { Step } from "@/lib/orders/carrying/progress";
import { takeStep } from "@/lib/orders/carrying/take-step";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import type { Point } from "@/lib/routing/geo";
import { createRouter } from "@/lib/routing/route-trip";
import { newId, orderBody } from "@/testing/api-client";
import { openBrowserStage } from "@/testing/browser-stage";
import { CITY_DATA, WITH_STREETS } from "@/testing/city";
import { type Roads, startRoads } from "@/testing/roads";
import { AUTH, PASSWORD, signIn } from "@/testing/sign-in";
import type { Stage } from "@/testing/stage";

const FOLDER = "docs/mock-ups";
const OPERATOR = "operator@dropline.example";
const OWNER = "owner@dropline.example";
const PICKUP = { latitude: 47.0231, longitude: 28.8338 };
const DOOR = { latitude: 47.0457, longitude: 28.8643 };
/** On the road between them. */
const UNDER_WAY = { latitude: 47.0371, longitude: 28.8507 };

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const RU = { locale: "ru-RU", timezoneId: "Europe/Chisinau" } as const;
const EN = { locale: "en-US", timezoneId: "Europe/Chisinau" } as const;

let stage: Stage;
let roads: Roads;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  roads = await startRoads();
  stage = await openBrowserStage({ ...AUTH, ...WITH_STREETS, OSRM_URL: roads.url });
  const { db, shop } = stage;
  await createUser(db, { accountId: null, email: OPERATOR, password: PASSWORD, role: "operator" });
  await createUser(db, { accountId: shop.accountId, email: OWNER, password: PASSWORD, role: "owner" });
  await db.models.user.update({ where: { email: OWNER }, data: { name: "Ирина Рошка" } });
  await db.models.account.update({
    where: { id: shop.accountId },
    data: {
      name: "Цветы «Полынь»",
      timeZone: "Europe/Chisinau",
      accent: "#8c2f4b",
      contactPhone: "+37322100200",
      contactUrl: "https://t.me/polyn",
    },
  });
});

test.afterAll(async () => {
  await stage?.close();
  await roads?.close();
});

const context = () => ({ ...stage.couriers.context, router: createRouter({ osrmUrl: roads.url }) });

async function hire(at = UNDER_WAY, name = "Даниил Лисин", type: "bike" | "car" = "car") {
  const car = { type, make: "Dacia", model: "Dokker", color: "white", number: "KBR482" } as const;
  const courier = await createCourier(stage.db, {
    name,
    phone: "+37360100482",
    transport: type === "car" ? car : { type },
    isSimulated: false,
  });
  await setShift(context(), courier.id, true);
  const heading = (at.longitude * 1e6) % 360;
  await recordPosition(context(), courier.id, { ...at, heading, recordedAt: new Date() });
  return courier.id;
}

interface Change {
  readonly instructions?: string;
  readonly size?: CargoSize;
  readonly door?: { readonly street: string; readonly building: string } & Point;
}

async function order({ instructions, size = "M", door }: Change = {}) {
  const body = orderBody({ external_order_id: newId() });
  const stop = { area: "Кишинёв", ...(instructions === undefined ? {} : { instructions }) };
  body.pickup.address = { ...stop, ...PICKUP, street: "улица Пушкина", building: "26" };
  body.dropoffs = body.dropoffs.slice(0, 1).map((dropoff) => ({
    ...dropoff,
    address: {
      ...stop,
      ...DOOR,
      street: "Киевская улица",
      building: "6/1",
      entrance: 2,
      floor: 4,
      apartment: 14,
      intercom: "14К",
      ...door,
    },
    contact: { ...dropoff.contact, name: "Марина" },
  }));
  body.cargo_size = size;
  const { data } = await stage.api.create(body);
  const { id } = await stage.db.models.order.findUniqueOrThrow({ where: { orderCode: data.order_code } });
  const link = new URL(data.tracking_urls?.[0] ?? data.tracking_url ?? "");
  return { id, code: data.order_code, externalOrderId: body.external_order_id, path: link.pathname };
}

async function carried(steps: readonly Step[], at = UNDER_WAY, change: Change = {}, name?: string) {
  const made = await order(change);
  const courierId = await hire(at, name);
  await assignCourier(context(), stage.shop.scope, { externalOrderId: made.externalOrderId, courierId });
  for (const step of steps) await takeStep(context(), courierId, { orderId: made.id, step });
  return { ...made, courierId };
}

const UNTIL_PICKED_UP: readonly Step[] = [
  { type: "accept" },
  { type: "arrive_at_pickup" },
  { type: "pick_up" },
];
const UNTIL_THE_DOOR: readonly Step[] = [...UNTIL_PICKED_UP, { type: "arrive", dropoff: 0 }];

async function take(
  browser: Browser,
  name: string,
  options: BrowserContextOptions,
  path: string,
  ready: (page: Page) => Promise<unknown>,
) {
  const opened = await browser.newContext({
    reducedMotion: "reduce",
    ...options,
    baseURL: stage.server.baseUrl,
  });
  const reader = path.startsWith("/ops") ? OPERATOR : path.startsWith("/dashboard") ? OWNER : null;
  if (reader !== null) await opened.addCookies([await signIn(stage.server.baseUrl, reader)]);
  const page = await opened.newPage();
  await page.goto(path);
  // Tracking pages take their typeface once it is in the cache.
  if (path.startsWith("/t/")) await page.waitForLoadState("networkidle").then(() => page.reload());
  await ready(page);
  const png = await page.screenshot({ fullPage: name.includes("delivered") });
  await sharp(png).webp({ quality: 75 }).toFile(`${FOLDER}/${name}.webp`);
  await opened.close();
}

const mapIsReady = (page: Page) =>
  expect(page.locator('[data-ready="true"]').first()).toBeVisible({ timeout: 60_000 });
const mapMay = (page: Page) => mapIsReady(page).catch(() => {});

const MINUTE_MS = 60_000;
const CAME_SO_FAR = 0.005;

/** What an operator has on the console on a busy day: most kinds of exceptions, and couriers all over the town. */
async function troubles(): Promise<void> {
  const { models } = stage.db;
  const now = Date.now();
  const ago = (minutes: number) => new Date(now - minutes * MINUTE_MS);
  const near = (north: number, east: number) => ({
    latitude: PICKUP.latitude + north * CAME_SO_FAR,
    longitude: PICKUP.longitude + east * CAME_SO_FAR,
  });
  const to = (street: string, building: string, at: Point) => ({ door: { street, building, ...at } });
  const silent = await carried(
    UNTIL_PICKED_UP,
    near(1.5, 2),
    { size: "L", ...to("улица Бэнулеску-Бодони", "57", near(5, 4)) },
    "Анна Петрова",
  );
  for (const [minutes, street, building, name, north] of [
    [22, "улица 31 Августа", "104", "Виктор Чебан", -1],
    [16, "улица Пушкина", "15", "Ольга Мунтяну", -3],
  ] as const) {
    const late = await carried(
      UNTIL_PICKED_UP,
      near(north, -2),
      to(street, building, near(north, -2.4)),
      name,
    );
    await models.order.update({ where: { id: late.id }, data: { deliveryTime: ago(minutes) } });
  }
  const door = near(-1, 3);
  const waiting = await carried(UNTIL_THE_DOOR, door, to("улица Гагарина", "15", door), "Тимур Ахметов");
  await models.orderStop.updateMany({
    where: { orderId: waiting.id, arrivedAt: { not: null } },
    data: { arrivedAt: ago(12) },
  });
  const spoilt = await carried(UNTIL_THE_DOOR, near(3, -3), {}, "Илья Руссу");
  await takeStep(context(), spoilt.courierId, {
    orderId: spoilt.id,
    step: { type: "hand_over", dropoff: 0 },
  });
  await models.orderStop.updateMany({
    where: { orderId: spoilt.id, position: 1 },
    data: { feedback: "problem", feedbackText: "Помяты два цветка", feedbackAt: ago(4) },
  });
  for (const [index, name] of ["Мария Лунгу", "Пётр Албу", "Нина Гросу"].entries()) {
    await carried(UNTIL_PICKED_UP, near(index * 2 - 3, 4 - index * 3), {}, name);
  }
  // Nobody has a van.
  const large = await order({ size: "XL" });
  await models.order.update({
    where: { id: large.id },
    data: { createdAt: ago(9), dispatchAt: ago(9), courierNotFoundAt: ago(4) },
  });
  await models.orderStatusChange.updateMany({ where: { orderId: large.id }, data: { changedAt: ago(9) } });
  await models.webhookEndpoint.create({
    data: {
      id: randomUUID(),
      accountId: stage.shop.accountId,
      mode: "live",
      url: "https://hooks.books.example/dropline",
      eventTypes: ["order.created"],
      secret: new Uint8Array(32),
      failingSince: ago(14),
      createdAt: ago(60),
    },
  });
  for (const [action, minutes] of [
    ["reassigned", 34],
    ["called", 52],
    ["cancelled", 70],
  ] as const) {
    const subject = newId().slice(0, 9).toUpperCase();
    await models.handledException.create({
      data: { mode: "live", kind: "late", subject, action, handledAt: ago(minutes), quietUntil: ago(1) },
    });
  }
  await hire(near(2, 3), "Юлия Соколова");
  await hire(near(0, 5), "Светлана Мороз");
  await hire(near(-3, 3), "Виорел Брату");
  await hire(near(1.2, 1.4), "Даниил Лисин", "bike");
  await hire(near(5, -3), "Раду Попа");
  await models.courierPosition.update({
    where: { courierId: silent.courierId },
    data: { recordedAt: ago(11), receivedAt: ago(11) },
  });
}

test("the console", async ({ browser }) => {
  test.setTimeout(300_000);
  await troubles();
  const reassign = async (page: Page) => {
    const silent = page.locator('[data-exception^="silent_courier"]');
    await expect(silent).toBeVisible();
    await mapMay(page);
    await silent.click();
    await page.locator("aside section > div + h2 ~ div button").first().click();
    await expect(page.locator("aside input[type=radio]").first()).toBeAttached();
    await page.mouse.move(700, 700);
  };
  await take(browser, "console-reassign-desktop-light-ru", { ...DESKTOP, ...RU }, "/ops", reassign);
  const laptop = { ...EN, viewport: { width: 1280, height: 720 }, colorScheme: "dark" } as const;
  await take(browser, "console-reassign-desktop-dark-en", laptop, "/ops", reassign);
  // The free ones would take the orders of the next pictures.
  await stage.db.models.courier.updateMany({ data: { onShiftSince: null } });
  await stage.db.models.webhookEndpoint.updateMany({ data: { deletedAt: new Date() } });
});

const DOORS = [
  { latitude: 47.0102, longitude: 28.8411, street: "улица Дачия", building: "47/2" },
  { latitude: 47.0291, longitude: 28.8222, street: "улица 31 Августа", building: "46" },
  { latitude: 47.0512, longitude: 28.8523, street: "улица Димо", building: "1/3" },
  { latitude: 47.0187, longitude: 28.8129, street: "улица Болгарская", building: "39" },
  { latitude: 47.0366, longitude: 28.8127, street: "улица Колумна", building: "104" },
  { latitude: 47.0161, longitude: 28.8529, street: "улица Тигина", building: "49/3" },
  { latitude: 47.0405, longitude: 28.8362, street: "улица Алба-Юлия", building: "77" },
] as const;

test("the portal", async ({ browser }) => {
  test.setTimeout(400_000);
  for (const [index, door] of DOORS.entries()) {
    if (index < 3) await carried([...UNTIL_THE_DOOR, { type: "hand_over", dropoff: 0 }], door, { door });
    else if (index < 5) await carried([{ type: "accept" }], PICKUP, { door });
    else await order({ door });
  }
  const { code } = await carried(UNTIL_PICKED_UP);
  const light = { ...DESKTOP, ...RU };
  const dark = { ...DESKTOP, ...EN, colorScheme: "dark" } as const;
  const phone = { ...PHONE, ...RU };
  await take(browser, "dashboard-orders-desktop-light-ru", light, `/dashboard/orders?order=${code}`, mapMay);
  await take(browser, "dashboard-orders-desktop-dark-en", dark, `/dashboard/orders?order=${code}`, mapMay);
  await take(browser, "dashboard-orders-phone-light-ru", phone, "/dashboard/orders", async () => {});
  await take(browser, "dashboard-order-desktop-light-ru", light, `/dashboard/orders/${code}`, mapMay);
  await take(browser, "dashboard-order-desktop-dark-en", dark, `/dashboard/orders/${code}`, mapMay);
  await take(browser, "dashboard-order-phone-light-ru", phone, `/dashboard/orders/${code}`, mapMay);
  await take(browser, "dashboard-overview-desktop-light-ru", light, "/dashboard", mapMay);
  await take(browser, "dashboard-overview-desktop-dark-en", dark, "/dashboard", mapMay);
  await take(browser, "dashboard-new-delivery-desktop-light-ru", light, "/dashboard/new", async (page) => {
    await mapMay(page);
    await page.getByRole("combobox").last().pressSequentially("киевская 6");
    await expect(page.getByRole("option").first()).toBeVisible();
  });
  await take(browser, "landing-desktop-light-ru", light, "/", (page) => page.waitForLoadState("networkidle"));
  await take(
    browser,
    "docs-create-order-desktop-light-en",
    { ...DESKTOP, ...EN },
    "/docs/createOrder",
    (page) => page.waitForLoadState("networkidle"),
  );
});

test("tracking pages", async ({ browser }) => {
  test.setTimeout(400_000);
  const searching = await order();
  await take(
    browser,
    "tracking-searching-phone-dark-en",
    { ...PHONE, ...EN, colorScheme: "dark" },
    searching.path,
    mapMay,
  );
  const { path } = await carried(UNTIL_PICKED_UP);
  await take(browser, "tracking-on-the-way-phone-light-ru", { ...PHONE, ...RU }, path, mapMay);
  await take(browser, "tracking-on-the-way-desktop-light-ru", { ...DESKTOP, ...RU }, path, mapMay);
  const narrow = { width: 320, height: 640 };
  await take(
    browser,
    "tracking-on-the-way-phone320-light-ru",
    { ...PHONE, ...RU, viewport: narrow },
    path,
    mapMay,
  );
  await take(
    browser,
    "tracking-on-the-way-phone-text200-light-ru",
    { ...PHONE, ...RU },
    path,
    async (page) => {
      await page.addStyleTag({ content: "html{font-size:200%}" }).catch(() => {});
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      await mapMay(page);
    },
  );
  const delivered = await deliveredWithPhoto();
  await take(browser, "tracking-delivered-phone-light-ru", { ...PHONE, ...RU }, delivered, (page) =>
    expect(page.locator("main img").first()).toBeVisible(),
  );
  const cancelled = await order();
  await stage.api.post(`/v1/partner/orders/${cancelled.externalOrderId}/cancel`, { reason: "shop_closed" });
  await take(
    browser,
    "tracking-cancelled-phone-dark-en",
    { ...PHONE, ...EN, colorScheme: "dark" },
    cancelled.path,
    async () => {},
  );
});

async function deliveredWithPhoto(): Promise<string> {
  const { id, courierId, path } = await carried(UNTIL_THE_DOOR, DOOR);
  const file = randomUUID();
  const objectKey = `proofs/${file}.webp`;
  const drawn = await sharp(Buffer.from(PHOTO)).jpeg().toBuffer();
  const bytes = await preparePhoto(new Uint8Array(drawn));
  await createDiskFiles(`${CITY_DATA}/files`).put(objectKey, bytes);
  await addProof(context(), courierId, {
    id: file,
    orderId: id,
    position: 1,
    kind: "photo",
    objectKey,
    bytes: bytes.length,
    takenAt: new Date(),
  });
  const step: Step = { type: "hand_over", dropoff: 0 };
  await takeStep(context(), courierId, { orderId: id, step, report: { files: [file] } });
  return path;
}

const PHOTO = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="820">
  <rect width="1200" height="820" fill="#cfc8b8"/><rect y="630" width="1200" height="190" fill="#b5ab95"/>
  <rect x="340" y="70" width="480" height="560" fill="#6d5a49"/><rect x="375" y="100" width="410" height="530" fill="#7c6853"/>
  <circle cx="750" cy="380" r="16" fill="#d8ad62"/><path d="M770 560h180l-28 175h-124z" fill="#e9dcc3"/>
  <circle cx="820" cy="510" r="52" fill="#8c2f4b"/><circle cx="905" cy="480" r="58" fill="#b3476a"/>
  <circle cx="868" cy="545" r="48" fill="#d98aa4"/></svg>`;

test("the courier app", async ({ browser }) => {
  test.setTimeout(300_000);
  const open = async (name: string, courierId: string, options: BrowserContextOptions, at = UNDER_WAY) => {
    const { link } = await issueCourierLink(stage.db, courierId, stage.server.baseUrl);
    const located = { permissions: ["geolocation"], geolocation: { ...at, accuracy: 8 } };
    await take(browser, name, { ...PHONE, ...located, ...options }, new URL(link).pathname, async (page) => {
      await expect(page.locator("main").first()).toBeVisible();
      await mapMay(page);
    });
  };
  const near = { latitude: 47.0182, longitude: 28.8385 };
  const offered = await carried([], near);
  await open("courier-offer-phone-light-ru", offered.courierId, RU, near);
  const note = { instructions: "Въезд со двора, шлагбаум откроют" };
  const moving = await carried(UNTIL_PICKED_UP, UNDER_WAY, note);
  await open("courier-on-the-way-phone-light-ru", moving.courierId, RU);
  const atDoor = await carried(UNTIL_THE_DOOR, DOOR, note);
  await open("courier-at-the-door-phone-dark-en", atDoor.courierId, { ...EN, colorScheme: "dark" }, DOOR);
});
