import { expect } from "@playwright/test";
import { test } from "@/testing/browser-test";
import { expectAccessible, expectNoOverflow, SIZES, setTheme } from "@/testing/looks";

const base = () => process.env.BASE_URL ?? "";

const PAGES = [
  "/",
  "/docs",
  "/docs/createOrder",
  "/docs/listOrders",
  "/docs/webhooks",
  "/docs/testing",
  "/docs/errors",
  "/docs/errors/validation",
  "/changelog",
  "/pricing",
];

test("axe finds nothing on any page, nothing overflows, nothing comes from another host", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/404 .*\/nowhere/);
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(base()) && !request.url().startsWith("data:")) foreign.push(request.url());
  });
  for (const path of [...PAGES, "/nowhere"]) {
    await setTheme(page, "light");
    const response = await page.goto(base() + path);
    expect(response?.status()).toBe(path === "/nowhere" ? 404 : 200);
    await expectNoOverflow(page);
    await page.setViewportSize(SIZES.phone);
    await expectAccessible(page);
    // Pages of one kind are built alike, so the second look checks one of each.
    if (["/", "/docs/createOrder", "/docs/webhooks"].includes(path)) {
      await page.setViewportSize(SIZES.desktop);
      await setTheme(page, "dark");
      await expectAccessible(page);
    }
  }
  expect(foreign).toEqual([]);
});

test("the keyboard alone leads from the first stop to an operation", async ({ page }) => {
  await page.goto(`${base()}/docs`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeVisible();
  await page.getByRole("link", { name: "Create a delivery" }).first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create a delivery");
});
