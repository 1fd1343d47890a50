import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { NODE_FLAGS } from "./testing/node-flags.mjs";
import { PATIENCE_MS } from "./testing/patience.mjs";

const shared = {
  environment: "node" as const,
  // Code that runs in the test's process reads its settings like any other, once for all files of a worker.
  env: {
    DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
    LOG_LEVEL: "silent",
    PUBLIC_URL: "https://drop.example",
    WEBHOOK_SECRET_KEY: "a secret of thirty-two characters",
  },
  globalSetup: ["testing/global-setup.ts"],
  setupFiles: [
    "testing/async-local-storage.ts",
    "testing/no-console-error.ts",
    "testing/check-statements.ts",
  ],
  // The long run makes thousands of rounds in one test, on any machine.
  testTimeout: (process.env.SOAK === "1" ? 90 : 5) * PATIENCE_MS,
  hookTimeout: 5 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
  execArgv: NODE_FLAGS,
  // With isolation, most of the time would go into loading the same modules again for each file.
  isolate: false,
};

/** The longest files of a project start first: started last, one of them would run alone at the end. */
const LONG = [
  "dashboard-actions",
  "reliability/sessions",
  "body-bounds",
  "lib/sandbox/sandbox",
  "packages/embedded-postgres/postgres",
  "contract/openapi",
  "scripts/cli",
  "ops-actions",
  "reliability/backup",
  "load-addresses",
  "reliability/failover",
  "reliability/dispatch",
  "many-orders",
  "database-outage",
  "reliability/city",
  "kill-batches",
  "tracking-leak",
  "serve-map",
  "reliability/mail",
  "contract/cli",
  "reliability/scenarios",
  "route-load",
  "contract/keys",
  "dispatch/dispatch-orders",
  "rolling-restart",
  "interleavings",
  "build-city",
  "billing/closing",
  "tracking-links",
  "kept-pages",
  "documented-calls",
  "kill-messages",
  "dispatch-lease",
  "field-rules",
  "stored-scripts",
  "event-stream",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const toPlace = ({ moduleId }: TestSpecification): number => {
      const place = LONG.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      if (place !== -1) return place;
      // Services that contract tests share run from the first such file to the end.
      return moduleId.includes("/e2e/contract/") ? LONG.length + 1 : LONG.length;
    };
    // A worker, with the modules it has loaded, ends where the next file belongs to another project.
    return (await super.sort(files)).toSorted(
      (a, b) => a.project.name.localeCompare(b.project.name) || toPlace(a) - toPlace(b),
    );
  }
}

/** These tests replace a module, and so need isolation. `scripts/structure.test.ts` knows no others. */
export const ALONE = {
  node: ["lib/accounts/sign-in-work.test.ts"],
  components: [
    "components/map/live-map.test.tsx",
    "components/map/progressive-map.test.tsx",
    "components/console/board/console.test.tsx",
    "components/console/overview/account-map.test.tsx",
    "components/orders/list/order-sheet.test.tsx",
  ],
};

const components = {
  ...shared,
  environment: "happy-dom" as const,
  globalSetup: [],
  setupFiles: ["testing/no-console-error.ts", "testing/clean-page.ts"],
  env: { ...shared.env, TZ: "Europe/Moscow" },
  // Like the browser's: npm test names each that needed its second try. Where races are looked for, there is none.
  retry: 1,
};

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    // The service, the database and the tests share two cores, and much of the time goes into waiting: for locks,
    // leases, clocks and processes to start.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "node",
          include: ["{app,bench,components,e2e,lib,messages,packages,scripts}/**/*.test.ts"],
          exclude: ALONE.node,
        },
      },
      {
        extends: true,
        test: {
          ...components,
          name: "components",
          include: ["components/**/*.test.tsx"],
          exclude: ALONE.components,
        },
      },
      { extends: true, test: { ...shared, name: "alone", include: ALONE.node, isolate: true } },
      {
        extends: true,
        test: { ...components, name: "alone-components", include: ALONE.components, isolate: true },
      },
    ],
  },
});
