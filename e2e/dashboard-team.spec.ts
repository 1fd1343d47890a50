import { type Browser, expect, type Page } from "@playwright/test";
import { openBrowserStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { type Member, makeMember } from "@/testing/household";
import { expectGoodLooks, expectPagesOfGoodLooks } from "@/testing/looks";
import { linkOf, type MailReceiver, openMailReceiver } from "@/testing/mail-receiver";
import { type OidcProvider, openOidcProvider } from "@/testing/oidc-provider";
import { AUTH, PASSWORD } from "@/testing/sign-in";
import type { Stage } from "@/testing/stage";

let stage: Stage;
let receiver: MailReceiver;
let provider: OidcProvider;
let site: string;

test.beforeAll(async () => {
  receiver = await openMailReceiver();
  provider = await openOidcProvider();
  stage = await openBrowserStage({ ...AUTH, ...provider.env, ROLE: "all", SMTP_URL: receiver.url });
  // The site that OpenID returns to, and that links lead to.
  site = stage.server.baseUrl.replace("127.0.0.1", "localhost");
});

test.afterAll(async () => {
  await stage?.close();
  await receiver?.close();
  await provider?.close();
});

test.use({ locale: "en-GB" });

const newMember = (role: "owner" | "staff") => makeMember(stage.db, stage.shop.accountId, role);

/** Opens a separate browser context, with or without a session. */
async function openBrowser(browser: Browser, member?: Member): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB" });
  if (member !== undefined) await enter(context, member);
  return context.newPage();
}

async function enter(context: ReturnType<Page["context"]>, member: Member): Promise<void> {
  const [name = "", value = ""] = member.cookie.split("=");
  await context.addCookies([{ name, value, url: site }]);
}

const rowOf = (page: Page, email: string) => page.getByRole("listitem").filter({ hasText: email });
const confirm = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name }).click();

test("an owner invites somebody, who joins by the link, works as staff, and is shut out at their next click", async ({
  page,
  browser,
}) => {
  const owner = await newMember("owner");
  await enter(page.context(), owner);
  await page.goto(`${site}/dashboard/team`);
  await page.getByRole("button", { name: "Create invitation" }).click();
  await expect(page.locator("form [role=alert]")).toBeFocused();
  await page.getByLabel("Email").fill("new.colleague@example.com");
  await page.getByRole("button", { name: "Create invitation" }).click();
  await expect(page.getByText("new.colleague@example.com has been invited")).toBeVisible();
  const link = String(await page.locator("code").textContent());
  await expect(rowOf(page, "new.colleague@example.com")).toContainText("Valid until");

  const other = await openBrowser(browser);
  await other.goto(link);
  await expect(other.getByText("new.colleague@example.com")).toBeVisible();
  await other.getByLabel("Choose a password").fill("short");
  await other.getByRole("button", { name: "Join" }).click();
  await expect(other.locator("form [role=alert]")).toContainText("at least 10 characters");
  await other.getByLabel("Choose a password").fill("a password of my own");
  await other.getByRole("button", { name: "Join" }).click();
  await expect(other).toHaveURL(`${site}/dashboard`);
  await other.goto(`${site}/dashboard/team`);
  await expect(other.getByText("Only account owners can invite people")).toBeVisible();
  await expect(other.getByRole("button", { name: "Disable" })).toHaveCount(0);
  await expect(other.getByRole("button", { name: "Create invitation" })).toHaveCount(0);
  // The link has been used up.
  expect((await other.request.get(link)).status()).toBe(404);

  await page.reload();
  const row = rowOf(page, "new.colleague@example.com");
  await row.getByRole("button", { name: "Make an owner" }).click();
  await confirm(page, "Make an owner");
  await expect(row).toContainText("Owner");
  await other.reload();
  await expect(other.getByRole("button", { name: "Create invitation" })).toBeVisible();
  await row.getByRole("button", { name: "Disable" }).click();
  await confirm(page, "Disable");
  await expect(row).toContainText("Disabled");
  await other.getByRole("link", { name: "Settings" }).first().click();
  await expect(other).toHaveURL(/\/sign-in/);
  await other.context().close();
});

test("the last owner stays one, and an invitation is renewed and taken back", async ({ page }) => {
  const { shop } = await stage.newShop();
  const owner = await makeMember(stage.db, shop.accountId, "owner");
  await enter(page.context(), owner);
  await page.goto(`${site}/dashboard/team`);
  await rowOf(page, owner.email).getByRole("button", { name: "Make staff" }).click();
  await confirm(page, "Make staff");
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("at least one owner");
  await page.getByRole("button", { name: "Not now" }).click();
  await page.getByLabel("Email").fill("later@example.com");
  await page.getByRole("button", { name: "Create invitation" }).click();
  const first = String(await page.locator("code").first().textContent());
  const row = rowOf(page, "later@example.com");
  await row.getByRole("button", { name: "New link" }).click();
  await confirm(page, "Create link");
  const second = String(await page.getByRole("dialog").locator("code").textContent());
  expect(second).not.toBe(first);
  await page.getByRole("button", { name: "Close" }).click();
  await row.getByRole("button", { name: "Revoke" }).click();
  await confirm(page, "Revoke");
  await expect(row).toHaveCount(0);
  for (const link of [first, second]) expect((await page.request.get(link)).status()).toBe(404);
});

