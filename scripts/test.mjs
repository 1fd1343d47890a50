// npm test: sets everything up and runs every check. npm test -- WORD: runs the test files with that word in their
// path. npm run lint, typecheck, test:unit and test:e2e: each runs a part of npm test, and together all of it.
// npm run test:long: runs the tests that take too long for npm test. The last line counts what passed and failed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { buildAll, buildTools, buildTypes } from "./build.mjs";
import { checkNode, install, quietEnv, root } from "./install.mjs";

checkNode();

const reports = mkdtempSync(join(tmpdir(), "dropline-reports-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

// Tests record the statements that they ran here.
const statements = join(reports, "statements");
mkdirSync(statements);
process.env.STATEMENT_LEDGER = statements;

/**
 * Counts of a stage, its failed tests, its tests that passed on retry, and its output if that has not been
 * shown yet.
 * @typedef {{ passed: number, failed: number, failures?: string[], again?: string[], output?: string }} Count
 */

/**
 * @param {string} bin a script in node_modules @param {string[]} words
 * @param {{ env?: Record<string, string | undefined>, isAside?: boolean }} [options] `isAside` hides the output
 * @returns {Promise<{ isPassed: boolean, output: string }>}
 */
function node(bin, words, { env = {}, isAside = false } = {}) {
  const child = spawn(process.execPath, [join(root, "node_modules", bin), ...words], {
    cwd: root,
    env: { ...process.env, ...quietEnv, ...env },
    stdio: isAside ? ["ignore", "pipe", "pipe"] : "inherit",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  return new Promise((settle) => {
    child.on("close", (status) => settle({ isPassed: status === 0, output }));
  });
}

/**
 * A check that passes or fails as a whole.
 * @param {string} bin @param {string[]} words @param {boolean} [isAside] @returns {Promise<Count>}
 */
async function check(bin, words, isAside = true) {
  const { isPassed, output } = await node(bin, words, { isAside });
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, output };
}

/**
 * @param {string[]} words @param {Record<string, string>} [env] @param {boolean} [isAside]
 * @returns {Promise<Count>}
 */
async function vitest(words, env = {}, isAside = false) {
  const file = join(mkdtempSync(join(reports, "vitest-")), "report.json");
  const options = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { isPassed, output } = await node("vitest/vitest.mjs", ["run", ...words, ...options], {
    env,
    isAside,
  });
  if (!existsSync(file)) return { passed: 0, failed: 1, output };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, "utf8"));
  const failures = testResults.flatMap(testsThat((test) => test.status === "failed"));
  const again = testResults.flatMap(
    testsThat(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0),
  );
  const broken = testResults
    .filter(isBroken)
    .map((/** @type {VitestFile} */ file) => withReason(relative(root, file.name), file.message));
  // A file that fails to load, or an error outside any test, fails the run but no test.
  return {
    passed: numPassedTests,
    failed: isPassed ? numFailedTests : Math.max(1, numFailedTests),
    failures: [...failures, ...broken],
    again,
    output,
  };
}

/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile */

/**
 * Returns a function that lists the matching tests of a file in vitest's report, each with its first failure.
 * @param {(test: VitestTest) => boolean} isMeant @returns {(file: VitestFile) => string[]}
 */
function testsThat(isMeant) {
  return ({ name, assertionResults }) =>
    assertionResults
      .filter(isMeant)
      .map(({ fullName, failureMessages: [reason] }) =>
        withReason(`${relative(root, name)}: ${fullName}`, reason),
      );
}

/**
 * Adds the first line of a message on a separate line, since only the end of a long output may be visible.
 * @param {string} named @param {string | undefined} message
 */
function withReason(named, message) {
  const [first = ""] = stripVTControlCharacters(message ?? "")
    .trim()
    .split("\n");
  return first === "" ? named : `${named}\n    ${first}`;
}

/** Whether a file failed outside its tests. @param {VitestFile} file */
const isBroken = ({ status, assertionResults }) =>
  status === "failed" && assertionResults.every((test) => test.status !== "failed");

/**
 * @param {string[]} [files] only these @param {Parameters<typeof node>[2]} [options]
 * @returns {Promise<Count>}
 */
async function browser(files = [], { env = {}, isAside = false } = {}) {
  const file = join(reports, "browser.json");
  // Playwright reads each as a pattern over the whole path.
  const patterns = files.map((name) => `/${name.replaceAll(".", "\\.")}$`);
  const words = ["test", "--reporter=list,json", ...patterns];
  const { isPassed, output } = await node("@playwright/test/cli.js", words, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM: await findChromium() },
    isAside,
  });
  if (!existsSync(file)) return { passed: 0, failed: 1, output };
  const report = JSON.parse(readFileSync(file, "utf8"));
  const { expected, unexpected, flaky } = report.stats;
  const failed = isPassed ? unexpected : Math.max(1, unexpected);
  const named = (/** @type {string} */ status) =>
    report.suites.flatMap((/** @type {Suite} */ suite) => testsThatEnded(status, suite));
  return { passed: expected + flaky, failed, failures: named("unexpected"), again: named("flaky"), output };
}

