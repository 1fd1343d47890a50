import { defineConfig } from "@playwright/test";

const chromium = process.env.CHROMIUM || "/usr/bin/chromium";

// Playwright's own list, which a second one takes the place of, and pages of the browser's frame that nobody sees.
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
];

export default defineConfig({
  testDir: "e2e",
  // The longest begins first, so that nobody waits for it alone in the end.
  projects: [
    { name: "tracking", testMatch: "tracking.spec.ts" },
    { name: "other pages", testMatch: "*.spec.ts", testIgnore: "tracking.spec.ts" },
  ],
  globalSetup: "./testing/browser-setup.ts",
  // Each file has a service and a database of its own, and much of its time is waiting.
  workers: 3,
  timeout: 90_000,
  // Two cores carry three browsers, their services and databases. npm test names each that needed its second try.
  retries: 1,
  // Nothing here is about speed.
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        `--disable-features=${UNUSED_FEATURES}`,
        // Maps are drawn in software; the rest of a page costs less without going that way.
        "--enable-unsafe-swiftshader",
        "--disable-gpu-compositing",
      ],
    },
  },
});
