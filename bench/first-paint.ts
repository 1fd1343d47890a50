import { type Browser, chromium } from "@playwright/test";
import { median } from "@/bench/statistics";

const TRIES = 3;
/** A phone on a slow 4G network, as in Lighthouse. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const CPU_SLOWDOWN = 4;
const SETTLE_MS = 1_000;

/** Milliseconds after the request; the element is the largest one painted. */
export interface Paint {
  readonly first: number;
  readonly largest: number;
  readonly element: string;
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu-compositing"],
  });

/** Medians of first visits, each with an empty cache. */
export async function measurePaint(browser: Browser, url: string, cookie: string): Promise<Paint> {
  const paints: Paint[] = [];
  for (let round = 0; round < TRIES; round += 1) {
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({ viewport, locale: "en-GB", isMobile: true });
    const [name = "", value = ""] = cookie.split("=");
    if (value !== "") await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", NETWORK);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        Object.assign(globalThis, { largestPaint: list.getEntries().at(-1) });
      }).observe({ type: "largest-contentful-paint", buffered: true });
    });
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(SETTLE_MS);
    paints.push(
      await page.evaluate(() => {
        const largest = Reflect.get(globalThis, "largestPaint");
        return {
          first: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
          largest: largest?.startTime ?? Number.NaN,
          element: largest?.element?.tagName?.toLowerCase() ?? "",
        };
      }),
    );
    await context.close();
  }
  const element = paints.at(-1)?.element ?? "";
  return {
    first: median(paints.map(({ first }) => first)),
    largest: median(paints.map(({ largest }) => largest)),
    element,
  };
}
