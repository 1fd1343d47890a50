import { expect, type Page } from "@playwright/test";
import { readConfig } from "@/lib/config";
import { readBody } from "@/lib/events/event-body";
import { assignCourier } from "@/lib/orders/fulfillment/assign-courier";
import { deliverOrder } from "@/lib/orders/fulfillment/deliver-order";
import { recordStep } from "@/lib/orders/fulfillment/record-step";
import { startOrder } from "@/lib/orders/fulfillment/start-order";
import { createContext, createRuntime } from "@/lib/process/runtime";
import { createSignedInContext } from "@/testing/account-fixture";
import { orderBody, orderBodyWith } from "@/testing/api-client";
import { openCommonStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { expectGoodLooks } from "@/testing/looks";
import { readPage } from "@/testing/read-page";
import type { SessionCookie } from "@/testing/sign-in";
import type { TestContext } from "@/testing/stage";

const OPERATOR = "irina.operator@dropline.example";

let stage: TestContext;
let staff: SessionCookie;
let staffEmail: string;
let stranger: SessionCookie;

test.beforeAll(async () => {
  stage = await openCommonStage();
  const other = await stage.newShop();
  ({ email: staffEmail, session: staff } = await createSignedInContext(stage, "staff"));
  stranger = (await createSignedInContext(stage, "owner", other.shop.accountId)).session;
});

test.afterAll(() => stage?.close());

test.use({
  locale: "en-GB",
  timezoneId: "Europe/Moscow",
  permissions: ["clipboard-read", "clipboard-write"],
});

interface CreatedOrder {
  readonly id: string;
  readonly code: string;
  readonly orderId: bigint;
  readonly links: readonly string[];
}

async function order(body = orderBody()): Promise<CreatedOrder> {
  const { data, status } = await stage.api.create(body);
  expect(status).toBe(201);
  const { id } = await stage.db.models.order.findFirstOrThrow({ where: { orderCode: data.order_code } });
  const links = [data.tracking_url, ...(data.tracking_urls ?? [])].map(String);
  return { id: body.external_order_id, code: data.order_code, orderId: id, links };
}

const at = (path: string) => stage.server.baseUrl + path;
const buildPage = ({ code }: Pick<CreatedOrder, "code">) => at(`/dashboard/orders/${code}`);
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const here = (url: string) => at(new URL(url).pathname);

async function open(page: Page, cookie: SessionCookie, made: CreatedOrder): Promise<void> {
  await page.context().addCookies([cookie]);
  await page.goto(buildPage(made));
  await expect(page.getByRole("main")).toContainText(made.code);
}

/** Assigns a live courier to the order; returns their id. */
async function assigned(made: CreatedOrder): Promise<string> {
  const courierId = await stage.couriers.makeCourier({ type: "car", make: "Lada" });
  await assignCourier(stage.couriers.context, stage.shop.scope, {
    externalOrderId: made.id,
    courierId,
    isAnyVehicleFine: true,
  });
  return courierId;
}

function fullBody() {
  const body = orderBodyWith(10, { comment: "Хрупкое", routing_mode: "sequential" });
  const dropoffs = body.dropoffs.map((dropoff, index) => ({
    ...dropoff,
    address: {
      ...dropoff.address,
      street: `Улица ${index + 1}`,
      building: `${index + 10}к2`,
      apartment: 100 + index,
      entrance: index + 1,
      floor: index,
      intercom: `${index}#В`,
      instructions: `Позвонить ${index + 1} раз`,
    },
    contact: { ...dropoff.contact, name: `Получатель ${index + 1}` },
    cargo_size: (["S", "M", "L"] as const)[index % 3],
    ...(index === 4 ? { payment_amount: 1234.5, payment_type: "card" as const } : {}),
  }));
  return { ...body, dropoffs };
}

test("the server renders the whole page of an order with ten dropoffs without scripts", async () => {
  const made = await order(fullBody());
  const { price } = (await stage.api.get(`/v1/partner/orders/${made.id}`)).data;
  const page = await readPage(buildPage(made), staff);
  for (const text of [
    made.id,
    "Looking for a courier",
    "Улица 10, 19к2",
    "entrance 10 · floor 9 · apt. 109 · intercom 9#В",
    "Получатель 10, +7 916 123-45-09",
    "The courier pays ₽1,234.50 for the goods, by card",
    "Хрупкое",
    "size L, includes ₽180",
    new Intl.NumberFormat("en").format(price ?? 0),
    "without a quote",
    "API, key “Test”",
    "10 dropoffs,",
    `"order_code": "${made.code}"`,
    ...made.links,
  ]) {
    expect(page.text).toContain(text);
  }
  const itemsWith = (part: RegExp) => page.items.filter(({ text }) => part.test(text)).length;
  expect([itemsWith(/Позвонить \d+ раз/), itemsWith(/size [SML],/)]).toEqual([10, 10]);
  expect(page.linkTo("Edit")).toBe(at(`/dashboard/orders/${made.code}/edit`));
  expect(page.linkTo("Order again")).toBe(at(`/dashboard/new?again=${made.code}`));
  expect(page.linkTo("All requests")).toBe(at(`/dashboard/requests?order=${made.id}`));
});

test("the page shows that a quote was honored, and a test order stays in its mode", async () => {
  const { api } = await stage.testMode();
  const body = orderBody();
  const place = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
    latitude,
    longitude,
  });
  const quote = await api.post<{ quote_id: string }>("/v1/partner/quotes", {
    pickup: place(body.pickup.address),
    dropoffs: body.dropoffs.map(({ address }) => place(address)),
  });
  const { data } = await api.create({ ...body, quote_id: quote.data.quote_id });
  const page = await readPage(buildPage({ code: data.order_code.toLowerCase() }), staff);
  expect(page.text).toContain("The quoted price was kept.");
  expect(page.text).toContain("Test mode: neither orders nor couriers are real.");
  expect(page.linkTo("Order again")).toMatch(/again=.*&mode=test$/);
});

