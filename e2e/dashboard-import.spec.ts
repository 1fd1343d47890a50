import { readFile } from "node:fs/promises";
import { type Download, expect, type Page } from "@playwright/test";
import { MAX_CHECKED_ROWS, MAX_ROWS } from "@/lib/imports/limits";
import { saveAddress } from "@/lib/orders/saved-addresses/save-address";
import { createSignedInContext } from "@/testing/account-fixture";
import { amount } from "@/testing/amount";
import { openCommonStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { expectGoodLooks } from "@/testing/looks";
import { finishBatches } from "@/testing/run-batches";
import type { SessionCookie } from "@/testing/sign-in";
import { windows1251, workbook } from "@/testing/spreadsheets";
import type { TestContext } from "@/testing/stage";

let stage: TestContext;
let cookie: SessionCookie;
/** Two addresses that the map knows exactly. */
let known: readonly string[];

const DOOR = { apartment: null, entrance: null, floor: null, intercom: null, instructions: null };
const SHOP = {
  latitude: 59.9311,
  longitude: 30.3609,
  area: "Санкт-Петербург",
  street: "Невский проспект",
  building: "85",
};

test.beforeAll(async () => {
  stage = await openCommonStage();
  ({ session: cookie } = await createSignedInContext(stage, "staff"));
  known = await listKnownAddresses();
  const contact = { value: "+78125550100", name: "Магазин", type: "phone" } as const;
  const stop = { address: { ...SHOP, ...DOOR }, contact };
  await saveAddress({ db: stage.db }, stage.shop, { name: "Магазин", stop });
});

async function listKnownAddresses(): Promise<string[]> {
  const houses = await stage.db.models.cityHouse.findMany({
    where: { isApproximate: false, label: { in: ["30", "32"] } },
    orderBy: [{ streetId: "asc" }, { id: "asc" }],
    distinct: ["streetId"],
    take: 2,
  });
  const streets = await stage.db.models.cityStreet.findMany({
    where: { id: { in: houses.map(({ streetId }) => streetId) } },
  });
  const getName = (street: number) => streets.find(({ id }) => id === street)?.nameRu ?? "";
  return houses.map(({ streetId, label }) => `${getName(streetId)} ${label}`);
}

test.afterAll(() => stage?.close());

test.use({ locale: "en-GB", timezoneId: "Europe/Moscow" });

async function open(page: Page, name: string, bytes: ArrayBuffer): Promise<void> {
  await page.context().addCookies([cookie]);
  await page.goto(`${stage.server.baseUrl}/dashboard/import`);
  const file = { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) };
  await page.getByLabel("Choose a file").setInputFiles(file);
}

const row = (page: Page, number: number) => page.locator(`tr[data-row="${number}"]`);
const text = async (download: Download) => readFile(await download.path(), "utf8");
const countOrders = () => stage.db.models.order.count({ where: { accountId: stage.shop.accountId } });

/** The shared service runs no jobs. */
const createOrders = () => finishBatches(stage.couriers.context, stage.shop.accountId);

test("the template is imported without an error, and a second time orders nothing", async ({ page }) => {
  await page.context().addCookies([cookie]);
  await page.goto(`${stage.server.baseUrl}/dashboard/import`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download a template" }).click();
  const template = await readFile(await (await downloading).path());
  await open(page, "template.csv", new Uint8Array(template).buffer);
  const place = page.getByRole("button", { name: "Place 2 orders" });
  await expect(place).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "2 orders" })).not.toContainText("problems");
  expect(await countOrders()).toBe(0);
  await place.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Placing orders: 0 of 2");
  const progress = page.url();

  await page.goto("about:blank");
  await createOrders();
  await page.goto(progress);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("All orders are placed");
  expect(await countOrders()).toBe(2);

  await open(page, "template.csv", new Uint8Array(template).buffer);
  await expect(row(page, 2)).toContainText("already ordered");
  await expect(page.getByText("No orders to place")).toBeVisible();
});

