import { gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { isLongRun } from "@/testing/amount";
import { openCommonStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { holdScripts } from "@/testing/hold-scripts";
import { expectAccessible, expectNoOverflow, SIZES, setTheme } from "@/testing/looks";
import { makeClient } from "@/testing/shop";
import { makePerson, PASSWORD } from "@/testing/sign-in";

const base = () => process.env.BASE_URL ?? "";

/** A page of each kind. */
const PAGES = ["/", "/docs", "/docs/createOrder", "/docs/webhooks", "/docs/errors", "/changelog", "/pricing"];
/** Pages with a dedicated script instead of Next's client. */
const LIGHT = ["/sign-in?left", "/sign-up", "/forgot", "/docs/first-order", "/docs/search", ...PAGES];
const SCRIPT_BUDGET = 120 * 1024;
const ALIKE = ["/docs/listOrders", "/docs/quotes", "/docs/testing", "/docs/errors/validation"];

test("every page passes axe, does not overflow and loads nothing from another host", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/404 .*\/nowhere/);
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(base()) && !request.url().startsWith("data:")) foreign.push(request.url());
  });
  for (const path of [...PAGES, ...(isLongRun ? ALIKE : []), "/nowhere"]) {
    await setTheme(page, "light");
    const response = await page.goto(base() + path);
    expect(response?.status()).toBe(path === "/nowhere" ? 404 : 200);
    await expectNoOverflow(page);
    await page.setViewportSize(SIZES.phone);
    await expectAccessible(page);
    // Pages of one kind are built alike, so the second look checks one of each.
    if (isLongRun && ["/", "/docs/createOrder", "/docs/webhooks"].includes(path)) {
      await page.setViewportSize(SIZES.desktop);
      await setTheme(page, "dark");
      await expectAccessible(page);
    }
  }
  expect(foreign).toEqual([]);
});

test("no public page loads more than 120 KiB of scripts, nor one again on the next page", async ({
  page,
}) => {
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    sizes.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    );
  });
  const stage = await openCommonStage();
  const { email } = await makePerson(stage.db, (await makeClient(stage.db)).accountId, "owner");
  const { issueResetLink } = await import("@/lib/accounts/issue-reset-link");
  const { link } = await issueResetLink({ ...stage.couriers.context, publicUrl: base() }, email);
  await stage.close();
  for (const path of [...LIGHT, link.slice(base().length)]) {
    await page.goto(base() + path);
    // Each island is hydrated.
    await expect(page.locator("[data-island]")).toHaveCount(0);
  }
  expect(sizes.size).toBe(1);
  const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
  expect(total).toBeLessThan(SCRIPT_BUDGET);
});

test("the keyboard alone leads through the search to an operation", async ({ page }) => {
  await page.goto(`${base()}/docs?lang=en`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeVisible();
  // The page is there before its scripts, which hear the keys.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole("combobox").fill("intercom");
  await expect(page.getByRole("option").first()).toContainText("intercom");
  await page.getByRole("combobox").fill("create a delivery");
  await expect(page.getByRole("option").first()).toContainText("Create an order");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create an order");
});

test("a new account follows the documentation from its first test order to its line in the log", async ({
  page,
}) => {
  const stage = await openCommonStage();
  const { email } = await makePerson(stage.db, (await makeClient(stage.db)).accountId, "owner");
  let actions = 0;
  const act = async (action: Promise<unknown>) => {
    actions += 1;
    await action;
  };
  await page.goto(`${base()}/docs/createOrder?lang=en`);
  await act(page.getByRole("link", { name: "Sign in to send" }).click());
  await act(page.getByLabel("Email").fill(email));
  await act(page.getByLabel("Password", { exact: true }).fill(PASSWORD));
  await act(page.getByRole("button", { name: "Sign in", exact: true }).click());
  await expect(page).toHaveURL(/\/docs\/createOrder/);
  // Clicks before the page's scripts arrive, which is late on these pages.
  const release = await holdScripts(page);
  await act(page.getByRole("button", { name: "Make a test key" }).click());
  await act(page.getByRole("link", { name: "I’ve saved it" }).click());
  release();
  await act(page.getByRole("button", { name: "Send", exact: true }).click());
  await act(page.getByRole("link", { name: "In the log" }).click());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("POST /v1/partner/orders");
  await expect(page.getByRole("main")).toContainText("201");
  expect(actions).toBe(8);
  await stage.close();
});