test("the page follows the order from assignment to delivery without a reload", { tag: "@map" }, async ({
  page,
}) => {
  const made = await order(orderBodyWith(2));
  await open(page, staff, made);
  await expect(page.getByText("Updates live")).toBeVisible();
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  const stops = region(page, "Stops");
  const main = page.getByRole("main");
  const heading = page.getByRole("heading", { level: 1 });
  const courier = region(page, "Courier");

  const courierId = await assigned(made);
  await expect(heading).toContainText("Waiting for Алексей to accept");
  await expect(courier).toContainText("Алексей Громов");
  await expect(courier.getByRole("link")).toHaveAttribute("href", "tel:+79115550001");
  await expect(courier).toContainText("car · Lada");
  await expect(main).toContainText("No signal from the courier");

  await stage.couriers.accept(stage.shop.scope, made.id, courierId);
  await stage.couriers.place(courierId);
  await stage.couriers.showArrivals();
  await expect(courier).toContainText("Last seen just now");
  await expect(heading).toContainText(/Dropoff 1 of 2: arrives \d+:\d\d/);
  await expect(page.getByTestId("map-words")).toContainText("from the pickup in a straight line");
  await expect(page.locator('.map-marker[data-kind="courier"]')).toBeAttached();

  await recordStep(stage.couriers.context, courierId, { orderId: made.orderId, step: { type: "accept" } });
  await recordStep(stage.couriers.context, courierId, {
    orderId: made.orderId,
    step: { type: "arrive_at_pickup" },
  });
  await expect(stops).toContainText("The courier has been here since");
  await startOrder(stage.couriers.context, stage.shop.scope, made.id);
  await expect(main).toContainText("Picked up");
  await expect(stops).toContainText("Picked up");
  await expect(page.getByRole("button", { name: "Edit" })).toBeDisabled();
  await expect(page.getByText("Picked up, so it can no longer be edited.")).toBeVisible();
  await recordStep(stage.couriers.context, courierId, {
    orderId: made.orderId,
    step: { type: "hand_over", dropoff: 0 },
  });
  await expect(stops).toContainText("Handed over");
  await expect(heading).toContainText("Dropoff 2 of 2");

  await deliverOrder(stage.couriers.context, stage.shop.scope, made.id);
  await expect(heading).toContainText("Delivered at");
  await expect(page.getByRole("button", { name: "Cancel the order" })).toHaveCount(0);
  await expect(region(page, "History").getByRole("listitem")).toContainText([
    /Created/,
    /Assigned: Алексей Громов/,
    /Picked up/,
    /At dropoff 1/,
    /Handed over at dropoff 1/,
    /Handed over at dropoff 2/,
    /Delivered/,
  ]);
  expect(loads).toBe(0);
});

