// npm test: sets everything up and runs every check. Its last line counts what passed and failed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildAll } from "./build.mjs";
import { checkNode, install, quietEnv, root } from "./install.mjs";

checkNode();

const reports = mkdtempSync(join(tmpdir(), "dropline-reports-"));

// Where tests write down which statements they have run.
const statements = join(reports, "statements");
mkdirSync(statements);
process.env.STATEMENT_LEDGER = statements;

/** What a stage came to, and what passed only when it was tried again. @typedef {{ passed: number, failed: number, again?: string[] }} Count */

/**
 * @param {string} bin a script in node_modules
 * @param {string[]} words
 * @param {Record<string, string | undefined>} [env]
 */
function node(bin, words, env = {}) {
  const { status } = spawnSync(process.execPath, [join(root, "node_modules", bin), ...words], {
    cwd: root,
    env: { ...process.env, ...quietEnv, ...env },
    stdio: "inherit",
  });
  return status === 0;
}

/** @param {boolean} isPassed @returns {Count} */
const one = (isPassed) => ({ passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1 });

/** @param {string} project @returns {Count} */
function vitest(project) {
  const file = join(reports, `${project}.json`);
  const words = [
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const isPassed = node("vitest/vitest.mjs", words);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, "utf8"));
  // A file that could not be loaded, or an error outside any test, fails the run and no test.
  return { passed: numPassedTests, failed: isPassed ? numFailedTests : Math.max(1, numFailedTests) };
}

/** @returns {Promise<Count>} */
async function browser() {
  const file = join(reports, "browser.json");
  const isPassed = node("@playwright/test/cli.js", ["test", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    CHROMIUM: await findChromium(),
  });
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, "utf8"));
  const { expected, unexpected, flaky } = report.stats;
  const failed = isPassed ? unexpected : Math.max(1, unexpected);
  return { passed: expected + flaky, failed, again: report.suites.flatMap(triedAgain) };
}

/** @typedef {{ title: string, file: string, tests: { status: string }[] }} Spec */

/**
 * The tests of a browser report that passed at their second try.
 *
 * @param {{ specs?: Spec[], suites?: object[] }} suite
 * @returns {string[]}
 */
function triedAgain({ specs = [], suites = [] }) {
  const again = specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [...again.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(triedAgain)];
}

/**
 * The Chromium of this machine, installed if there is none.
 *
 * @returns {Promise<string | undefined>}
 */
async function findChromium() {
  const { chromium } = await import("@playwright/test");
  const known = [
    process.env.CHROMIUM,
    // Without the frame of a window each page costs half.
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    chromium.executablePath(),
  ];
  const found = () => known.find((path) => path && existsSync(path));
  if (found() === undefined && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const apt = (/** @type {string[]} */ ...words) => spawnSync("apt-get", words, { env, stdio: "inherit" });
    apt("update", "-qq");
    apt("install", "-y", "-qq", "--no-install-recommends", "chromium-headless-shell");
    if (found() === undefined) apt("install", "-y", "-qq", "--no-install-recommends", "chromium");
  }
  if (found() === undefined) {
    const words = ["install", ...(process.getuid?.() === 0 ? ["--with-deps"] : []), "chromium"];
    node("playwright/cli.js", words, { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: undefined });
  }
  return found();
}

/** Every stage, in the order in which it is run; a failed one does not keep the later ones from running. */
const STAGES = /** @type {const} */ ([
  ["Lint and format", () => one(node("@biomejs/biome/bin/biome", ["ci", "."]))],
  ["Types", () => one(node("typescript/bin/tsc", ["--noEmit"]))],
  ["Unit and integration", () => vitest("unit")],
  ["Contract, on both lanes", () => vitest("contract")],
  ["Reliability", () => vitest("reliability")],
  ["Statements", () => one(node("tsx/dist/cli.mjs", ["scripts/check-statements.ts", statements]))],
  ["Browser", browser],
]);

async function main() {
  await install({ dev: true });
  await buildAll();
  const total = { passed: 0, failed: 0 };
  const lines = [];
  for (const [title, run] of STAGES) {
    process.stdout.write(`\n── ${title}\n`);
    const startedAt = performance.now();
    const { passed, failed, again = [] } = /** @type {Count} */ (await run());
    total.passed += passed;
    total.failed += failed;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    lines.push(`${title}: ${passed} passed, ${failed} failed (${seconds} s)`);
    for (const test of again) lines.push(`  at the second try: ${test}`);
  }
  rmSync(reports, { recursive: true, force: true });
  console.log(`\n${lines.join("\n")}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  console.log("0 passed, 1 failed");
  process.exit(1);
});
