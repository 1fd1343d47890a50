import { defineConfig } from "@playwright/test";

const chromium = process.env.CHROMIUM || "/usr/bin/chromium";

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  globalSetup: "./e2e/harness/browser-setup.ts",
  // Each file has a service and a database of its own.
  workers: 2,
  timeout: 90_000,
  // Nothing here is about speed.
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        "--ignore-gpu-blocklist",
        "--disable-background-networking",
      ],
    },
  },
});
