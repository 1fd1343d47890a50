import { type BrowserContext, expect, type Page } from "@playwright/test";
import { newId, orderBody } from "@/testing/api-client";
import { openCommonStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { makeVisitor } from "@/testing/household";
import { expectGoodLooks } from "@/testing/looks";
import type { SessionCookie } from "@/testing/sign-in";
import type { Scene } from "@/testing/stage";
import { addKey, type Client, makeClient } from "@/testing/world";

let stage: Scene;
let second: Client;
let staff: SessionCookie;
let stranger: SessionCookie;
let refusedId: string;
const orderId = newId();

const rows = (where: object = {}) =>
  stage.db.loggedRequest.count({ where: { accountId: stage.shop.accountId, ...where } });

test.beforeAll(async () => {
  stage = await openCommonStage();
  const { db, shop, api } = stage;
  second = await addKey(db, shop.accountId, "live");
  await db.apiKey.update({ where: { id: second.keyId }, data: { name: "Second" } });
  const other = await makeClient(db);
  staff = (await makeVisitor(stage, "staff")).session;
  stranger = (await makeVisitor(stage, "staff", other.accountId)).session;
  const pickup = { ...orderBody().pickup, contact: { value: "+78125550142", name: "Ann" } };
  await api.create(orderBody({ external_order_id: orderId, comment: "Call Ann", pickup }));
  const refused = await api.create({ external_order_id: orderId, pickup: {}, dropoffs: [] });
  refusedId = refused.headers.get("x-request-id") ?? "";
  await api.get(`/v1/partner/orders/${orderId}`);
  await api.get("/v1/partner/orders/none");
  await stage.client(second.key).get("/v1/partner/ping");
  await expect.poll(() => rows()).toBe(5);
});

test.afterAll(() => stage?.close());

test.use({ locale: "en-GB", viewport: { width: 1440, height: 900 } });

async function open(context: BrowserContext, page: Page, query = "", as = staff): Promise<void> {
  await context.clearCookies();
  await context.addCookies([as]);
  await page.goto(`${stage.server.baseUrl}/dashboard/requests${query}`);
}

const lines = (page: Page) => page.getByRole("table").locator("tbody tr");

test("shows the account's calls, newest first, and narrows them by everything that one looks for", async ({
  page,
  context,
}) => {
  await open(context, page);
  await expect(lines(page)).toHaveCount(5);
  await expect(lines(page).first()).toContainText("/v1/partner/ping");
  await expect(lines(page).last()).toContainText("201");
  await page.getByLabel("Status").selectOption("4xx");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(lines(page)).toHaveCount(2);
  await expect(page).toHaveURL(/status=4xx/);
  await page.goBack();
  await expect(lines(page)).toHaveCount(5);
  const found = async (query: string, count: number) => {
    await page.goto(`${stage.server.baseUrl}/dashboard/requests?${query}`);
    await expect(lines(page)).toHaveCount(count);
  };
  await found("status=404", 1);
  await found("status=2xx", 3);
  await found(`key=${second.keyId}`, 1);
  await found(`order=${orderId}`, 3);
  await found(`order=${orderId}&method=POST&status=400`, 1);
  await found(`id=${refusedId}`, 1);
  // What no filter can be is none.
  await found("status=x&key=y&method=z&before=-1", 5);
  await page.goto(`${stage.server.baseUrl}/dashboard/requests?status=5xx`);
  await expect(page.getByText("No matching calls")).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(lines(page)).toHaveCount(5);
});

test("tells all of a refused call, and nothing of a person", async ({ page, context }) => {
  await open(context, page, `?id=${refusedId}`);
  await lines(page).first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("POST /v1/partner/orders");
  await expect(page.getByText(refusedId)).toBeVisible();
  const fields = page.getByRole("region", { name: /fields were rejected/ });
  await expect(fields).toContainText("pickup.address is required");
  await expect(fields).toContainText("dropoffs must have 1 to 10 elements");
  await expect(page.getByRole("region", { name: "Request body" })).toContainText(orderId);
  await expect(page.getByRole("region", { name: "The same call with curl" })).toContainText(
    "Authorization: Bearer <API_KEY>",
  );
  await page.getByRole("link", { name: orderId }).click();
  await expect(lines(page)).toHaveCount(3);
  await lines(page).last().getByRole("link").click();
  await expect(page.getByRole("region", { name: "Request body" })).toContainText("[8 characters]");
  const content = await page.content();
  const secrets = ["Call Ann", "5550142", "Невский проспект", stage.shop.key.slice(8)];
  expect(secrets.filter((secret) => content.includes(secret))).toEqual([]);
});

test("a refusal leads to its page in the reference", async ({ page, context }) => {
  await open(context, page, "?status=404");
  await lines(page).first().getByRole("link").click();
  await page.getByRole("link", { name: "order.not_found" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("order.not_found");
});

test("another account sees none of it, and finds no page of a call by its number", async ({
  page,
  context,
}) => {
  await open(context, page, "", stranger);
  await expect(page.getByText("No calls yet")).toBeVisible();
  const { id } = await stage.db.loggedRequest.findFirstOrThrow({
    where: { accountId: stage.shop.accountId },
  });
  const statusOf = async (name: string) =>
    (await page.request.get(`${stage.server.baseUrl}/dashboard/requests/${name}`)).status();
  expect([await statusOf(String(id)), await statusOf("999999"), await statusOf("x")]).toEqual([
    404, 404, 404,
  ]);
  await open(context, page);
  expect(await statusOf(String(id))).toBe(200);
});

test("pages lead on and back without missing a call", async ({ page, context }) => {
  const other = await addKey(stage.db, stage.shop.accountId, "test");
  const api = stage.client(other.key);
  for (let round = 0; round < 11; round += 1) {
    await Promise.all(Array.from({ length: 10 }, () => api.get("/v1/partner/ping")));
  }
  await expect.poll(() => rows({ mode: "test" })).toBe(110);
  await open(context, page, "?mode=test&method=GET");
  const seen = new Set<string>();
  const read = async (count: number) => {
    await expect(lines(page)).toHaveCount(count);
    for (const link of await lines(page).getByRole("link").all()) {
      seen.add((await link.getAttribute("href")) ?? "");
    }
  };
  await read(50);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page).toHaveURL(/before=/);
  await read(50);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page.getByRole("link", { name: "Older" })).toHaveCount(0);
  await read(10);
  expect(seen.size).toBe(110);
  await page.getByRole("link", { name: "Newer", exact: true }).click();
  await read(50);
  await expect(page).toHaveURL(/method=GET.*after=\d+.*mode=test/);
  await page.getByRole("link", { name: "Newer", exact: true }).click();
  await expect(page.getByRole("link", { name: "Newer", exact: true })).toHaveCount(0);
  await read(50);
  expect(seen.size).toBe(110);
});

test("follows the calls of a key as they come, until it is paused", async ({ page, context }) => {
  const key = await addKey(stage.db, stage.shop.accountId, "live");
  const api = stage.client(key.key);
  await open(context, page, `?key=${key.keyId}`);
  await page.getByRole("link", { name: "Follow live" }).click();
  await expect(page).toHaveURL(/follow=1/);
  await api.get("/v1/partner/ping");
  await expect(lines(page)).toHaveCount(1);
  await api.get("/v1/partner/orders/none");
  await expect(lines(page)).toHaveCount(2);
  await expect(lines(page).first()).toContainText("404");
  await page.getByRole("link", { name: "Pause" }).click();
  await expect(page).toHaveURL((url) => !url.searchParams.has("follow") && url.searchParams.has("key"));
  await expect(page.getByRole("link", { name: "Follow live" })).toBeVisible();
});

test("axe finds nothing and nothing overflows, of the list and of a call", async ({ page, context }) => {
  await open(context, page);
  await expectGoodLooks(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.locator("main ul").getByRole("link", { name: /POST/ }).first().click();
  await expect(page.getByRole("region", { name: "Request body" })).toBeVisible();
  await expectGoodLooks(page);
});
