import { expect, type Page } from "@playwright/test";
import { createSignedInContext } from "@/testing/account-fixture";
import { type ApiClient, address, newId, orderBody, orderBodyWith } from "@/testing/api-client";
import { openCommonStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { expectPagesOfGoodLooks } from "@/testing/looks";
import { readPage } from "@/testing/read-page";
import type { Client } from "@/testing/shop";
import type { SessionCookie } from "@/testing/sign-in";
import type { TestContext } from "@/testing/stage";

const PATH = "/dashboard/orders";
/** Of 50 rows with long Russian texts and a courier without signal in each, with what React needs. */
const MAX_LIST_BYTES = 120 * 1024;

let stage: TestContext;
let owner: SessionCookie;
let staff: SessionCookie;
let stranger: SessionCookie;
let strangers: { shop: Client; api: ApiClient };

test.beforeAll(async () => {
  stage = await openCommonStage();
  strangers = await stage.newShop();
  owner = (await createSignedInContext(stage, "owner")).session;
  staff = (await createSignedInContext(stage, "staff")).session;
  stranger = (await createSignedInContext(stage, "owner", strangers.shop.accountId)).session;
});
test.afterAll(() => stage?.close());

test.use({ locale: "en-GB", timezoneId: "Europe/Moscow" });
test.beforeEach(async ({ context }) => context.addCookies([owner]));

const at = (path: string) => stage.server.baseUrl + path;
const link = (page: Page, code: string) => page.getByRole("link", { name: code });
const row = (page: Page, code: string) => page.getByRole("row").filter({ has: link(page, code) });

/** Creates an order of the stage's own shop to a street, and returns its identifier. */
async function place(street: string, api = stage.api): Promise<{ id: string; code: string }> {
  const id = newId();
  const { data } = await api.create(
    orderBody({
      external_order_id: id,
      dropoffs: [{ address: { ...address(59.9287, 30.3607), street }, contact: { value: "+79161234567" } }],
    }),
  );
  return { id, code: data.order_code };
}

test("an account without orders is guided to its first one", async () => {
  const page = await readPage(at(PATH), stranger);
  expect(page.text).toContain("Your orders will appear here");
  expect(page.text).not.toContain("Export");
  expect(page.linkTo("Create an API key")).toBe(at("/dashboard/keys"));
  expect(page.linkTo("Place your first order")).toBe(at("/dashboard/new"));
  const { code } = await place("Садовая", strangers.api);
  const then = await readPage(at(PATH), stranger);
  expect(then.rows.map(({ href }) => href)).toEqual([`${PATH}/${code}`]);
  expect(then.text).not.toContain("Your orders will appear here");
});

test("staff filter the list by views and search, and the back link keeps the filter", async ({
  page,
  context,
}) => {
  await context.addCookies([staff]);
  const [first, second] = [await place("улица Марата"), await place("Литейный проспект")];
  const theirs = await place("улица Марата", strangers.api);
  await stage.couriers.lead(stage.shop.scope, second.id, "in_progress");
  const rowIn = async (query: string, code: string) =>
    (await readPage(at(PATH + query), staff)).rows.find(({ text }) => text.includes(code))?.text;
  expect(await rowIn("", first.code)).toContain("улица Марата, 28");
  expect(await rowIn("", second.code)).toMatch(/Picked up.*Алексей Громов/);
  expect(await rowIn("", theirs.code)).toBeUndefined();
  expect(await rowIn("?status=in_progress", first.code)).toBeUndefined();
  expect(await rowIn("?status=in_progress", second.code)).toBeDefined();
  const none = await readPage(at(`${PATH}?to=2020-01-01`), staff);
  expect([none.rows, none.text]).toEqual([[], expect.stringContaining("No orders match")]);

  await page.goto(at(PATH));
  await page.keyboard.press("/");
  await page.keyboard.type("ул. марата");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?search=/);
  await expect(link(page, first.code)).toBeVisible();
  await expect(link(page, second.code)).toHaveCount(0);
  await expect(link(page, theirs.code)).toHaveCount(0);
  await page.getByRole("link", { name: /^Late/ }).click();
  await expect(page.getByText("No orders match")).toBeVisible();
  await expect(page.getByText("ул. марата", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(link(page, first.code)).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("ул. марата");
  await page.goto(at(PATH));
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect(link(page, second.code)).toBeVisible();
});

test("a row updates in place, and new orders appear on request", async ({ page }) => {
  const first = await place("Садовая");
  await page.goto(at(`${PATH}?status=active`));
  await expect(page.getByText("Updates live")).toBeVisible();
  await expect(row(page, first.code)).toContainText("Looking for a courier");
  const codes = await page.locator("tbody a").allTextContents();
  const second = await place("Садовая");
  const third = await place("Садовая");
  const pill = page.getByRole("button", { name: "2 new orders" });
  await expect(pill).toBeVisible();
  const courierId = await stage.couriers.lead(stage.shop.scope, first.id, "assigned");
  await expect(row(page, first.code)).toContainText("Assigned");
  await expect(row(page, first.code)).toContainText("not seen yet");
  await stage.couriers.place(courierId);
  await expect(row(page, first.code)).toContainText("just now");
  await stage.api.post(`/v1/partner/orders/${first.id}/cancel`);
  await expect(row(page, first.code)).toContainText("Cancelled");
  expect(await page.locator("tbody a").allTextContents()).toEqual(codes);
  await pill.click();
  await expect(link(page, third.code)).toBeVisible();
  await expect(link(page, second.code)).toBeVisible();
  await expect(link(page, first.code)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /new order/ })).toHaveCount(0);
});

