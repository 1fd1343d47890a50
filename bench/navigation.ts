import type { Page } from "@playwright/test";
import { openBrowser } from "@/bench/first-paint";
import { median } from "@/bench/statistics";

const SECTIONS = [
  "/dashboard/orders",
  "/dashboard/map",
  "/dashboard/new",
  "/dashboard/requests",
  "/dashboard",
];
const SIZE = { width: 1440, height: 900 };

/** Milliseconds from a click in the navigation to the paint of the new page. */
export interface Clicks {
  readonly ahead: number;
  readonly cold: number;
}

/** Medians by the section's path. Maps are not drawn, because without a GPU they dominate the time. */
export async function measureNavigation(
  baseUrl: string,
  cookie: string,
  tries: number,
): Promise<ReadonlyMap<string, Clicks>> {
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ baseURL: baseUrl, viewport: SIZE, locale: "en-GB" });
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url: baseUrl }]);
    const page = await context.newPage();
    const ahead = await rounds(page, tries, clickAhead);
    const cold = await rounds(page, tries, clickCold);
    return new Map(
      SECTIONS.map((path) => [
        path,
        { ahead: median(ahead.get(path) ?? []), cold: median(cold.get(path) ?? []) },
      ]),
    );
  } finally {
    await browser.close();
  }
}

/** The first round is not counted, because its pages load their scripts. */
async function rounds(
  page: Page,
  tries: number,
  go: (page: Page, path: string) => Promise<number>,
): Promise<Map<string, number[]>> {
  await page.goto("/dashboard", { waitUntil: "networkidle" });
  const times = new Map<string, number[]>(SECTIONS.map((path) => [path, []]));
  for (let round = 0; round <= tries; round += 1) {
    for (const path of SECTIONS) {
      const took = await go(page, path);
      if (round > 0) times.get(path)?.push(took);
      // Work that the page has started, such as its stream, must not count toward the next click.
      await page.waitForTimeout(SETTLE_MS);
    }
  }
  return times;
}

const SETTLE_MS = 700;
const HOVER_MS = 500;

async function clickAhead(page: Page, path: string): Promise<number> {
  const link = linkTo(page, path);
  await link.hover();
  await page.waitForTimeout(HOVER_MS);
  const painted = loadPaint(page, path);
  await link.click();
  return painted;
}

async function clickCold(page: Page, path: string): Promise<number> {
  // The pointer hovers over no link, so nothing is prefetched before the click.
  await page.mouse.move(SIZE.width / 2, 2);
  const painted = loadPaint(page, path);
  await linkTo(page, path).evaluate((link: HTMLAnchorElement) => link.click());
  return painted;
}

const linkTo = (page: Page, path: string) => page.locator(`nav a[href="${path}"]:visible`).first();

function loadPaint(page: Page, path: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((settle) => {
        const old = document.querySelector("main h1");
        addEventListener(
          "click",
          () => {
            const clickedAt = performance.now();
            const observer = new MutationObserver(() => {
              const heading = document.querySelector("main h1");
              const current = document.querySelector<HTMLAnchorElement>('nav a[aria-current="page"]');
              if (heading === null || heading === old || current?.pathname !== wanted) return;
              observer.disconnect();
              // A task queued in a frame callback runs after the frame has been painted.
              requestAnimationFrame(() => {
                const { port1, port2 } = new MessageChannel();
                port1.onmessage = () => settle(performance.now() - clickedAt);
                port2.postMessage(null);
              });
            });
            observer.observe(document, { subtree: true, childList: true, attributes: true });
          },
          { once: true, capture: true },
        );
      }),
    path,
  );
}