test("Windows-1251 with semicolons: addresses are searched for and uncertain ones confirmed on the map", {
  tag: "@map",
}, async ({ page }) => {
  await open(
    page,
    "заказы.csv",
    windows1251(
      [
        "Номер заказа;Адрес;Получатель;Телефон;Сумма выкупа",
        `W-1;${known[0]}, кв 5;Анна;8 (916) 123-45-67;1250,50`,
        "W-2;улица Марата 3000;Борис;+7 916 123-45-68;",
        "W-3;Абракадабровая 7;Вера;123;",
      ].join("\r\n"),
    ),
  );
  await expect(row(page, 2)).toContainText("₽");
  await expect(row(page, 3)).toContainText("confirm it on the map");
  await expect(row(page, 4).locator("td")).toContainText([/not found/, /Вера/, /dialed/, ""]);
  await expect(page.getByLabel("Телефон, row 4")).toHaveValue("123");
  await expect(page.getByText("1 order, ")).toContainText("2 rows with problems");
  await expectGoodLooks(page);

  await page.getByRole("button", { name: "Confirm 2 addresses on the map" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("улица Марата 3000");
  await expect(dialog.getByRole("application").or(dialog.locator(".maplibregl-map")).first()).toBeVisible();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog).toContainText("Where is this?");
  await dialog.getByRole("button", { name: "Skip" }).click();
  await expect(page.getByText("2 orders, ")).toContainText("1 row with problems");

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download rejected rows" }).click();
  const rejected = await text(await downloading);
  expect(rejected.split("\r\n")).toHaveLength(3);
  expect(rejected).toMatch(/,Problem\r\n.*Вера.*Address: address not found/);
});

test("XLSX: a missing column is chosen once and remembered, and a repeated row is ordered once", async ({
  page,
}) => {
  const orders = workbook([
    ["Order ID", "Where to", "Recipient", "Call", "Date", "Time"],
    ["X-1", known[0] ?? "", "Анна", 79161234567, { date: 49_999 }, { time: 0.6875 }],
    ["X-1", known[1] ?? "", "Борис", 79161234568, "", ""],
    ["X-2", known[1] ?? "", "Вера", 79161234569, "", ""],
    ["X-2", known[1] ?? "", "Вера", 79161234569, "", ""],
  ]);
  await open(page, "orders.xlsx", orders);
  await expect(page.getByText("Choose the columns for: Address, Phone.")).toBeVisible();
  await expectGoodLooks(page);
  await page.getByLabel(/^Where to/).selectOption("Address");
  await page.getByLabel(/^Call/).selectOption("Phone");
  await expect(row(page, 5)).toContainText("repeats row 4");
  await page.getByRole("button", { name: "Place 2 orders" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Placing orders: 0 of 2");
  await createOrders();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("All orders are placed");
  await expectGoodLooks(page);
  const scheduled = await stage.db.models.order.findFirstOrThrow({
    where: { accountId: stage.shop.accountId, externalOrderId: "X-1" },
    include: { stops: true },
  });
  expect(scheduled.deliveryTime?.toISOString()).toBe("2036-11-20T13:30:00.000Z");
  expect(scheduled.stops).toHaveLength(3);

  await open(page, "orders.xlsx", orders);
  await expect(row(page, 2)).toContainText("already ordered");
  await expect(page.getByRole("button", { name: /Place/ })).toHaveCount(0);
});

/** Several requests check them, each some of them. */
const ROWS = amount(5 * MAX_CHECKED_ROWS, MAX_ROWS);
const WRITTEN_ROWS = ROWS.toLocaleString("en");

test(`${WRITTEN_ROWS} rows are checked and previewed in parts`, async ({ page }) => {
  const lines = Array.from({ length: ROWS }, (_, index) =>
    [
      `B-${index}`,
      "улица Марата",
      1 + (index % 60),
      59.92 + (index % 1_000) / 1e5,
      30.35,
      "+79161234567",
    ].join(","),
  );
  const header = "Order ID,Street,House,Latitude,Longitude,Phone";
  await open(page, "big.csv", new Uint8Array(new TextEncoder().encode([header, ...lines].join("\n"))).buffer);
  await expect(page.getByRole("button", { name: `Place ${WRITTEN_ROWS} orders` })).toBeVisible();
  await expect(page.getByText(`Rows 1–50 of ${WRITTEN_ROWS}`)).toBeVisible();
});
