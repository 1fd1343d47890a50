import { expect, type Page } from "@playwright/test";
import { createSignedInContext } from "@/testing/account-fixture";
import { newId, orderBody } from "@/testing/api-client";
import { openBrowserStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { toText } from "@/testing/html-text";
import { expectPagesOfGoodLooks } from "@/testing/looks";
import { readPage } from "@/testing/read-page";
import { type Receiver, startReceiver } from "@/testing/receiver";
import { AUTH, PASSWORD, type SessionCookie } from "@/testing/sign-in";
import type { TestServer } from "@/testing/stage";

let stage: TestServer;
let receiver: Receiver;
let answer = { status: 200, text: "ok" };
let owner: SessionCookie;
let staff: SessionCookie;
let stranger: SessionCookie;

test.beforeAll(async () => {
  receiver = await startReceiver((response) => {
    response.writeHead(answer.status).end(answer.text);
  });
  stage = await openBrowserStage({
    ...AUTH,
    ROLE: "all",
    LOG_LEVEL: "warn",
    WEBHOOK_ALLOW_PRIVATE: "1",
    WEBHOOK_ALLOW_HTTP: "1",
  });
  const { shop: other } = await stage.newShop();
  owner = (await createSignedInContext(stage, "owner")).session;
  staff = (await createSignedInContext(stage, "staff")).session;
  stranger = (await createSignedInContext(stage, "owner", other.accountId)).session;
});

test.afterAll(async () => {
  await receiver?.close();
  await stage?.close();
});

test.use({ locale: "en-GB" });
test.describe.configure({ mode: "serial" });

const at = (path: string) => stage.server.baseUrl + path;
const dialog = (page: Page) => page.getByRole("dialog");

let endpointPath = "";
let deliveryPath = "";
let secret = "";

test("an owner registers an endpoint, sees every validation error, and sees its secret", async ({ page }) => {
  await page.context().addCookies([owner]);
  await page.goto(at("/dashboard/webhooks"));
  await expect(page.getByText("No endpoints yet")).toBeVisible();
  await page.getByRole("link", { name: "New endpoint" }).click();
  await page.getByLabel("URL").fill("ftp://example.com");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const alert = page.locator("form [role=alert]");
  await expect(alert).toBeFocused();
  await expect(alert).toContainText("must begin with https://");
  await expect(page.getByLabel("Order created")).toBeChecked();
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByLabel("Description").fill("Orders into the shop");
  await page.getByLabel("Custom headers").fill("Host: inside.example");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(alert).toContainText("names a header reserved for us or for HTTP");
  await page.getByLabel("Custom headers").fill("X-Gateway: 4711-secret");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByRole("heading", { name: "Endpoint added" })).toBeVisible();
  secret = (await page.locator("code").first().textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole("link", { name: "Open endpoint" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(receiver.url);
  endpointPath = new URL(page.url()).pathname;
  for (const hidden of [secret, "4711-secret"]) expect(await page.content()).not.toContain(hidden);
});

test("a test delivery shows its result, and no response content is ever executed (EVT-10)", async ({
  page,
}) => {
  await page.context().addCookies([owner]);
  // After a 429 the next try waits for a minute.
  answer = { status: 429, text: "<script>window.isTaken=1</script><img src=x onerror='window.isTaken=1'>" };
  await page.goto(at(endpointPath));
  await page.getByLabel("Test event").selectOption("order.cancelled");
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText("order.cancelled is on its way.")).toBeVisible();
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "1 attempt · 429" });
  await expect(row).toBeVisible();
  await expect(page.getByText("The latest attempts failed.")).toBeVisible();
  const overview = await page.context().newPage();
  await overview.goto(at("/dashboard"));
  await expect(overview.getByText(/^Webhook (is failing|was turned off)/)).toBeVisible();
  await expect(overview.getByRole("link", { name: /^Log: Webhook/ })).toHaveAttribute(
    "href",
    /^\/dashboard\/webhooks\/.+/,
  );
  await overview.close();
  await row.getByRole("link", { name: "order.cancelled" }).click();
  await expect(page.getByText("The response wasn’t 2xx.")).toBeVisible();
  await page.getByText("Headers and response").click();
  await expect(page.getByText("<script>window.isTaken=1</script>")).toBeVisible();
  const sent = receiver.received.at(-1);
  expect(sent?.headers["x-gateway"]).toBe("4711-secret");
  await expect(page.getByLabel("Body", { exact: true }).locator("pre")).toHaveText(sent?.body ?? "");
  await expect(page.getByText(`webhook-signature: ${sent?.headers["webhook-signature"]}`)).toBeVisible();
  await expect(page.getByText("Next attempt")).toBeVisible();
  expect(await page.evaluate(() => "isTaken" in window)).toBe(false);
  deliveryPath = new URL(page.url()).pathname;
  answer = { status: 200, text: "ok" };
  await page.getByRole("button", { name: "Resend" }).click();
  await dialog(page).getByRole("button", { name: "Resend" }).click();
  await expect.poll(() => receiver.received.filter(({ id }) => id === sent?.id).length).toBe(2);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Delivered", { exact: true })).toBeVisible();
  }).toPass();
});

