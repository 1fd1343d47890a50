import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import { isLongRun } from "@/testing/amount";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** The viewport sizes that pages are designed for. */
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;

/** Size of a desktop viewport when text is enlarged four times (WCAG 1.4.10). */
export const NARROWEST = { width: 320, height: 640 } as const;

/**
 * The looks in which axe checks each page. Contrast depends on the theme and structure on the size, but not on each
 * other, so each appears once. Names depend on the messages, and messages/messages.test.ts checks that both languages
 * have them all; the languages differ in length, so `expectNoOverflow` checks both. `npm test` checks the first look:
 * scripts/tokens.test.ts checks the contrast of colors in both themes.
 */
const LOOKS = [
  { colorScheme: "light", device: "phone" },
  { colorScheme: "dark", device: "desktop" },
] as const;

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** The only rules whose outcome depends on the theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Expects axe to find nothing on the page as it is, against WCAG 2.2 AA.
 *
 * @param runOnly tags or names of the rules to check
 */
export async function expectAccessible(page: Page, runOnly: string[] = WCAG): Promise<void> {
  // Next.js may send the title after the rest of the page.
  await expect(page).toHaveTitle(/./);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (rules) => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const found = await engine.run(document, { runOnly: rules, resultTypes: ["violations"] });
    return found.violations.map(({ id, nodes }) => [
      id,
      ...nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    ]);
  }, runOnly);
  expect([page.url(), violations]).toEqual([page.url(), []]);
}

/** Switches a page to a theme, and waits until every color has changed. */
export async function setTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Polls the animations' states: with a dialog and a moving map, their promises may never settle.
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState !== "running"),
  );
}

/** Expects axe to find nothing on the page as it is, in the light theme and, in the long run, in the dark one. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await setTheme(page, "light");
  await expectAccessible(page);
  if (!isLongRun) return;
  await setTheme(page, "dark");
  await expectAccessible(page, COLOR_RULES);
}

/** Expects nothing to overflow the page at any size. Leaves the page at the last size. */
export async function expectNoOverflow(page: Page): Promise<void> {
  for (const size of [NARROWEST, SIZES.phone, SIZES.desktop]) await expectFit(page, size);
}

async function expectFit(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect([page.url(), size.width, over <= 0]).toEqual([page.url(), size.width, true]);
}

/** Expects no word within these elements to be broken across lines. */
export async function expectWholeWords(page: Page, selector: string): Promise<void> {
  const broken = await page.locator(selector).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const found: string[] = [];
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const isForScreenReaders = (text.parentElement?.offsetWidth ?? 0) <= 1;
        if (isForScreenReaders) continue;
        for (const { 0: word, index } of (text.textContent ?? "").matchAll(/[^\s–-]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            found.push(word);
        }
      }
      return found;
    }),
  );
  expect([page.url(), page.viewportSize()?.width, broken]).toEqual([
    page.url(),
    page.viewportSize()?.width,
    [],
  ]);
}

/**
 * Expects nothing to overflow the page as it is at any size, and axe to find nothing in either look.
 *
 * @param isFrameKnown whether the second look checks only colors, since the layout around the page, which also
 *   depends on the size, has already been checked
 */
export async function expectGoodLooks(page: Page, isFrameKnown = false): Promise<void> {
  await expectFit(page, NARROWEST);
  for (const { device, colorScheme } of LOOKS) {
    await expectFit(page, SIZES[device]);
    if (device === "desktop" && !isLongRun) continue;
    await setTheme(page, colorScheme);
    await expectAccessible(page, isFrameKnown && device === "desktop" ? COLOR_RULES : WCAG);
  }
}

/**
 * Checks each of these URLs with everything expanded: all checks in Russian, whose words are longer, and only
 * overflow in English and in the long run, as rendered by the server: scripts and maps take most of the time, and are the same in both
 * languages.
 */
export async function expectPagesOfGoodLooks(page: Page, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    await openExpanded(page, url, "ru");
    await expectGoodLooks(page, url !== urls[0]);
  }
  if (!isLongRun) return;
  const english = await openWithoutScripts(page);
  for (const url of urls) {
    await openExpanded(english, url, "en");
    await expectNoOverflow(english);
  }
  await english.context().close();
}

async function openExpanded(page: Page, url: string, locale: "en" | "ru"): Promise<void> {
  await page.context().addCookies([{ name: "locale", value: locale, url: new URL(url).origin }]);
  await page.goto(url);
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await page.evaluate(expandAll);
}

/**
 * Opens a page in the same session with empty script files. Inline scripts still run: they put the parts
 * that the server streams later into their places.
 */
async function openWithoutScripts(page: Page): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ storageState: await page.context().storageState() });
  if (context === undefined) throw new Error("The page's browser cannot open another context.");
  await context.route("**/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  return context.newPage();
}

/** Runs in the page: opens every collapsed element, except the attribution, which the map collapses itself. */
function expandAll(): void {
  for (const fold of document.querySelectorAll<HTMLDetailsElement>(
    "main details:not(.maplibregl-ctrl-attrib)",
  )) {
    fold.open = true;
  }
}