test("the stream and the state route end with the order and with the session", async () => {
  const made = await order();
  await stage.couriers.lead(stage.shop.scope, made.id, "delivered");
  const clerk = await createSignedInContext(stage, "staff");
  const headers = { Cookie: `${clerk.session.name}=${clerk.session.value}` };
  const ended = await fetch(`${buildPage(made)}/events`, { headers });
  // This would hang if the stream did not end.
  expect(await ended.text()).toContain("event: end");
  const other = await order();
  const running = await fetch(`${buildPage(other)}/events`, { headers });
  const reader = running.body?.getReader();
  await reader?.read();
  await stage.db.models.user.update({ where: { id: clerk.id }, data: { disabledAt: new Date() } });
  await assigned(other);
  const rest: string[] = [];
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    rest.push(new TextDecoder().decode(part.value));
    if (rest.join("").includes("Алексей Громов")) break;
  }
  expect(rest.join("")).not.toContain("Алексей Громов");
  expect((await fetch(`${buildPage(other)}/state`, { headers })).status).toBe(404);
});

test("the history names the account's user who acted, and no operator", async () => {
  const made = await order();
  const { id } = await createSignedInContext(stage, "owner", null);
  await stage.db.models.user.update({ where: { id }, data: { email: OPERATOR } });
  const served = createRuntime(
    stage.db,
    readConfig({ NODE_ENV: "test", DATABASE_URL: stage.databaseUrl, LOG_LEVEL: "silent" }),
  );
  const courierId = await stage.couriers.makeCourier();
  const context = createContext(served, { type: "operator", id });
  await assignCourier(context, stage.shop.scope, { externalOrderId: made.id, courierId });
  const page = await readPage(buildPage(made), staff);
  expect(page.items.some(({ text }) => text.includes("Operator"))).toBe(true);
  const state = await readPage(`${buildPage(made)}/state`, staff);
  expect([page.html.includes(OPERATOR), state.html.includes(OPERATOR)]).toEqual([false, false]);
  expect(state.html).toContain(made.code);
});

test("cancelling with a suggested reason stores its code and confirms on the page", async ({ page }) => {
  const made = await order();
  const courierId = await assigned(made);
  await recordStep(stage.couriers.context, courierId, {
    orderId: made.orderId,
    step: { type: "arrive_at_pickup" },
  });
  await open(page, staff, made);
  await page.getByRole("button", { name: "Cancel the order" }).click();
  await expect(dialog(page)).toContainText("Алексей Громов is already at the pickup");
  await dialog(page).getByLabel("Out of stock").check();
  await dialog(page).getByLabel("Comment").fill("Последнюю продали");
  await dialog(page).getByText("The event that will be sent").click();
  const preview = JSON.parse((await dialog(page).locator("pre").textContent()) ?? "");
  await dialog(page).getByRole("button", { name: "Cancel the order" }).click();
  await expect(dialog(page).getByRole("heading")).toHaveText(`Order ${made.code} was cancelled`);
  await expect(dialog(page).getByRole("heading")).toBeFocused();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(region(page, "Cancellation")).toContainText("Cancelled: Out of stock");
  await expect(region(page, "Cancellation")).toContainText("Последнюю продали");
  await expect(region(page, "History")).toContainText(`${staffEmail}, shop`);
  await expect(page.getByRole("button", { name: "Cancel the order" })).toHaveCount(0);
  const events = await stage.db.models.event.findMany({
    where: { orderId: made.orderId, type: "order.cancelled" },
  });
  const [written] = events.map((event) => JSON.parse(readBody(event)));
  expect(events).toHaveLength(1);
  expect(written.cancellation).toEqual({ reason: "out_of_stock", comment: "Последнюю продали" });
  // The preview equals the real event, except for what is only known then.
  expect({ ...preview, id: written.id, created_at: written.created_at }).toEqual(written);
});

