// npm run mutants: plants one bug after another in a copy of the project, and checks that a test fails on each. Only
// guards and races, which a generator cannot make: Stryker plants the others (npm run mutation).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildAll } from "./build.mjs";
import { root } from "./install.mjs";

/**
 * A bug: the text it replaces in a file, and what the paths of the tests that must catch it contain. `named`: only tests
 * with this in their names. Pages are not built again.
 * @typedef {{ bug: string, file: string, from: string, to: string, tests: string, named?: string }} Mutant
 */

/** @type {Mutant[]} */
export const MUTANTS = JSON.parse(readFileSync(join(root, "scripts/planted-bugs.json"), "utf8"));

/** Copies the project with its build; the copy uses the original's packages. */
function copyProject() {
  const copy = mkdtempSync(join(tmpdir(), "dropline-mutant-"));
  const left = /^(node_modules|\.git|\.data)$/;
  cpSync(root, copy, {
    recursive: true,
    filter: (source) => source === root || !left.test(source.slice(root.length + 1)),
  });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** @param {Mutant} mutant */
async function isCaught({ file, from, to, tests, named = "" }) {
  const copy = copyProject();
  try {
    const text = readFileSync(join(copy, file), "utf8");
    if (!text.includes(from)) throw new Error(`${file} no longer has: ${from}`);
    writeFileSync(join(copy, file), text.replace(from, to));
    const build = 'import("./scripts/build.mjs").then(({ buildTools }) => buildTools())';
    if (!(await run(copy, ["--eval", build]))) throw new Error(`${file} cannot be built with: ${to}`);
    return !(await doTestsPass(copy, [tests, "--bail=1"], { named }));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * Whether the tests pass in a folder, on the adapter without Next.
 * @param {string} folder @param {string[]} words for vitest
 * @param {{ named?: string, isShown?: boolean }} [options] `isShown` shows the output
 */
function doTestsPass(folder, words, { named = "", isShown = false } = {}) {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const filter = ["--retry=0", "-t", `^(?!.*next adapter).*${named}`];
  return run(folder, [vitest, "run", ...words, ...filter], isShown);
}

/** @param {string} folder @param {string[]} words for Node @param {boolean} [isShown] */
async function run(folder, words, isShown = false) {
  const child = spawn(process.execPath, words, { cwd: folder, stdio: isShown ? "inherit" : "ignore" });
  const [status] = await once(child, "close");
  return status === 0;
}

/** Bugs at a time: a run leaves almost half of the machine idle. */
const RUNS = 2;

/** Plants the bugs whose description or tests contain the text on the command line, or all of them. */
async function main() {
  // Some tests open pages, whose build is copied with the project.
  await buildAll();
  const wanted = process.argv[2];
  let survivors = 0;
  // Without a bug everything must pass; otherwise a test that fails on a bug would prove nothing.
  const targets = new Set(MUTANTS.map(({ tests }) => tests));
  if (wanted === undefined && !(await doTestsPass(root, [...targets], { isShown: true }))) {
    survivors += 1;
    console.log("SOME FAIL WITHOUT A BUG");
  }
  const waiting = MUTANTS.filter(
    ({ bug, tests }) => wanted === undefined || [bug, tests].some((text) => text.includes(wanted)),
  );
  const runSome = async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const caught = await isCaught(mutant);
      if (!caught) survivors += 1;
      console.log(`${caught ? "caught  " : "SURVIVED"}  ${mutant.tests}: ${mutant.bug}`);
    }
  };
  await Promise.all(Array.from({ length: RUNS }, runSome));
  console.log(
    survivors === 0 ? "Every planted bug was caught." : `${survivors} things are not as they should be.`,
  );
  process.exit(survivors === 0 ? 0 : 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
