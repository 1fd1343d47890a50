// DIFFICULT_CONDITIONS=1 npx playwright test: whole deliveries on three devices at once, the recipient's, the courier's and the
// operator's, under one condition after another. Fails on any complaint of a page, anything that overflows, and
// anything that axe finds. Pictures of every step are in test-results/difficult-conditions.

import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  devices,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import { createUser } from "@/lib/accounts/create-user";
import { createCourier } from "@/lib/couriers/create-courier";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { address, orderBody } from "@/testing/api-client";
import { openBrowserStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { WITH_STREETS } from "@/testing/city";
import { expectAccessible, SIZES } from "@/testing/looks";
import { AUTH, PASSWORD, signIn } from "@/testing/sign-in";
import type { TestServer } from "@/testing/stage";

const OPERATOR = "operator@dropline.example";
const SHOP = { ...address(47.022616, 28.83283), area: "Кишинёв", street: "улица Пушкина", building: "24" };
const DOOR = { ...address(47.03123, 28.866775), area: "Кишинёв", street: "улица Пажурий", building: "5" };
const SHOP_AT = { latitude: SHOP.latitude, longitude: SHOP.longitude, accuracy: 10 };
const UNDER_WAY = { latitude: 47.0252, longitude: 28.8352, accuracy: 10 };

/** A deviation from ideal conditions, for all three or for the phones alone. */
interface Condition {
  readonly phones?: BrowserContextOptions;
  readonly all?: BrowserContextOptions;
  /** How far the phones' clocks are off. */
  readonly clockMinutes?: number;
  readonly textPercent?: number;
  readonly isSlow?: boolean;
  /** Whether everything is done by the keyboard. */
  readonly byKeyboard?: boolean;
}

const CONDITIONS: Readonly<Record<string, Condition>> = {
  "a good day": {},
  "slow 3G": { isSlow: true },
  "a phone 12 minutes ahead": { clockMinutes: 12 },
  "a phone 12 minutes behind": { clockMinutes: -12 },
  "text at 200 percent": { textPercent: 200 },
  "195 pixels wide": { phones: { viewport: { width: 195, height: 422 } } },
  "the keyboard alone": { byKeyboard: true },
  "little motion, in the dark": { all: { reducedMotion: "reduce", colorScheme: "dark" } },
};

/** What Chromium's own tools call slow 3G. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** Every step may load a page and a map over it. */
const PATIENCE_MS = 120_000;

let stage: TestServer;

test.beforeAll(async () => {
  stage = await openBrowserStage({ ...AUTH, ...WITH_STREETS, ROLE: "all" });
  await createUser(stage.db, { accountId: null, email: OPERATOR, password: PASSWORD, roles: ["owner"] });
});

test.afterAll(() => stage?.close());

/** Runs in the page: this device's clock is off. */
function shiftClock(byMs: number): void {
  const Right = Date;
  class Deviation extends Right {
    constructor(...given: [] | [string | number | Date]) {
      if (given.length === 0) super(Right.now() + byMs);
      else super(...given);
    }
    static override now(): number {
      return Right.now() + byMs;
    }
  }
  Object.assign(globalThis, { Date: Deviation });
  // A fix has the device's own time.
  const { geolocation } = navigator;
  const off = (use: PositionCallback) => (fix: GeolocationPosition) =>
    use({ coords: fix.coords, timestamp: fix.timestamp + byMs, toJSON: () => fix.toJSON() });
  const watch = geolocation.watchPosition.bind(geolocation);
  geolocation.watchPosition = (use, ...rest) => watch(off(use), ...rest);
  const get = geolocation.getCurrentPosition.bind(geolocation);
  geolocation.getCurrentPosition = (use, ...rest) => get(off(use), ...rest);
}

/** Runs in the page: its reader has set another size of text. */
function enlargeText(percent: number): void {
  document.addEventListener("DOMContentLoaded", () =>
    document.documentElement.style.setProperty("font-size", `${percent}%`),
  );
}

/** One of the three, with what they do and how it looks. */
class Device {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #name: string;
  readonly #condition: Condition;
  readonly #folder: string;
  #pictures = 0;

  private constructor(page: Page, name: string, condition: Condition, folder: string) {
    [this.page, this.context, this.#name] = [page, page.context(), name];
    [this.#condition, this.#folder] = [condition, folder];
  }

  static async open(
    browser: Browser,
    name: "recipient" | "courier" | "operator",
    condition: Condition,
    folder: string,
  ): Promise<Device> {
    const isPhone = name !== "operator";
    const usual = isPhone
      ? { viewport: SIZES.phone, userAgent: devices["Pixel 7"].userAgent }
      : { viewport: SIZES.desktop };
    const context = await browser.newContext({
      locale: "en-GB",
      baseURL: stage.server.baseUrl,
      ...usual,
      ...condition.all,
      ...(isPhone ? condition.phones : {}),
      ...(name === "courier" ? { permissions: ["geolocation"], geolocation: SHOP_AT } : {}),
    });
    context.setDefaultTimeout(PATIENCE_MS);
    if (isPhone && condition.clockMinutes !== undefined)
      await context.addInitScript(shiftClock, condition.clockMinutes * 60_000);
    if (condition.textPercent !== undefined) await context.addInitScript(enlargeText, condition.textPercent);
    const page = await context.newPage();
    // The phone may not know yet that it has come to the door.
    await page.addLocatorHandler(page.getByRole("button", { name: "Mark anyway" }), (yes) => yes.click());
    if (condition.isSlow === true) {
      const devtools = await context.newCDPSession(page);
      await devtools.send("Network.enable");
      await devtools.send("Network.emulateNetworkConditions", SLOW_3G);
    }
    return new Device(page, name, condition, folder);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name });
  }

  async press(target: Locator): Promise<void> {
    if (this.#condition.byKeyboard !== true) return target.click();
    await this.focus(target);
    await this.page.keyboard.press("Enter");
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.focus(target);
    await this.page.keyboard.insertText(text);
  }

  /** Brings the focus to an element; by the keyboard from one to the next. */
  async focus(target: Locator): Promise<void> {
    if (this.#condition.byKeyboard !== true) return target.focus();
    await expect(target).toBeVisible({ timeout: PATIENCE_MS });
    const isThere = () => target.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 150; presses += 1) {
      if (await isThere()) return;
      await this.page.keyboard.press("Tab");
    }
    throw new Error(`${await target.textContent()} is not reached by the keyboard.`);
  }

  /** Slides what is done by sliding; the keyboard has a question instead. */
  async confirm(button: string, yes: string): Promise<void> {
    await this.focus(this.button(button));
    await this.page.keyboard.press("Enter");
    await this.press(this.page.getByRole("dialog").getByRole("button", { name: yes }));
  }

  async sees(text: string | RegExp): Promise<void> {
    const heading = this.page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(text, { timeout: PATIENCE_MS });
    await this.look();
  }

  /** Takes a picture, and holds the page as it is against the rules. */
  async look(): Promise<void> {
    this.#pictures += 1;
    const path = `${this.#folder}/${this.#name}-${this.#pictures}.png`;
    await this.page.screenshot({ path, animations: "disabled" });
    const over = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([path, over <= 0]).toEqual([path, true]);
    await expectAccessible(this.page);
  }
}

for (const [name, condition] of Object.entries(CONDITIONS)) {
  test(`a shop, a courier and a recipient complete a delivery: ${name}`, { tag: "@map" }, async ({
    browser,
  }) => {
    test.setTimeout(900_000);
    const folder = `test-results/difficult-conditions/${name.replaceAll(/[ ,]+/g, "-")}`;
    const open = (who: "recipient" | "courier" | "operator") => Device.open(browser, who, condition, folder);
    const [recipient, courier, operator] = [
      await open("recipient"),
      await open("courier"),
      await open("operator"),
    ];
    await deliver({ recipient, courier, operator });
    for (const { context } of [recipient, courier, operator]) await context.close();
  });
}

async function deliver({
  recipient,
  courier,
  operator,
}: Record<"recipient" | "courier" | "operator", Device>) {
  const { db, api, server } = stage;
  // One delivery at a time: the courier is the only one on shift.
  await db.models.courier.updateMany({ data: { onShiftSince: null } });
  const hired = await createCourier(db, {
    name: "Анна Петрова",
    phone: "+79115550007",
    transport: { type: "bike", color: "зелёный" },
    isSimulated: false,
  });
  const { link } = await issueCourierLink(db, hired.id, server.baseUrl);
  const isPlaced = () => db.models.courierPosition.count({ where: { courierId: hired.id } });
  await courier.page.goto(link);
  await courier.look();
  await courier.press(courier.button("Start shift"));
  await expect.poll(isPlaced, { timeout: PATIENCE_MS }).toBe(1);

  const plain = orderBody();
  const dropoffs = plain.dropoffs.map((one) => ({ ...one, address: DOOR, proof: { code: true } }));
  const body = { ...plain, pickup: { ...plain.pickup, address: SHOP }, dropoffs };
  const { data } = await api.create(body);
  const status = async () => (await api.get(`/v1/partner/orders/${body.external_order_id}`)).data.status;

  await operator.context.addCookies([await signIn(server.baseUrl, OPERATOR)]);
  await operator.page.goto("/ops/orders");
  await expect(operator.page.getByRole("link", { name: data.order_code })).toBeVisible();
  await operator.look();
  await recipient.page.goto(new URL(data.tracking_url ?? "").pathname);
  await courier.sees("New order");
  await courier.press(courier.button("Accept"));
  await expect(recipient.page.getByText("Anna is on the way to the shop")).toBeVisible({
    timeout: PATIENCE_MS,
  });
  await recipient.look();

  await operator.press(operator.page.getByRole("link", { name: data.order_code }));
  await expect(operator.page.getByRole("region", { name: "Courier", exact: true })).toContainText(
    "Анна Петрова",
    {
      timeout: PATIENCE_MS,
    },
  );
  await expect(operator.page.locator('[data-ready="true"]').first()).toBeVisible({ timeout: PATIENCE_MS });
  await operator.look();

  await courier.press(courier.button("I’m at the pickup"));
  await courier.confirm("Picked up", "Yes, picked up");
  await recipient.sees(/^Arrives /);
  await courier.look();
  await expect.poll(status, { timeout: PATIENCE_MS }).toBe("in_progress");

  const distance = recipient.page.getByText(/ away/).first();
  const before = await distance.textContent();
  await courier.context.setGeolocation(UNDER_WAY);
  await expect.poll(() => distance.textContent(), { timeout: PATIENCE_MS }).not.toBe(before);

  // As if the ride took a quarter of an hour: the service refuses a fix at the door that comes sooner as a jump.
  const leftAt = new Date(Date.now() - 15 * 60_000);
  await db.models.courierPosition.updateMany({ data: { recordedAt: leftAt, receivedAt: leftAt } });
  await courier.context.setGeolocation({ latitude: DOOR.latitude, longitude: DOOR.longitude, accuracy: 10 });
  // From far away, the page would ask first.
  await expect(courier.page.getByText(/^On the way to the recipient/)).not.toContainText(" km", {
    timeout: PATIENCE_MS,
  });
  await courier.press(courier.button("I’m here"));
  await recipient.sees("Your courier is here");
  await courier.look();
  const digits = recipient.page.getByRole("region", { name: "Code for the courier" }).locator(".digits");
  const code = String(await digits.textContent()).replace(/\D/g, "");
  await courier.type(courier.page.getByLabel("Code from the recipient"), code);
  await courier.confirm("Handed over", "Yes, handed over");
  await recipient.sees(/^Delivered at/);
  await courier.look();
  await expect(operator.page.getByText("Delivered", { exact: true }).first()).toBeVisible({
    timeout: PATIENCE_MS,
  });
  await operator.look();
  expect(await status()).toBe("delivered");
}
