import { defineConfig } from "vitest/config";

/** Rules without a database or a clock, which Stryker mutates: each file with its adjacent tests. */
export default defineConfig({
  resolve: { alias: { "@": process.cwd() } },
  test: {
    // As in vitest.config.ts: a busy machine must not fail the run before the first change.
    testTimeout: 60_000,
    include: [
      "lib/orders/cancellation-terms.test.ts",
      "lib/orders/waiting.test.ts",
      "lib/pricing/{courier-pay,money,tariff}.test.ts",
      "lib/routing/{estimate,geo,polyline,trip-length}.test.ts",
      "lib/service-area/{opening-hours,polygon}.test.ts",
      "lib/webhooks/{attempt,signature}.test.ts",
    ],
  },
});
