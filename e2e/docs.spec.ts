import { expect } from "@playwright/test";
import { OPERATIONS } from "@/lib/api/operations";
import { ERROR_PAGES } from "@/lib/reference/errors";
import { LANGUAGES } from "@/lib/reference/samples";
import { test } from "@/testing/browser-test";
import { expectAccessible, expectNoOverflow, SIZES, setTheme } from "@/testing/looks";

const base = () => process.env.BASE_URL ?? "";

const PAGES = [
  "/",
  "/docs",
  "/docs/createOrder",
  "/docs/listOrders",
  "/docs/webhooks",
  "/docs/errors",
  "/docs/errors/validation",
  "/changelog",
];

for (const path of [...PAGES, "/nowhere"]) {
  test(`axe finds nothing on ${path}, nothing overflows, nothing comes from another host`, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/404 .*\/nowhere/);
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(base()) && !request.url().startsWith("data:"))
        foreign.push(request.url());
    });
    const response = await page.goto(base() + path);
    expect(response?.status()).toBe(path === "/nowhere" ? 404 : 200);
    await expectNoOverflow(page);
    await page.setViewportSize(SIZES.phone);
    await expectAccessible(page);
    // Pages of one kind are written alike; the second look is at one of each.
    if (["/", "/docs/createOrder", "/docs/webhooks"].includes(path)) {
      await page.setViewportSize(SIZES.desktop);
      await setTheme(page, "dark");
      await expectAccessible(page);
    }
    expect(foreign).toEqual([]);
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an operation can be read in every language", async ({ page }) => {
    await page.goto(`${base()}/docs/createOrder`);
    for (const { label } of LANGUAGES) {
      await page.getByRole("navigation", { name: "Language" }).getByRole("link", { name: label }).click();
      await expect(page.getByLabel(`Request in ${label}`)).toBeVisible();
    }
  });

  test("every limit stands at its field, and each field has an address", async ({ page }) => {
    const limits = {
      "createOrder#body-external_order_id": "at most 128 characters",
      "createOrder#body-dropoffs": "1 to 10 elements",
      "createOrder#body-pickup-address-latitude": "-90 to 90",
      "createOrder#body-pickup-address-longitude": "-180 to 180",
      "createOrder#body-pickup-address-intercom": "at most 64 characters",
      "createOrder#body-dropoffs-address-instructions": "at most 1000 characters",
      "createOrder#body-comment": "at most 2000 characters",
      "patchOrder#body-dropoffs-index": "0 to 9",
      "cancelOrder#body-reason": "at most 255 characters",
      "listOrders#parameter-limit": "1 to 100, default 20",
    };
    for (const [address, text] of Object.entries(limits)) {
      const [operation, field = ""] = address.split("#");
      await page.goto(`${base()}/docs/${operation}#${field}`);
      await expect(page.locator(`[id="${field}"]`)).toContainText(new RegExp(text, "i"));
    }
  });

  test("the changelog is newest first and has the entry of 2026-09-20 (VER-2, VER-3)", async ({ page }) => {
    await page.goto(`${base()}/changelog`);
    const dates = await page
      .locator("time")
      .evaluateAll((times) => times.map((time) => time.getAttribute("datetime")));
    expect(dates).toEqual([...dates].sort().reverse());
    await expect(page.locator('[id="2026-09-20"]')).toContainText("cancellation");
  });
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

/** A page as the server writes it; nothing of it depends on a script. */
async function written(path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(base() + path);
  return { status: answer.status, text: await answer.text() };
}

test("every operation has its page, under both prefixes", async () => {
  for (const { operationId, summary, prefixes, path } of OPERATIONS) {
    for (const prefix of prefixes) {
      const { status, text } = await written(`/docs/${operationId}?lang=python&prefix=${prefix}`);
      expect([operationId, status]).toEqual([operationId, 200]);
      expect(text).toContain(`${summary}</h1>`);
      expect(text).toContain(`/v1/${prefix}${path}`);
      expect(text).toContain('aria-label="Request in Python"');
    }
  }
});

test("every error has its page", async () => {
  for (const { slug, ids, status, code } of ERROR_PAGES) {
    const page = await written(`/docs/errors/${slug}`);
    expect([slug, page.status]).toEqual([slug, 200]);
    for (const word of [ids[0], code, String(status)]) expect(page.text).toContain(word);
  }
  expect((await written("/docs/errors/no.such")).status).toBe(404);
});
