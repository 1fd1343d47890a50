import { type Browser, expect, type Page } from "@playwright/test";
import { type Member, makeMember } from "@/testing/account-fixture";
import { isLongRun } from "@/testing/amount";
import { openCommonStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { expectGoodLooks, expectNoOverflow, expectPagesOfGoodLooks } from "@/testing/looks";
import { PASSWORD } from "@/testing/sign-in";
import type { TestContext } from "@/testing/stage";

let stage: TestContext;
let site: string;

test.beforeAll(async () => {
  stage = await openCommonStage();
  site = stage.server.baseUrl.replace("127.0.0.1", "localhost");
});

test.afterAll(() => stage?.close());

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

const toRow = (page: Page, email: string) => page.getByRole("listitem").filter({ hasText: email });
const confirm = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name }).click();

test("an owner invites a dispatcher, who joins by the renewed link, becomes a viewer, and loses access at their next click", async ({
  page,
  browser,
}) => {
  const email = "new.colleague@example.com";
  await enter(page.context(), await newMember("owner"));
  await page.goto(`${site}/dashboard/settings/people`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Create invitation" }).click();
  await expect(page.getByText(`${email} has been invited`)).toBeVisible();
  const first = String(await page.locator("code").textContent());
  const row = toRow(page, email);
  await expect(row).toContainText("Valid until");
  await row.getByRole("button", { name: "New link" }).click();
  await confirm(page, "Create link");
  // The row stays under its dialog although the invitation is another one.
  const link = String(await page.getByRole("dialog").locator("code").textContent());
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  expect((await page.request.get(first)).status()).toBe(404);

  const other = await openBrowser(browser);
  await other.goto(link);
  await expect(other.getByText(email)).toBeVisible();
  await other.getByLabel("Choose a password").fill("a password of my own");
  // The form is sent once, since the link works once.
  await other.getByRole("button", { name: "Join" }).dblclick();
  await expect(other).toHaveURL(`${site}/dashboard`);
  await other.goto(`${site}/dashboard/settings/people`);
  await expect(other.getByText("Owners and managers invite people")).toBeVisible();
  const sections = other.getByRole("navigation", { name: "Sections" });
  await expect(sections.getByRole("link", { name: "New order" })).toBeVisible();
  await expect(sections.getByRole("link", { name: "Statements" })).toHaveCount(0);
  await expect(other.getByRole("button", { name: "Disable" })).toHaveCount(0);
  await expect(other.getByRole("button", { name: "Create invitation" })).toHaveCount(0);
  // The link has been used up.
  expect((await other.request.get(link)).status()).toBe(404);

  await page.reload();
  await row.getByRole("button", { name: "Change roles" }).click();
  await page.getByRole("dialog").getByRole("checkbox", { name: "Dispatcher" }).uncheck();
  await page.getByRole("dialog").getByRole("checkbox", { name: "Viewer" }).check();
  await confirm(page, "Save roles");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await other.reload();
  await expect(sections.getByRole("link", { name: "Statements" })).toBeVisible();
  await expect(sections.getByRole("link", { name: "New order" })).toHaveCount(0);

  await row.getByRole("button", { name: "Disable" }).click();
  await confirm(page, "Disable");
  await expect(row).toContainText("Disabled");
  await other.getByRole("link", { name: "Settings" }).first().click();
  await expect(other).toHaveURL(/\/sign-in/);
  await other.context().close();
});

/** Adds a virtual authenticator that creates passkeys and confirms them at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a user adds a passkey, changes password, language and theme, and signs in by the passkey", async ({
  page,
  browser,
}) => {
  const owner = await newMember("owner");
  const elsewhere = await openBrowser(browser, owner);
  await enter(page.context(), owner);
  await addAuthenticator(page);
  // This authenticator would respond before the button is pressed if the browser offered its passkey for the email.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.goto(`${site}/dashboard/settings/security`);
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await passkeys.getByLabel("Name").fill("Work laptop");
  await passkeys.getByLabel("Current password").fill(PASSWORD);
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  await expect(passkeys.getByText("“Work laptop” has been added.")).toBeVisible();
  await expect(passkeys.getByRole("listitem")).toContainText("Not used yet");

  const password = page.getByRole("region", { name: "Password", exact: true });
  await password.getByLabel("Current password").fill(PASSWORD);
  await password.getByLabel("New password").fill("another one entirely");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("you’ve been signed out on all other devices")).toBeVisible();
  await elsewhere.goto(`${site}/dashboard/settings`);
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await elsewhere.context().close();

  await page.goto(`${site}/dashboard/settings`);
  await page.getByLabel("Your name").fill("Anna Petrova");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect.poll(scheme).toBe("dark");
  await page.getByRole("main").getByRole("link", { name: "Русский" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Настройки");
  const person = await stage.db.models.user.findUniqueOrThrow({ where: { id: owner.id } });
  expect([person.name, person.locale]).toEqual(["Anna Petrova", "ru"]);

  // An open page would follow its orders on without a session.
  await page.goto(`${site}/llms.txt`);
  await page.context().clearCookies();
  await page.goto(`${site}/sign-in?lang=en`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(`${site}/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("every team and sign-in page passes axe and does not overflow", async ({
  page,
  browser,
  expectComplaint,
}) => {
  expectComplaint(/404 .*\/join\/none/);
  const owner = await newMember("owner");
  await enter(page.context(), owner);
  let join = "";
  for (const locale of isLongRun ? ["en", "ru"] : ["ru"]) {
    await page.context().addCookies([{ name: "locale", value: locale, url: site }]);
    await page.goto(`${site}/dashboard/settings/people`);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await page.locator("input[name=email]").fill(`${"long-".repeat(9)}@example.com`);
    await page.locator("input[name=email]").press("Enter");
    await expect(page.locator("code")).toBeVisible();
    join = String(await page.locator("code").textContent());
    await (locale === "ru" ? expectGoodLooks(page) : expectNoOverflow(page));
  }
  await expectPagesOfGoodLooks(page, [
    ...["", "/security", "/shop", "/delivery"].map((tab) => `${site}/dashboard/settings${tab}`),
    `${site}/dashboard/sandbox?mode=test`,
  ]);

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
