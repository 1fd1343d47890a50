import { defineConfig } from "@playwright/test";
import { isLongRun } from "./testing/amount";
import { PATIENCE_MS } from "./testing/patience.mjs";

/** `npm test` leaves these tests to `npm run test:long`. */
const LONG = /@long/;

const chromium = process.env.CHROMIUM || "/usr/bin/chromium";

// Playwright's own list, which a second flag would replace, plus pages of the browser's own UI, and a process that
// waits for the next site: tests rarely open a second one.
const UNUSED_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "OptimizationHints",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
];

/** The tests; or, by a variable, what is run by hand. */
function projects() {
  if (process.env.DIFFICULT_CONDITIONS !== undefined)
    return [{ name: "difficult-conditions", testMatch: "difficult-conditions.ts" }];
  // One project: a worker restarts, and loads everything again, when it changes to another.
  return [{ name: "journeys", testMatch: "*.spec.ts" }];
}

export default defineConfig({
  testDir: "e2e",
  grepInvert: isLongRun ? [] : LONG,
  projects: projects(),
  globalSetup: "./testing/browser-setup.ts",
  // Each starts a browser and loads all that tests import. While they wait, npm test runs others.
  workers: 2,
  timeout: 3 * PATIENCE_MS,
  // Two cores run two browsers, their services and databases. npm test names each test that needed its second try.
  retries: 1,
  // These tests do not measure speed.
  expect: { timeout: PATIENCE_MS },
  reporter: "list",
  use: {
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        `--disable-features=${UNUSED_FEATURES}`,
        // Maps are rendered in software; the rest of a page is cheaper without compositing that way.
        "--enable-unsafe-swiftshader",
        "--disable-gpu-compositing",
      ],
    },
  },
});