test("a person changes their password, language and theme; an owner the account", async ({
  page,
  browser,
}) => {
  const owner = await newMember("owner");
  const elsewhere = await openBrowser(browser, owner);
  await enter(page.context(), owner);
  await page.goto(`${site}/dashboard/settings`);
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("another one entirely");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.locator("form [role=alert]")).toContainText("Wrong password");
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password").fill("another one entirely");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("you’ve been signed out on all other devices")).toBeVisible();
  await elsewhere.goto(`${site}/dashboard/settings`);
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await elsewhere.context().close();

  await page.getByLabel("Account name").fill("Чайная «Пар»");
  await page.getByLabel("Time zone").selectOption("Asia/Omsk");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByLabel("Time zone")).toHaveValue("Asia/Omsk");
  const account = await stage.db.account.findUniqueOrThrow({ where: { id: stage.shop.accountId } });
  expect([account.name, account.timeZone]).toEqual(["Чайная «Пар»", "Asia/Omsk"]);

  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect.poll(scheme).toBe("dark");
  await page.reload();
  expect(await scheme()).toBe("dark");
  await page.getByRole("main").getByRole("link", { name: "Русский" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Настройки");
  await page.getByRole("button", { name: "Выйти везде" }).click();
  await expect(page).toHaveURL(`${site}/sign-in?left`);
});

test("somebody who has forgotten their password gets a link by mail and signs in with a new one", async ({
  page,
}) => {
  const { email } = await newMember("staff");
  await page.goto(`${site}/sign-in`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  const answers: string[] = [];
  for (const one of ["nobody@example.com", email]) {
    await page.getByLabel("Email").fill(one);
    await page.getByRole("button", { name: "Send link" }).click();
    const said = page.getByText("a link is on its way");
    await expect(said).toBeVisible();
    answers.push(String(await said.textContent()));
    await page.reload();
  }
  expect(answers[0]).toBe(answers[1]);
  await expect.poll(() => receiver.received.some(({ to }) => to === email)).toBe(true);
  const mail = receiver.received.find(({ to }) => to === email);
  if (mail === undefined) throw new Error("no mail");
  await page.goto(linkOf(mail, "reset"));
  await page.getByLabel("New password").fill("another one entirely");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("another one entirely");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${site}/dashboard`);
});

test("OpenID lets in whom it knows, back to the page that was asked for, and tells others why not", async ({
  page,
}) => {
  const { email } = await newMember("staff");
  provider.person = { email, email_verified: false };
  await page.goto(`${site}/dashboard/team`);
  await page.getByRole("button", { name: "Sign in with Shop ID" }).click();
  await expect(page.getByText("doesn’t match anyone here")).toBeVisible();
  provider.person = { email, email_verified: true };
  await page.goto(`${site}/dashboard/team`);
  await page.getByRole("button", { name: "Sign in with Shop ID" }).click();
  await expect(page).toHaveURL(`${site}/dashboard/team`);
  await expect(rowOf(page, email)).toContainText("you");
});

test("axe finds nothing and nothing overflows on any page", async ({ page, browser, expectComplaint }) => {
  expectComplaint(/404 .*\/join\/none/);
  const owner = await newMember("owner");
  await enter(page.context(), owner);
  await page.goto(`${site}/dashboard/team`);
  await page.locator("input[name=email]").fill(`${"long-".repeat(9)}@example.com`);
  await page.locator("input[name=email]").press("Enter");
  await expect(page.locator("code")).toBeVisible();
  const join = String(await page.locator("code").textContent());
  await expectGoodLooks(page);
  await expectPagesOfGoodLooks(page, [`${site}/dashboard/team`, `${site}/dashboard/settings`]);

  const { issueResetLink } = await import("@/lib/accounts/issue-reset-link");
  const reset = await issueResetLink({ ...stage.couriers.context, publicUrl: site }, owner.email);
  const context = await browser.newContext();
  const outside = ["/sign-in?refused&changed", "/forgot", join, reset.link, "/join/none"];
  await expectPagesOfGoodLooks(
    await context.newPage(),
    outside.map((address) => new URL(address, site).href),
  );
  await context.close();
});