test("pages show each order once, forwards and backwards, and no other account's order", async ({
  page,
  request,
}) => {
  const twin = await stage.testMode();
  const placed: string[] = [];
  const couriers: string[] = [];
  for (let count = 0; count < 52; count += 1) {
    const body = orderBodyWith(2);
    for (const { address, contact } of body.dropoffs) {
      address.street = "проспект Александра Константиновича Преображенского";
      contact.name = "Константинова Александра Владимировна";
    }
    placed.unshift((await twin.api.create(body)).data.order_code);
    const courierId = await stage.couriers.lead(twin.shop.scope, body.external_order_id, "in_progress");
    couriers.push(courierId);
  }
  await stage.db.models.courier.updateMany({
    where: { id: { in: couriers } },
    data: { name: "Александр Преображенский-Константинов" },
  });
  let present = await readPage(at(`${PATH}?mode=test`), owner);
  const follow = async (name: "Older" | "Newer") => {
    present = await readPage(String(present.linkTo(name)), owner);
  };
  const shown = () => present.rows.map(({ href }) => /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(href)?.[0]);
  expect(present.rows[0]?.text).toContain("+1");
  expect(shown()).toEqual(placed.slice(0, 50));
  const { html } = await readPage(at(`${PATH}?mode=test`), owner, "ru");
  expect(html.match(/data-silent/g)).toHaveLength(50);
  expect(Buffer.byteLength(html)).toBeLessThan(MAX_LIST_BYTES);
  await page.goto(at(`${PATH}?mode=test`));
  await link(page, String(placed[40])).scrollIntoViewIfNeeded();
  await expect(page.getByRole("columnheader", { name: "Order", exact: true })).toBeInViewport();
  const between = (await twin.api.create(orderBody())).data.order_code;
  expect(present.linkTo("Older")).toBe(at(`${PATH}?before=${placed[49]}&mode=test`));
  await follow("Older");
  expect(shown()).toEqual(placed.slice(50));
  await follow("Newer");
  expect(shown()).toEqual(placed.slice(0, 50));
  await follow("Newer");
  // The start of the list, where new orders come in, has the plain URL.
  expect(present.url).toBe(at(`${PATH}?mode=test`));
  expect(shown()[0]).toBe(between);

  const address = at(`${PATH}?mode=test&before=${placed[10]}&search=${placed[20]}`);
  expect((await readPage(address, stranger)).text).toContain("No orders match");
  const state = await request.get(
    at(`${PATH}/state?mode=test&shown=${placed.slice(0, 9).join(",")}&first=1`),
    { headers: { Cookie: `${stranger.name}=${stranger.value}` } },
  );
  expect(await state.json()).toEqual({ orders: [], newCount: 0 });
  for (const path of ["state", "events", "export"]) {
    expect([path, (await request.get(at(`${PATH}/${path}`))).status()]).toEqual([path, 404]);
  }
});