test("tracking links are copied, shown as codes, revoked at once and reissued", async ({ page }) => {
  const made = await order(orderBodyWith(3));
  await open(page, staff, made);
  const links = region(page, "Tracking links");
  await links.getByRole("heading", { name: "Tracking links", exact: true }).click();
  await links.getByRole("button", { name: "Copy: Dropoff 2" }).click();
  await expect(links.getByRole("button", { name: "Copy: Dropoff 2" })).toContainText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made.links[2]);
  await expect(links.getByRole("link", { name: "Open Whole order" })).toHaveAttribute(
    "href",
    made.links[0] ?? "",
  );
  await links.getByText("QR code").first().click();
  const picture = links.getByAltText("QR code of the tracking link: Whole order");
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const address = at(String(await picture.getAttribute("src")));

  await links.getByRole("button", { name: "Revoke links" }).click();
  await dialog(page).getByRole("button", { name: "Not now" }).click();
  expect((await page.request.get(here(made.links[0] ?? ""))).status()).toBe(200);
  await links.getByRole("button", { name: "Revoke links" }).click();
  await dialog(page).getByRole("button", { name: "Revoke links" }).click();
  await expect(links).toContainText("There are no links.");
  for (const link of made.links) expect((await page.request.get(here(link))).status()).toBe(404);
  expect((await page.request.get(address)).status()).toBe(404);
  await links.getByRole("button", { name: "Issue links" }).click();
  await dialog(page).getByRole("button", { name: "Issue links" }).click();
  await expect(links.locator("code")).toHaveCount(4);
  const fresh = await links.locator("code").allTextContents();
  expect(fresh.filter((link) => made.links.includes(link))).toEqual([]);
  for (const link of fresh) expect((await page.request.get(here(link))).status()).toBe(200);
  const { data } = await stage.api.get(`/v1/partner/orders/${made.id}`);
  expect([data.tracking_url, ...(data.tracking_urls ?? [])]).toEqual(fresh);
});

test("another account's order is not found as a page, a state, a stream or a picture", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/404 .*\/dashboard\/orders\//);
  const made = await order();
  const token = new URL(made.links[0] ?? "").pathname.slice("/t/".length);
  const read = (code: string, path: string) => readPage(at(`/dashboard/orders/${code}${path}`), stranger);
  for (const path of ["", "/state", "/events", `/qr/${token}`]) {
    const [theirs, none] = await Promise.all([read(made.code, path), read("2222-2222", path)]);
    expect([path, theirs.status, none.status]).toEqual([path, 404, 404]);
    if (path === "/state") expect(theirs.html).toBe(none.html);
    expect(theirs.html).not.toContain(made.id);
  }

  // The message is inside the frame, in the reader's language, with a link to their own orders.
  await page.context().addCookies([stranger]);
  await page.goto(at(`/dashboard/orders/${made.code}?mode=test&lang=ru`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Страница не найдена");
  await expect(page.getByRole("navigation")).toBeVisible();
  await page.getByRole("link", { name: "Открыть «Заказы»" }).click();
  await expect(page).toHaveURL(at("/dashboard/orders?mode=test"));
});

test("the page and its dialog pass axe and do not overflow", { tag: "@map" }, async ({ page }) => {
  const made = await order({ ...fullBody(), external_order_id: `w${"i".repeat(120)}de` });
  await stage.couriers.place(await assigned(made));
  await open(page, staff, made);
  await expect(region(page, "Courier")).toContainText("Last seen");
  await expect(page.locator('.live-map[data-ready="true"]')).toBeAttached();
  await expectGoodLooks(page);
  // Whichever line it wraps to, it begins where its neighbors do: with its frame.
  await expect(page.getByRole("button", { name: "Cancel the order" })).toHaveCSS("border-left-width", "1px");
  await page.getByRole("button", { name: "Cancel the order" }).click();
  await dialog(page).getByLabel("Another reason").check();
  await dialog(page).getByText("The event that will be sent").click();
  await expectGoodLooks(page);
  await dialog(page).getByRole("button", { name: "Cancel the order" }).click();
  await expect(dialog(page).getByRole("alert")).toBeVisible();
  await dialog(page).getByLabel("Reason in your own words").fill("x".repeat(200));
  await dialog(page).getByRole("button", { name: "Cancel the order" }).click();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expectGoodLooks(page);
});
