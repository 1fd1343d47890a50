import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { revokeKey } from "@/lib/accounts/revoke-key";
import { createSignedInContext } from "@/testing/account-fixture";
import { openCommonStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { holdScripts } from "@/testing/hold-scripts";
import { expectAccessibleInBothThemes } from "@/testing/looks";
import { readPage } from "@/testing/read-page";
import { addKey, type Client } from "@/testing/shop";
import type { SessionCookie } from "@/testing/sign-in";
import type { TestContext } from "@/testing/stage";

let stage: TestContext;
let shop: Client;
let owner: SessionCookie;
let staff: SessionCookie;

test.beforeAll(async () => {
  stage = await openCommonStage();
  shop = stage.shop;
  owner = (await createSignedInContext(stage, "owner")).session;
  staff = (await createSignedInContext(stage, "staff")).session;
});

test.afterAll(() => stage?.close());

test.use({ locale: "en-GB" });

async function open(context: BrowserContext, page: Page, as: SessionCookie, query = ""): Promise<void> {
  await context.clearCookies();
  await context.addCookies([as]);
  await page.goto(`${stage.server.baseUrl}/dashboard/keys${query}`);
}

const ping = async (key: string) => (await stage.client(key).get("/v1/partner/ping")).status;
const card = (page: Page, name: string) =>
  page.getByRole("main").getByRole("listitem").filter({ hasText: name });
const secretIn = async (place: Locator) => (await place.locator("dd code").first().textContent()) ?? "";

test("an owner creates a key, sees it once, checks it, replaces it and revokes it (AUTH-7)", async ({
  page,
  context,
}) => {
  await open(context, page, owner, "?mode=test");
  await expect(page.getByText("No test keys yet")).toBeVisible();
  // Submits before the page's scripts have loaded, and reads the result before the next page's scripts.
  const release = await holdScripts(page);
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("dialog").getByLabel("Expires").selectOption("7");
  await page.getByRole("dialog").getByLabel("Name").fill("Till 5");
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Create key" }).click();
  await answered;
  release();
  const made = page.getByRole("dialog", { name: "The key “Till 5” is ready" });
  await expect(made).toBeVisible();
  const first = await secretIn(made);
  expect(first).toMatch(/^dl_test_[0-9A-Za-z]{38}$/);
  await page.getByRole("button", { name: "Check key" }).click();
  await expect(page.getByText("The key works: the API answered 200.")).toBeVisible();
  await expect(page.getByText(shop.accountId)).toBeVisible();
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  const till = card(page, "Till 5");
  await expect(till).toContainText(`${first.slice(0, 12)}…${first.slice(-4)}`);
  await expect(till).toContainText("Expires soon");
  await expect(till).toContainText("member-");
  await page.reload();
  await expect(till).toBeVisible();
  expect(await page.content()).not.toContain(first.slice(12, -4));
  // The key belongs to the mode of the page that created it.
  const live = await readPage(`${stage.server.baseUrl}/dashboard/keys`, owner);
  expect([live.text.includes(shop.key.slice(-4)), live.text.includes("Till 5")]).toEqual([true, false]);

  const replace = async (overlap: string) => {
    await till.first().getByRole("button", { name: "Replace" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Keep the old key working for").selectOption(overlap);
    await dialog.getByRole("button", { name: "Create new key" }).click();
    await expect(dialog.getByText("Copy the key now")).toBeVisible();
    const secret = await secretIn(dialog);
    await dialog.getByRole("button", { name: "I’ve saved it" }).click();
    return secret;
  };
  const second = await replace("1");
  expect([await ping(first), await ping(second)]).toEqual([200, 200]);
  const old = await stage.db.models.apiKey.findFirstOrThrow({
    where: { name: "Till 5", lastFour: first.slice(-4) },
  });
  const leftMs = (old.expiresAt?.getTime() ?? 0) - Date.now();
  expect(leftMs).toBeGreaterThan(50 * 60_000);
  expect(leftMs).toBeLessThanOrEqual(60 * 60_000);
  await expect(till).toHaveCount(2);
  // Keys are sorted newest first. The dialog shows the new key although the old one leaves the list.
  const third = await replace("0");
  expect([await ping(second), await ping(third)]).toEqual([401, 200]);

  await till.first().getByRole("button", { name: "Revoke" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Key name or its last four characters").fill(third.slice(-4));
  await dialog.getByRole("button", { name: "Revoke for good" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await ping(third)).toBe(401);
  await page.getByText(/inactive keys?$/).click();
  const ended = till.filter({ hasText: third.slice(-4) });
  await expect(ended).toContainText("Revoked");
  await expect(ended.getByRole("button")).toHaveCount(0);
});

test("staff see the keys without controls to change them", async () => {
  const page = await readPage(`${stage.server.baseUrl}/dashboard/keys`, staff);
  expect(page.text).toContain("Owners and developers");
  expect(page.text).toContain(shop.key.slice(-4));
  expect(page.html).not.toMatch(/<button[^>]*>(<[^>]*>)*(Replace|Revoke|New key)/);
});

test("the page fits a narrow phone and is accessible in both themes", async ({ page, context }) => {
  const ended = await addKey(stage.db, shop.accountId, "live");
  await revokeKey(stage.db, ended.keyId, new Date());
  await page.setViewportSize({ width: 320, height: 800 });
  await open(context, page, owner);
  await page.getByText(/inactive keys?$/).click();
  await page.getByText("If a key has leaked").click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessibleInBothThemes(page);
  await page.getByRole("button", { name: "Replace" }).first().click();
  await expectAccessibleInBothThemes(page);
});