for (const path of [`${PATH}/events?first=1`, "/dashboard/map/events"])
  test(`the stream ${path} ends at the next change once its reader loses access`, async () => {
    const { id, session } = await createSignedInContext(stage, "staff");
    const { name, value } = session;
    const answer = await fetch(at(path), { headers: { Cookie: `${name}=${value}` } });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const readOn = async (isEnough: () => boolean) => {
      while (!isEnough()) {
        const part = await reader?.read();
        if (part === undefined || part.done) return "ended";
        text += part.value;
      }
      return "open";
    };
    expect(await readOn(() => text.includes("event: state"))).toBe("open");
    await stage.db.models.user.update({ where: { id }, data: { disabledAt: new Date() } });
    const before = text.length;
    await place("Садовая");
    expect(await readOn(() => text.slice(before).includes("event: state"))).toBe("ended");
  });

test("a filter's orders download as a file that a spreadsheet reads correctly", async () => {
  const street = "Формульная улица";
  const plain = await place(street);
  const { data } = await stage.api.create({
    ...orderBodyWith(2, { external_order_id: '=HYPERLINK("https://example.com")' }),
    dropoffs: orderBodyWith(2).dropoffs.map((dropoff) => ({
      ...dropoff,
      address: { ...dropoff.address, street },
      contact: { value: "+79160000000", name: "Анна, сестра" },
    })),
  });
  await place("Другая улица");
  const download = (language: string) =>
    fetch(at(`${PATH}/export?search=${encodeURIComponent("формульная")}`), {
      headers: { Cookie: `${owner.name}=${owner.value}`, "Accept-Language": language },
    });
  const answer = await download("en");
  expect(answer.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="dropline-orders-\d{4}-\d{2}-\d{2}\.csv"/,
  );
  const file = Buffer.from(await answer.arrayBuffer()).toString("utf8");
  expect(file.slice(0, 70)).toMatch(
    /^\ufefforder_code,external_order_id,status,created_at \(Europe\/Moscow\)/,
  );
  const [, first = "", second = "", ...rest] = file.split("\r\n");
  expect(rest).toEqual([""]);
  expect(first).toContain(`${data.order_code},"'=HYPERLINK(""https://example.com"")",new,`);
  expect(first).toContain('"Анна, сестра, +79160000000\nАнна, сестра, +79160000000"');
  expect(second).toContain(`${plain.code},${plain.id},new,`);
  expect(second.endsWith(",'+79161234567,,,")).toBe(true);
  expect(await (await download("ru")).text()).toContain(`\r\n${plain.code};${plain.id};new;`);
});

test("a full and an empty list pass axe and do not overflow", { tag: "@map" }, async ({ page, browser }) => {
  const long = "оченьдлинноеназваниебезпробелов".repeat(4);
  const { data } = await stage.api.create({
    ...orderBody({ external_order_id: long.slice(0, 128) }),
    dropoffs: [{ address: { ...address(59.9, 30.4), street: long }, contact: { value: "+79161234567" } }],
  });
  await stage.couriers.place(
    await stage.couriers.lead(stage.shop.scope, data.external_order_id, "in_progress"),
  );
  // One without a courier and one with, in the same list.
  await place("Садовая");
  const none = `${PATH}?search=${long}&from=2026-01-01&status=cancelled`;
  await expectPagesOfGoodLooks(page, [PATH, `${PATH}?order=${data.order_code}`, none].map(at));
  const newcomer = await stage.newShop();
  const { session } = await createSignedInContext(stage, "staff", newcomer.shop.accountId);
  const context = await browser.newContext();
  await context.addCookies([session]);
  await expectPagesOfGoodLooks(await context.newPage(), [at(`${PATH}?mode=test`)]);
  await context.close();
});
