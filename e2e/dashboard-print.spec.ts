import { expect, type Page } from "@playwright/test";
import { createSignedInContext } from "@/testing/account-fixture";
import { orderBodyWith } from "@/testing/api-client";
import { openCommonStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import type { TestContext } from "@/testing/stage";

/** A4 at 96 pixels an inch, without margins. */
const PAPER = { width: 794, height: 1123 };

let stage: TestContext;

test.beforeAll(async () => {
  stage = await openCommonStage();
});
test.afterAll(() => stage?.close());

test.use({ locale: "en-GB", timezoneId: "Europe/Moscow", viewport: PAPER, colorScheme: "dark" });

/** Opens a page of the dashboard as it is printed. */
async function print(page: Page, path: string): Promise<void> {
  await page.context().addCookies([(await createSignedInContext(stage, "staff")).session]);
  await page.emulateMedia({ media: "print" });
  await page.goto(stage.server.baseUrl + path);
}

/** Expects black on white in the dark theme too, nothing that can be pressed, and nothing wider than the paper. */
async function expectPaper(page: Page): Promise<void> {
  const main = page.getByRole("main");
  await expect(main).toHaveCSS("background-color", "rgb(255, 255, 255)");
  const { ink, width } = await main.evaluate((element) => ({
    ink: getComputedStyle(element).color,
    width: document.documentElement.scrollWidth,
  }));
  expect(Math.max(...(ink.match(/\d+/g) ?? ["255"]).slice(0, 3).map(Number))).toBeLessThan(64);
  expect(width).toBeLessThanOrEqual(PAPER.width);
  await expect(page.locator("button:visible, input:visible, canvas:visible")).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("banner")).toHaveCount(0);
}

test("a printed order has no frame, map or buttons, but its stops and the parts of its price", {
  tag: "@map",
}, async ({ page }) => {
  const body = orderBodyWith(2);
  const dropoffs = body.dropoffs.map((dropoff, index) => ({
    ...dropoff,
    contact: { ...dropoff.contact, name: `Получатель ${index + 1}` },
  }));
  const { data } = await stage.api.create({ ...body, dropoffs });
  await print(page, `/dashboard/orders/${data.order_code}`);
  const main = page.getByRole("main");
  await expect(main).toContainText(data.order_code);
  await expectPaper(page);
  for (const { contact } of dropoffs) await expect(main.getByText(contact.name).first()).toBeVisible();
  const parts = main.locator("details:visible > :not(summary)");
  expect(await parts.count()).toBeGreaterThan(0);
  for (const part of await parts.all()) await expect(part).toBeVisible();
  await expect(main.getByRole("heading", { name: "Webhooks" })).toHaveCount(0);
});

test("a printed list of a day is one table that names the day", async ({ page }) => {
  const { data } = await stage.api.create(orderBodyWith(1));
  await print(page, "/dashboard/orders");
  const main = page.getByRole("main");
  const row = main.getByRole("row").filter({ hasText: data.order_code });
  await expect(row).toBeVisible();
  await expectPaper(page);
  await expect(row.getByRole("cell")).toHaveCount(6);
  const today = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/Moscow" }).format();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(`Orders · All today · ${today}`);
});