/** @typedef {{ status: string, results: { error?: { message?: string } }[] }} BrowserTest */
/** @typedef {{ title: string, file: string, tests: BrowserTest[] }} Spec */
/** @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite */

/**
 * Returns the tests of a browser report with this status; tests that passed on retry are `flaky`.
 * @param {string} status @param {Suite} suite @returns {string[]}
 */
function testsThatEnded(status, { specs = [], suites = [] }) {
  const named = specs.flatMap(({ file, title, tests }) => {
    const test = tests.find((one) => one.status === status);
    return test === undefined ? [] : [withReason(`${file}: ${title}`, test.results[0]?.error?.message)];
  });
  return [...named, ...suites.flatMap((suite) => testsThatEnded(status, suite))];
}

/**
 * Returns the path of this machine's Chromium, after installing it if there is none.
 * @returns {Promise<string | undefined>}
 */
async function findChromium() {
  const { chromium } = await import("@playwright/test");
  const known = [
    process.env.CHROMIUM,
    // Without a window frame, each page costs half as much.
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
    await node("playwright/cli.js", words, { env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: undefined } });
  }
  return found();
}

/** @typedef {{ title: string, run: () => Promise<Count> }} Stage */

/** @type {Stage[]} */
const LINT = [
  { title: "Lint and format", run: () => check("@biomejs/biome/bin/biome", ["ci", "."]) },
  { title: "Spelling", run: () => check("cspell/bin.mjs", ["--no-progress"]) },
  { title: "Unused code", run: () => check("knip/bin/knip.js", ["--no-progress"]) },
  {
    title: "Migrations",
    run: () => check("squawk-cli/js/bin/squawk", ["prisma/migrations/*/migration.sql"]),
  },
];

/** @type {Stage[]} */
const TYPES = [{ title: "Types", run: () => check("typescript-7/bin/tsc", ["--noEmit", "--checkers", "1"]) }];

/** Runs next to other tests, since it leaves almost half of the machine idle. @type {Stage} */
const BROWSER = { title: "Browser", run: () => browser([], { isAside: true }) };

/** Runs after the tests, since it checks the statements that they recorded. @type {Stage} */
const STATEMENTS = {
  title: "Statements",
  run: () => check("tsx/dist/cli.mjs", ["scripts/check-statements.ts", statements]),
};

/**
 * All stages. The stages of a group run in parallel, and the last one shows its progress; a failed stage does not
 * prevent later ones.
 * @type {Stage[][]}
 */
const STAGES = [
  // The build leaves a core idle at times, and each further worker would load the components again.
  [
    ...LINT,
    { title: "Components", run: () => vitest(["--project=*components"], { VITEST_MAX_WORKERS: "1" }, true) },
    { title: "Build", run: () => buildAll().then(() => ({ passed: 0, failed: 0 })) },
  ],
  [
    ...TYPES,
    BROWSER,
    { title: "Unit, contract, reliability", run: () => vitest(["--project=!*components"]) },
  ],
  [STATEMENTS],
];

/** Run sequentially, since each stage needs the whole machine. @type {Stage[][]} */
const LONG_STAGES = [
  [{ title: "More rounds of races, kills and random input", run: () => vitest(soakFiles(), { SOAK: "1" }) }],
  [{ title: "Every journey and look in browsers", run: () => browser([], { env: { SOAK: "1" } }) }],
  [
    {
      title: "Deliveries under difficult conditions",
      run: () => browser([], { env: { DIFFICULT_CONDITIONS: "1" } }),
    },
  ],
  [{ title: "Planted bugs", run: () => check("../scripts/mutants.mjs", [], false) }],
  [{ title: "Release", run: smokeRelease }],
];

async function smokeRelease() {
  const built = await check("../scripts/release.mjs", [], false);
  return built.failed > 0 ? built : check("../testing/smoke-release.mjs", [], false);
}

/** The test files that do more with SOAK=1, or on both adapters. */
function soakFiles() {
  return filesWith([".test.ts"]).filter((file) =>
    /"@\/testing\/(amount|adapters)"/.test(readFileSync(join(root, file), "utf8")),
  );
}

