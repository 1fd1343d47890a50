import { type BrowserContext, expect, type Page } from "@playwright/test";
import { createSignedInContext } from "@/testing/account-fixture";
import { newId, orderBody } from "@/testing/api-client";
import { openCommonStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { expectGoodLooks } from "@/testing/looks";
import { readPage } from "@/testing/read-page";
import { loggedCalls } from "@/testing/request-log";
import { addKey, type Client, makeClient } from "@/testing/shop";
import type { SessionCookie } from "@/testing/sign-in";
import type { TestContext } from "@/testing/stage";

let stage: TestContext;
let second: Client;
let staff: SessionCookie;
let stranger: SessionCookie;
let refusedId: string;
const orderId = newId();

const rows = async (mode: "live" | "test") =>
  (await loggedCalls(stage.db, { accountId: stage.shop.accountId })).filter((row) => row.mode === mode)
    .length;

test.beforeAll(async () => {
  stage = await openCommonStage();
  const { db, shop, api } = stage;
  second = await addKey(db, shop.accountId, "live");
  await db.models.apiKey.update({ where: { id: second.keyId }, data: { name: "Second" } });
  const other = await makeClient(db);
  staff = (await createSignedInContext(stage, "staff")).session;
  stranger = (await createSignedInContext(stage, "staff", other.accountId)).session;
  const pickup = { ...orderBody().pickup, contact: { value: "+78125550142", name: "Ann" } };
  await api.create(orderBody({ external_order_id: orderId, comment: "Call Ann", pickup }));
  const invalid = { external_order_id: orderId, pickup: {}, dropoffs: [] };
  const refused = await api.send("PUT", `/v1/partner/orders/${orderId}`, invalid);
  refusedId = refused.headers.get("x-request-id") ?? "";
  await api.get(`/v1/partner/orders/${orderId}`);
  await api.get("/v1/partner/orders/none");
  await stage.client(second.key).get("/v1/partner/ping");
  await expect.poll(() => rows("live")).toBe(5);
});

test.afterAll(() => stage?.close());

test.use({ locale: "en-GB", viewport: { width: 1440, height: 900 } });

async function open(context: BrowserContext, page: Page, query = "", as = staff): Promise<void> {
  await context.clearCookies();
  await context.addCookies([as]);
  await page.goto(at(query));
}

const at = (rest: string) => `${stage.server.baseUrl}/dashboard/requests${rest}`;
const read = (rest: string, as = staff) => readPage(at(rest), as);
const lines = (page: Page) => page.getByRole("table").locator("tbody tr");

test("the log lists the account's calls, newest first, and filters them by every field", async () => {
  const all = await read("");
  expect(all.rows[0]?.text).toContain("/v1/partner/ping");
  expect(all.rows.at(-1)?.text).toContain("201");
  for (const [query, count] of [
    ["status=404", 1],
    ["status=2xx", 3],
    ["status=4xx", 2],
    [`key=${second.keyId}`, 1],
    [`order=${orderId}`, 3],
    [`order=${orderId}&method=PUT&status=400`, 1],
    [`id=${refusedId}`, 1],
    // An invalid filter counts as none.
    ["status=x&key=y&method=z&before=-1", 5],
  ] as const) {
    expect([query, (await read(`?${query}`)).rows.length]).toEqual([query, count]);
  }
  const none = await read("?status=5xx");
  expect(none.text).toContain("No matching requests");
  expect(none.linkTo("Show all")).toBe(at(""));
});

test("the log shows every detail of a rejected call and no personal data", async () => {
  const [refused] = (await read(`?id=${refusedId}`)).rows;
  const call = await readPage(at("").replace("/dashboard/requests", String(refused?.href)), staff);
  expect(call.heading).toBe(`PUT /v1/partner/orders/${orderId}`);
  for (const part of [
    refusedId,
    "fields were rejected",
    "pickup.address",
    "is required",
    "must contain 1 to 10 items",
    "Request body",
    "The same request in code",
    "Authorization: Bearer $DROPLINE_KEY",
    "user-agent",
    "Replay in the sandbox",
  ]) {
    expect(call.text).toContain(part);
  }
  const ofOrder = await readPage(String(call.linkTo(orderId)), staff);
  expect(ofOrder.rows).toHaveLength(3);
  const created = await readPage(at("").replace("/dashboard/requests", String(ofOrder.rows[2]?.href)), staff);
  expect(created.text).toContain("[8 characters]");
  const secrets = ["Call Ann", "5550142", "Невский проспект", stage.shop.key.slice(8)];
  expect(secrets.filter((secret) => created.html.includes(secret))).toEqual([]);
});

test("the reason of a failed call is three actions away: the log, the rejected calls, the call", async () => {
  const overview = await readPage(at("").replace("/requests", ""), staff);
  const log = await readPage(String(overview.linkTo("Log")), staff);
  const refused = await readPage(String(log.linkTo("Refused")), staff);
  const row = refused.rows.find(({ text }) => text.includes("404"));
  const call = await readPage(new URL(row?.href ?? "", at("")).href, staff);
  const reference = await readPage(String(call.linkTo("order.not_found")), staff);
  expect(reference.heading).toBe("order.not_found");
});

test("another account sees none of the calls and cannot open one by its number", async () => {
  expect((await read("", stranger)).text).toContain("No requests yet");
  const [{ id } = { id: 0n }] = await loggedCalls(stage.db, { accountId: stage.shop.accountId });
  for (const name of [String(id), "999999", "x"]) {
    expect([name, (await read(`/${name}`, stranger)).status]).toEqual([name, 404]);
  }
  expect((await read(`/${id}`)).status).toBe(200);
});

test("paging forwards and backwards shows every call", async () => {
  const other = await addKey(stage.db, stage.shop.accountId, "test");
  const api = stage.client(other.key);
  for (let round = 0; round < 11; round += 1) {
    await Promise.all(Array.from({ length: 10 }, () => api.get("/v1/partner/ping")));
  }
  await expect.poll(() => rows("test")).toBe(110);
  const seen = new Set<string>();
  let present = await read("?mode=test&method=GET");
  const follow = async (name: "Older" | "Newer") => {
    present = await readPage(String(present.linkTo(name)), staff);
  };
  const look = (count: number) => {
    expect(present.rows).toHaveLength(count);
    for (const { href } of present.rows) seen.add(href);
  };
  look(50);
  await follow("Older");
  look(50);
  await follow("Older");
  expect(present.linkTo("Older")).toBeNull();
  look(10);
  expect(seen.size).toBe(110);
  expect(present.linkTo("Newer")).toMatch(/method=GET.*after=\d+.*mode=test/);
  await follow("Newer");
  look(50);
  await follow("Newer");
  expect(present.linkTo("Newer")).toBeNull();
  look(50);
  expect(seen.size).toBe(110);
});

test("the log follows a key's calls live until it is paused, and filters them by a form", async ({
  page,
  context,
}) => {
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
  await page.getByLabel("Status").selectOption("404");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/status=404/);
  await expect(lines(page)).toHaveCount(1);
  await page.goBack();
  await expect(lines(page)).toHaveCount(2);
});

test("the list and a call pass axe and do not overflow", async ({ page, context }) => {
  await open(context, page);
  await expectGoodLooks(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.locator("main tbody").getByRole("link", { name: /POST/ }).first().click();
  await expect(page.getByRole("region", { name: "Request body" })).toBeVisible();
  await expectGoodLooks(page);
});
