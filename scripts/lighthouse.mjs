// npm run lighthouse -- http://localhost:3000/t/TOKEN: measures a tracking page as a phone on a slow network, before
// its map starts.
import { execFileSync } from "node:child_process";

const [address] = process.argv.slice(2);
if (address === undefined) {
  console.error("Usage: npm run lighthouse -- URL, the tracking page of an order on its way");
  process.exit(1);
}

const LIGHTHOUSE = "lighthouse@12.8.2";
const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  "--disable-background-networking",
].join(" ");
const RUNS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices"];

/** @param {number[]} values */
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** @type {Record<string, number[]>} */
const figures = {};
const put = (/** @type {string} */ name, /** @type {number | null | undefined} */ value) => {
  figures[name] = [...(figures[name] ?? []), value ?? Number.NaN];
};
for (let run = 0; run < RUNS; run += 1) {
  const words = [
    address,
    "--quiet",
    "--output=json",
    `--only-categories=${CATEGORIES}`,
    `--chrome-flags=${FLAGS}`,
  ];
  const json = execFileSync("npx", ["--yes", LIGHTHOUSE, ...words], {
    encoding: "utf8",
    env: { ...process.env, CHROME_PATH: process.env.CHROMIUM || "/usr/bin/chromium" },
    maxBuffer: 64 * 1024 * 1024,
  });
  const report = JSON.parse(json);
  for (const category of CATEGORIES) put(category, (report.categories[category]?.score ?? 0) * 100);
  const { audits } = report;
  put("FCP s", (audits["first-contentful-paint"]?.numericValue ?? 0) / 1000);
  put("LCP s", (audits["largest-contentful-paint"]?.numericValue ?? 0) / 1000);
  put("TBT ms", audits["total-blocking-time"]?.numericValue);
  put("CLS", audits["cumulative-layout-shift"]?.numericValue);
  put("KiB", (audits["total-byte-weight"]?.numericValue ?? 0) / 1024);
}
const line = Object.entries(figures).map(([name, values]) => `${name} ${Number(median(values).toFixed(3))}`);
console.log(line.join(" · "));