/** The stages that an option selects. @type {Readonly<Record<string, Stage[][]>>} */
const PARTS = {
  "--lint": [LINT],
  "--types": [TYPES],
  "--unit": [[{ title: "Unit, components", run: () => vitest(testFiles((file) => !needsDatabase(file))) }]],
  "--e2e": [
    [BROWSER, { title: "PostgreSQL, contract, reliability", run: () => vitest(testFiles(needsDatabase)) }],
    [STATEMENTS],
  ],
  "--long": LONG_STAGES,
  "--drill": [
    [
      {
        title: "Backup, accident and restore",
        run: () => vitest(["e2e/reliability/backup.test.ts"], { SOAK: "1" }),
      },
    ],
  ],
};

/** @param {(file: string) => boolean} isMeant */
const testFiles = (isMeant) => filesWith([".test.ts"]).filter(isMeant);

/** @type {Map<string, boolean>} */
const readFiles = new Map();

/**
 * Whether a test needs PostgreSQL: by its folder, or because it gets a database, also through files of testing.
 * @param {string} file @returns {boolean}
 */
function needsDatabase(file) {
  const known = readFiles.get(file);
  if (known !== undefined) return known;
  readFiles.set(file, false);
  const text = readFileSync(join(root, file), "utf8");
  const imported = [...text.matchAll(/"@\/(testing\/[\w-]+)"/g)].flatMap(([, name]) =>
    [`${name}.ts`, `${name}.tsx`].filter((path) => existsSync(join(root, path))),
  );
  const isNeeded =
    /^(e2e|packages\/embedded-postgres)\//.test(file) ||
    text.includes("inject(") ||
    imported.some(needsDatabase);
  readFiles.set(file, isNeeded);
  return isNeeded;
}

/** Folders that contain tests. */
const FOLDERS = ["app", "bench", "components", "e2e", "lib", "messages", "packages", "scripts", "testing"];

/** Returns the test files whose paths contain one of these words. @param {string[]} words */
function filesWith(words) {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
      (name) => `${folder}/${name.replaceAll("\\", "/")}`,
    ),
  ).filter((file) => /\.(test\.tsx?|spec\.ts)$/.test(file) && words.some((word) => file.includes(word)));
}

/**
 * Returns the stages for just these files, and prepares only what they need.
 * @param {string[]} files @returns {Promise<Stage[][]>}
 */
async function prepareFiles(files) {
  const isBrowser = (/** @type {string} */ file) => file.endsWith(".spec.ts");
  await buildTools();
  if (files.some((file) => file.startsWith("e2e/"))) await buildAll();
  const [inBrowser, others] = [files.filter(isBrowser), files.filter((file) => !isBrowser(file))];
  return [
    others.length > 0 ? [{ title: "Tests", run: () => vitest(others) }] : [],
    inBrowser.length > 0 ? [{ title: "Browser", run: () => browser(inBrowser) }] : [],
  ];
}

/**
 * Returns the stages of an option, or of npm test, and prepares what they need.
 * @param {string | undefined} option @returns {Promise<Stage[][]>}
 */
async function preparePart(option) {
  await buildTypes();
  if (option === "--e2e" || option === "--long" || option === "--drill") await buildAll();
  return option === undefined ? STAGES : (PARTS[option] ?? []);
}

async function main() {
  const option = process.argv.find((word) => word in PARTS);
  const words = process.argv.slice(2).filter((word) => word !== option);
  const files = filesWith(words);
  if (words.length > 0 && files.length === 0)
    throw new Error(`No test file has ${words.join(" or ")} in its path.`);
  await install({ dev: true });
  const groups = await (words.length > 0 ? prepareFiles(files) : preparePart(option));
  const total = { passed: 0, failed: 0 };
  const lines = [];
  for (const group of groups) {
    for (const { title } of group) console.log(`── ${title}`);
    const counts = await Promise.all(
      group.map(async ({ title, run }) => {
        const startedAt = performance.now();
        const count = await run();
        return { ...count, title, seconds: Math.round((performance.now() - startedAt) / 1000) };
      }),
    );
    for (const { title, passed, failed, seconds, failures = [], again = [], output = "" } of counts) {
      if (failed > 0 && output !== "") console.log(`── ${title}\n${output}`);
      total.passed += passed;
      total.failed += failed;
      lines.push(`${title}: ${passed} passed, ${failed} failed (${seconds} s)`);
      for (const test of failures) lines.push(`  failed: ${test}`);
      for (const test of again) lines.push(`  at the second try: ${test}`);
    }
  }
  console.log(`\n${lines.join("\n")}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  console.log("0 passed, 1 failed");
  process.exit(1);
});