test("deliveries are filtered by parameters of the URL, which keeps the filter", async ({ page }) => {
  await page.context().addCookies([owner]);
  const id = newId();
  await stage.api.create(orderBody({ external_order_id: id }));
  await stage.api.create(orderBody());
  await expect.poll(() => receiver.received.some(({ body }) => body.includes(id))).toBe(true);
  await page.goto(at(endpointPath));
  await page.getByLabel("Order ID").fill(id);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`order=${id}`));
  await expect(page.getByRole("link", { name: "order.created" })).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole("link", { name: "order.created" })).toHaveCount(2);
});

test("an order's page shows its deliveries live", async ({ page }) => {
  await page.context().addCookies([owner]);
  const { data } = await stage.api.create(orderBody());
  await page.goto(at(`/dashboard/orders/${data.order_code}`));
  const webhooks = page.getByRole("region", { name: "Webhooks", exact: true }).getByRole("listitem");
  await expect(webhooks).toHaveText([/Delivered\s*order\.created\s*200/]);
  answer = { status: 429, text: "not now" };
  await stage.api.post(`/v1/partner/orders/${data.external_order_id}/cancel`);
  await expect(webhooks).toHaveText([
    /Pending\s*order\.cancelled\s*429, .*1 attempt/,
    /Delivered\s*order\.created/,
  ]);
  answer = { status: 200, text: "ok" };
  const other = await page.context().newPage();
  await other.goto(at(`/dashboard/orders/${data.order_code}`));
  await other.getByRole("link", { name: "order.cancelled" }).click();
  await other.getByRole("button", { name: "Resend" }).click();
  await dialog(other).getByRole("button", { name: "Resend" }).click();
  // The order is over, but its page keeps updating while something is pending.
  await expect(webhooks).toHaveText([/Delivered\s*order\.cancelled\s*200, .*2 attempts/, /order\.created/]);
});

test("an owner selects deliveries and resends them", async ({ page }) => {
  await page.context().addCookies([owner]);
  await page.goto(at(endpointPath));
  const main = page.getByRole("main");
  const button = main.getByRole("button", { name: /^Resend \(/ });
  const boxes = main.getByRole("checkbox", { name: /^order\.created/ });
  await main.getByRole("checkbox", { name: "Select all" }).check();
  await expect(boxes.first()).toBeChecked();
  await main.getByRole("checkbox", { name: "Select all" }).uncheck();
  await expect(button).toHaveCount(0);
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await expect(button).toHaveText("Resend (2)");
  const before = receiver.received.map(({ id }) => id);
  await button.click();
  await expect(dialog(page)).toContainText("any other would process them twice");
  await dialog(page).getByRole("button", { name: "Resend" }).click();
  await expect(dialog(page)).toContainText("2 events are on their way.");
  await expect.poll(() => receiver.received.length).toBe(before.length + 2);
  const again = new Set(receiver.received.slice(before.length).map(({ id }) => id));
  expect(again.size).toBe(2);
  expect([...again].every((id) => before.includes(id))).toBe(true);
});

test("the signature check reports whether a pasted message is valid, and which part is not", async ({
  page,
}) => {
  await page.context().addCookies([owner]);
  await page.goto(at(endpointPath));
  await page.getByRole("link", { name: "Check a signature" }).click();
  const came = receiver.received.at(-1);
  if (came === undefined) throw new Error("No webhook was received");
  const headers = Object.entries(came.headers).map(([name, value]) => `${name}: ${value}`);
  const field = page.getByLabel("Body", { exact: true });
  const result = page.getByRole("main").getByRole("status");
  const check = async (body: string) => {
    await field.fill(body);
    await page.getByRole("button", { name: "Check", exact: true }).click();
  };
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.locator("form [role=alert]")).toContainText("Fix 2 fields");
  await page.getByLabel("Headers", { exact: true }).fill(headers.join("\n"));
  await check(came.body);
  await expect(result).toContainText("The message is valid.");
  await expect(result).toContainText("the body is what we sent, byte for byte");
  await expect(field).toHaveValue(came.body);
  expect(await page.content()).not.toContain(secret);

  await check(came.body.replace("order.", "ordar."));
  await expect(result).toContainText("The message is invalid.");
  await expect(result).toContainText("only the body changed on its way");
  await expect(result).toContainText(`the first ${came.body.indexOf("order.") + 3} bytes match`);
  await check(JSON.stringify(JSON.parse(came.body), null, 2));
  await expect(result).toContainText("the body was parsed and serialized again as JSON");
});

