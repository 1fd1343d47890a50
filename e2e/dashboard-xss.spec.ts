import { expect, type Page } from "@playwright/test";
import { createSignedInContext } from "@/testing/account-fixture";
import { openCommonStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import { PAYLOADS, type PlantedOrder, plantAccount, plantAnswer, plantOrder } from "@/testing/hostile-texts";
import { SIZES } from "@/testing/looks";
import type { TestContext } from "@/testing/stage";

const DROPOFFS = 8;

/** Every payload in the texts of one order. Those that a URL could begin with come first in their text. */
const TEXTS = Array.from({ length: DROPOFFS }, (_, place) =>
  [2, 0, 1, 3].map((row) => PAYLOADS[row * DROPOFFS + place]).join(" "),
);

let stage: TestContext;
let planted: PlantedOrder;
let deliveryPath: string;

test.beforeAll(async () => {
  stage = await openCommonStage();
  const endpointId = await plantAccount(stage);
  planted = await plantOrder(stage, TEXTS);
  deliveryPath = await plantAnswer(stage, endpointId);
});

test.afterAll(() => stage?.close());

test.use({ locale: "en-GB", viewport: SIZES.phone });

/** Records whatever runs, or is stopped only by the page's policy. */
async function trap(page: Page): Promise<string[]> {
  const caught: string[] = [];
  page.on("dialog", (dialog) => {
    caught.push(`${page.url()}: a dialog`);
    void dialog.dismiss();
  });
  await page.exposeFunction("__caught", (what: string) => caught.push(what));
  await page.addInitScript(() => {
    const traps = window as unknown as { __xss: () => void; __caught: (what: string) => void };
    traps.__xss = () => traps.__caught(`${location.href}: ran`);
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, sample, blockedURI }) =>
      traps.__caught(`${location.href}: ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  return caught;
}

/** Returns what would run on interaction: event handlers in the markup, and script URLs. */
function armed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isProgram = (name: string, value: string): boolean => {
      if (!/^(?:xlink:)?(?:href|src|action|formaction)$/i.test(name)) return false;
      // React's own guard on a form that waits for its script; it contains no user text.
      if (value.startsWith("javascript:throw new Error('A React form was unexpectedly submitted."))
        return false;
      // Browsers ignore tabs and line ends in a URL, and so does this.
      return /^(?:javascript:|data:text)/.test(new URL(value, location.href).href);
    };
    return [...document.querySelectorAll("*")].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => /^on|^srcdoc$/i.test(name) || isProgram(name, value))
        .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
    );
  });
}

/** Opens a page and waits for a payload that its scripts have rendered, or for its map. */
async function lookAt(page: Page, path: string, drawn: string): Promise<void> {
  const answer = await page.goto(stage.server.baseUrl + path);
  expect([path, answer?.status()]).toEqual([path, 200]);
  await expect(page.locator(drawn).first()).toBeAttached();
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
  });
  expect([path, await armed(page)]).toEqual([path, []]);
}

const MARKER = ".map-marker";

test("scripts never execute a text of an order, a courier or an account", { tag: "@map" }, async ({
  page,
  context,
  expectComplaint,
}) => {
  const { code, courierLink, trackingPaths } = planted;
  const caught = await trap(page);
  await test.step("staff pages", async () => {
    await context.addCookies([(await createSignedInContext(stage, "staff")).session]);
    await lookAt(page, `/dashboard/orders/${code}`, MARKER);
    for (const text of TEXTS) await expect(page.getByRole("main")).toContainText(text.trim());
    await lookAt(page, "/dashboard/map", MARKER);
    await lookAt(page, "/dashboard", "main >> text=__xss()");
    await lookAt(page, deliveryPath, "main >> text=__xss()");
    // The page's stream must not reconnect as the operator.
    await page.goto("about:blank");
  });
  await test.step("operator pages", async () => {
    await context.addCookies([(await createSignedInContext(stage, "owner", null)).session]);
    await lookAt(page, `/ops/orders/${code}`, "main >> text=__xss()");
    // On a phone, the map is loaded with its tab.
    await page.setViewportSize(SIZES.desktop);
    await lookAt(page, "/ops", MARKER);
    await page.setViewportSize(SIZES.phone);
  });
  await test.step("courier and recipient pages", async () => {
    await lookAt(page, courierLink, "main >> text=__xss()");
    for (const path of trackingPaths.slice(0, 2)) await lookAt(page, path, "main >> text=__xss()");
  });
  expect(caught).toEqual([]);

  await test.step("the traps detect an injected script", async () => {
    expectComplaint(/Content Security Policy/, /404 .*\/t\/x/);
    await page.evaluate(() => document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=__xss()>"));
    await expect.poll(() => caught.join()).toContain("script-src");
    expect(await armed(page)).toEqual(["IMG onerror=__xss()"]);
    await page.evaluate("__xss()");
    expect(caught.join()).toContain("ran");
  });
});
