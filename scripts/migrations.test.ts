import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listMigrations, migrationsFolder, REQUIREMENT, readScript } from "@/lib/db/migrate";
import { root } from "@/scripts/install.mjs";
import { FORMER_RELEASE } from "@/testing/former-release";

/** Checks that squawk lacks. */
const CONTRACTION =
  /\b(DROP\s+(TABLE|COLUMN|TYPE|FUNCTION|DEFAULT|VIEW)|RENAME\s+(TO|COLUMN|VALUE|CONSTRAINT)|SET\s+NOT\s+NULL)\b/i;
const folder = migrationsFolder();
const names = listMigrations(folder);
const added = names.filter((name) => name > FORMER_RELEASE.lastMigration);
const released = names.filter((name) => name <= FORMER_RELEASE.lastMigration);
const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");

const isRelease = (version: string): boolean => changelog.includes(`\n## [${version}] - `);

/** What is wrong with a migration after the former release; null if nothing is. */
function findProblem(script: string): string | null {
  const [, required, release] = script.match(REQUIREMENT) ?? [];
  if (required === undefined) return CONTRACTION.test(script) ? "It removes what processes may use." : null;
  if (!released.includes(required)) return `The former release lacks ${required}.`;
  return release !== undefined && isRelease(release)
    ? null
    : "The line after its requirement names no release of CHANGELOG.md.";
}

describe("a migration after the former release", () => {
  it.each(added)("only adds, or requires what the former release contains: %s", (name) => {
    expect(findProblem(readScript(folder, name))).toBeNull();
  });

  it.each([
    ["ALTER TABLE a DROP COLUMN b;", /removes/],
    ["-- requires 20991231000000_later\n-- in release 1.0.0\nDROP TABLE a;", /lacks 20991231000000_later/],
    [`-- requires ${FORMER_RELEASE.lastMigration}\nDROP TABLE a;`, /names no release/],
    [`-- requires ${FORMER_RELEASE.lastMigration}\n-- in release 99.0.0\nDROP TABLE a;`, /names no release/],
  ])("is refused if it does neither, or names no release: %j", (script, problem) => {
    expect(findProblem(script)).toMatch(problem);
  });

  it.each(added)("has no other statement next to a concurrent one: %s", (name) => {
    const statements = readScript(folder, name)
      .replaceAll(/^\s*--.*$/gm, "")
      .split(";")
      .filter((statement) => statement.trim() !== "");
    if (/\bconcurrently\b/i.test(statements.join(";"))) expect(statements).toHaveLength(1);
  });
});

it("every refusal of a database names a release of CHANGELOG.md, and no commit", () => {
  const source = readFileSync(join(root, "lib/db/migrate.ts"), "utf8");
  const [, baseline = ""] = /release: "([^"]+)"/.exec(source) ?? [];
  expect(isRelease(baseline)).toBe(true);
  const refusals = source.match(/[`"][^`"\n]*(?:older than|database requires)[^`"\n]*[`"]/g) ?? [];
  expect(refusals).toHaveLength(3);
  for (const refusal of refusals) expect(refusal).toMatch(/Dropline \$\{(?:BASELINE\.)?release\}/);
  expect(source).not.toMatch(/\bcommit [0-9a-f$]/);
});
