import { defineConfig } from "vitest/config";

const shared = {
  environment: "node" as const,
  // Handlers that run in the test's own process read their settings like any other.
  env: { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none", LOG_LEVEL: "silent" },
  globalSetup: ["testing/global-setup.ts"],
  setupFiles: ["testing/no-console-error.ts", "testing/check-statements.ts"],
  testTimeout: process.env.SOAK === "1" ? 900_000 : 60_000,
  hookTimeout: 120_000,
  // Most of their time would go into loading the same modules anew for each file.
  isolate: false,
};

// It has a module of its own in place of another's, and so modules of its own.
const COUNTING = "lib/accounts/sign-in-work.test.ts";

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    // Two cores: the service, the database and the tests share them.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "unit",
          include: ["{components,lib,messages,scripts}/**/*.test.ts"],
          exclude: [COUNTING],
        },
      },
      {
        extends: true,
        test: {
          name: "components",
          environment: "happy-dom",
          include: ["components/**/*.test.tsx"],
          setupFiles: ["testing/no-console-error.ts"],
          env: { ...shared.env, TZ: "Europe/Moscow" },
          testTimeout: 60_000,
        },
      },
      { extends: true, test: { ...shared, name: "contract", include: ["e2e/contract/**/*.test.ts"] } },
      { extends: true, test: { ...shared, name: "reliability", include: ["e2e/reliability/**/*.test.ts"] } },
      { extends: true, test: { ...shared, name: "unit-alone", include: [COUNTING], isolate: true } },
    ],
  },
});