test("the secret is shown only after the password, and can be replaced", async ({ page }) => {
  await page.context().addCookies([owner]);
  await page.goto(at(endpointPath));
  await page.getByRole("button", { name: "Show secret" }).click();
  await dialog(page).getByLabel("Your password").fill("wrong");
  await dialog(page).getByRole("button", { name: "Show secret" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Wrong password");
  await expect(dialog(page).getByLabel("Your password")).toHaveValue("");
  await dialog(page).getByLabel("Your password").fill(PASSWORD);
  await dialog(page).getByRole("button", { name: "Show secret" }).click();
  await expect(dialog(page).locator("code")).toHaveText(secret);
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "New secret" }).click();
  await dialog(page).getByRole("button", { name: "New secret" }).click();
  await expect(dialog(page).locator("code")).toHaveText(/^whsec_/);
  expect(await dialog(page).locator("code").textContent()).not.toBe(secret);
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("The old secret also signs until")).toBeVisible();
});

test("an endpoint is paused, edited and enabled, and fetches missed events", async ({ page }) => {
  await page.context().addCookies([owner]);
  await page.goto(at(endpointPath));
  await page.getByRole("button", { name: "Pause" }).click();
  await dialog(page).getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("The endpoint is paused.")).toBeVisible();
  const id = newId();
  await stage.api.create(orderBody({ external_order_id: id }));
  await page.getByText("Address and events").click();
  await page.getByLabel("Description").fill("Changed");
  await expect(page.getByLabel("Custom headers")).toHaveValue("X-Gateway: ••••••••");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("main").getByText("Changed", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Turn on" }).click();
  await dialog(page).getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("button", { name: "Resend failed" }).click();
  await dialog(page).getByRole("button", { name: "Resend failed" }).click();
  await expect(page.getByText("1 event is on its way.")).toBeVisible();
  await expect.poll(() => receiver.received.some(({ body }) => body.includes(id))).toBe(true);
  expect(receiver.received.at(-1)?.headers["x-gateway"]).toBe("4711-secret");
});

test("staff see everything except the controls to change it", async () => {
  const read = (path: string) => readPage(at(path), staff);
  expect((await read("/dashboard/webhooks")).linkTo(receiver.url)).toBe(at(endpointPath));
  const endpoint = await read(endpointPath);
  expect(endpoint.text).toContain("Owners and developers change this endpoint.");
  expect(endpoint.linkTo("Check a signature")).toBe(at(`${endpointPath}/check`));
  const main = endpoint.html.slice(endpoint.html.indexOf("<main"), endpoint.html.indexOf("</main>"));
  const buttons = [...main.matchAll(/<button.*?<\/button>/gs)].map(([button]) => toText(button));
  expect(buttons).toEqual(["Show"]);
  expect(main).not.toContain('type="checkbox"');
  const delivery = await read(deliveryPath);
  expect(delivery.heading).toBe("order.cancelled");
  expect(delivery.html).not.toMatch(/<button[^>]*>(<[^>]*>)*Resend/);
  expect((await read("/dashboard/webhooks/new")).status).toBe(404);
});

test("another account and the other mode see no endpoint", async () => {
  const own = [endpointPath, deliveryPath, `${endpointPath}/check`];
  for (const path of [...own, "/dashboard/webhooks/nonsense"]) {
    expect([path, (await readPage(at(path), stranger)).status]).toEqual([path, 404]);
  }
  for (const [query, status] of [
    ["", 200],
    ["?mode=test", 404],
  ] as const) {
    expect((await readPage(at(endpointPath + query), owner)).status).toBe(status);
  }
});

test("every webhook page passes axe and does not overflow", async ({ page }) => {
  await page.context().addCookies([owner]);
  const fixed = ["/dashboard/webhooks", "/dashboard/webhooks/new"];
  const paths = [...fixed, endpointPath, deliveryPath, `${endpointPath}/check`];
  await expectPagesOfGoodLooks(page, paths.map(at));
});

test("an owner deletes the endpoint", async ({ page }) => {
  await page.context().addCookies([owner]);
  await page.goto(at(endpointPath));
  await page.getByRole("button", { name: "Delete" }).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(at("/dashboard/webhooks"));
  await expect(page.getByText("No endpoints yet")).toBeVisible();
  const count = receiver.received.length;
  await stage.api.create(orderBody());
  expect(await stage.db.models.webhookDelivery.count({ where: { state: "pending" } })).toBe(0);
  expect(receiver.received).toHaveLength(count);
});
