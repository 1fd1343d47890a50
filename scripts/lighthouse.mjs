// npm run lighthouse: measures the tracking page on a running service, as a phone on a slow network sees it.
// Usage: npm run lighthouse -- http://localhost:3000/t/TOKEN
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { root } from "./install.mjs";

const [address] = process.argv.slice(2);
if (address === undefined) {
  console.error("Usage: npm run lighthouse -- URL, the tracking page of an order on its way");
  process.exit(1);
}

const RUNS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices"];

/** @param {number[]} values */
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * @param {string} title
 * @param {string[]} blocked what the browser may not load
 */
async function measure(title, blocked) {
  /** @type {Record<string, number[]>} */
  const figures = {};
  const put = (/** @type {string} */ name, /** @type {number | null | undefined} */ value) => {
    figures[name] = [...(figures[name] ?? []), value ?? Number.NaN];
  };
  for (let run = 0; run < RUNS; run += 1) {
    const chrome = await launch({
      chromePath: process.env.CHROMIUM || "/usr/bin/chromium",
      chromeFlags: [
        "--headless=new",
        "--no-sandbox",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        "--ignore-gpu-blocklist",
        "--disable-background-networking",
      ],
    });
    const result = await lighthouse(address, {
      port: chrome.port,
      output: "json",
      onlyCategories: CATEGORIES,
      blockedUrlPatterns: blocked,
      logLevel: "error",
    });
    chrome.kill();
    const report = result?.lhr;
    for (const category of CATEGORIES) put(category, (report?.categories[category]?.score ?? 0) * 100);
    const audits = report?.audits ?? {};
    put("LCP s", (audits["largest-contentful-paint"]?.numericValue ?? 0) / 1000);
    put("TBT ms", audits["total-blocking-time"]?.numericValue);
    put("CLS", audits["cumulative-layout-shift"]?.numericValue);
    put("KiB", (audits["total-byte-weight"]?.numericValue ?? 0) / 1024);
  }
  const line = Object.entries(figures).map(
    ([name, values]) => `${name} ${Number(median(values).toFixed(3))}`,
  );
  console.log(`${title}: ${line.join(" · ")}`);
}

// Without these the page is what a reader gets on a slow connection, or on a phone that cannot draw maps.
const chunks = join(root, ".next/static/chunks");
const map = readdirSync(chunks).filter((name) =>
  readFileSync(join(chunks, name), "utf8").includes("maplibregl-canvas"),
);
await measure(
  "with the picture alone",
  map.map((name) => `*/${name}`),
);
await measure("with the interactive map", []);
