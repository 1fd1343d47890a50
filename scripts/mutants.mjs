// npm run mutants: plants one bug after another in a copy of the project, and checks that a test fails on each. Only
// guards and races, which a generator cannot make: Stryker plants the others (npm run mutation).
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildAll } from "./build.mjs";
import { root } from "./install.mjs";

/**
 * A bug: the text it replaces in a file, and what the paths of the tests that must catch it contain. `pages`: the tests
 * open pages, which have to be rebuilt. `named`: only tests with this in their names.
 * @typedef {{ bug: string, file: string, from: string, to: string, tests: string, pages?: boolean, named?: string }} Mutant
 */

/** @type {Mutant[]} */
export const MUTANTS = JSON.parse(readFileSync(join(root, "scripts/planted-bugs.json"), "utf8"));

/**
 * Copies the project with its build; the copy uses the original's packages.
 * @param {boolean} isBuilt whether pages are built there, which needs the packages inside the folder
 */
function copyProject(isBuilt) {
  const copy = mkdtempSync(join(tmpdir(), "dropline-mutant-"));
  const left = /^(node_modules|\.git|\.data)$/;
  cpSync(root, copy, {
    recursive: true,
    filter: (source) => source === root || !left.test(source.slice(root.length + 1)),
  });
  const [from, to] = [join(root, "node_modules"), join(copy, "node_modules")];
  if (isBuilt) spawnSync("cp", ["-al", from, to], { stdio: "inherit" });
  else symlinkSync(from, to);
  return copy;
}

/** @param {Pick<Mutant, "tests"> & Partial<Mutant>} mutant a bug; nothing is planted without a file */
async function isCaught({ file, from = "", to = "", tests, pages = false, named = "" }) {
  const copy = copyProject(pages);
  try {
    if (file !== undefined) {
      const text = readFileSync(join(copy, file), "utf8");
      if (!text.includes(from)) throw new Error(`${file} no longer has: ${from}`);
      writeFileSync(join(copy, file), text.replace(from, to));
    }
    const copied = await import(pathToFileURL(join(copy, "scripts/build.mjs")).href);
    await (pages ? copied.buildAll() : copied.buildTools());
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const { status } = spawnSync(
      process.execPath,
      [vitest, "run", tests, "--bail=1", "--retry=0", "-t", `^(?!.*next adapter).*${named}`],
      {
        cwd: copy,
        stdio: "ignore",
      },
    );
    return status !== 0;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Plants the bugs whose description or tests contain the text on the command line, or all of them. */
async function main() {
  // Some tests open pages, whose build is copied with the project.
  await buildAll();
  const wanted = process.argv[2];
  let survivors = 0;
  // Without a bug everything must pass; otherwise a test that fails on a bug would prove nothing.
  const targets = new Set(MUTANTS.map(({ tests }) => tests));
  for (const target of wanted === undefined ? targets : []) {
    if (await isCaught({ tests: target })) {
      survivors += 1;
      console.log(`FAILS WITHOUT A BUG  ${target}`);
    }
  }
  for (const mutant of MUTANTS) {
    if (wanted !== undefined && ![mutant.bug, mutant.tests].some((text) => text.includes(wanted))) continue;
    const caught = await isCaught(mutant);
    if (!caught) survivors += 1;
    console.log(`${caught ? "caught  " : "SURVIVED"}  ${mutant.tests}: ${mutant.bug}`);
  }
  console.log(
    survivors === 0 ? "Every planted bug was caught." : `${survivors} things are not as they should be.`,
  );
  process.exit(survivors === 0 ? 0 : 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
