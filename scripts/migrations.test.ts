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

/** Whether a statement stands next to one that builds an index concurrently, which runs outside a transaction. */
function isMixed(script: string): boolean {
  const statements = script
    .replaceAll(/^\s*--.*$/gm, "")
    .split(";")
    .filter((statement) => statement.trim() !== "");
  return statements.length > 1 && /\bconcurrently\b/i.test(statements.join(";"));
}

/** Returns what a source that refuses databases names instead of a release. */
const findUnnamedReleases = (source: string): string[] => [
  ...(source.match(/[`"][^`"\n]*(?:older than|database requires)[^`"\n]*[`"]/g) ?? []).filter(
    (refusal) => !/Dropline \$\{(?:BASELINE\.)?release\}/.test(refusal),
  ),
  ...(source.match(/\bcommit [0-9a-f$].*/g) ?? []),
];

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
    expect(isMixed(readScript(folder, name))).toBe(false);
  });

  it.each([
    ["-- One;\nCREATE INDEX CONCURRENTLY a ON b (c);\n", false],
    ["CREATE INDEX a ON b (c); CREATE INDEX d ON b (e);", false],
    ["SET lock_timeout = '1s';\nCREATE INDEX CONCURRENTLY a ON b (c);", true],
    ["CREATE INDEX concurrently a ON b (c); CREATE INDEX d ON b (e);", true],
  ])("has another statement next to a concurrent one: %j is %s", (script, expected) => {
    expect(isMixed(script)).toBe(expected);
  });
});

it("every refusal of a database names a release of CHANGELOG.md, and no commit", () => {
  const source = readFileSync(join(root, "lib/db/migrate.ts"), "utf8");
  const [, baseline = ""] = /release: "([^"]+)"/.exec(source) ?? [];
  expect(isRelease(baseline)).toBe(true);
  expect(source.match(/older than|database requires/g)).toHaveLength(3);
  expect(findUnnamedReleases(source)).toEqual([]);
  const planted = ["`The database requires Dropline 1.0.0.`", "`Check out commit 1a2b3c`"];
  expect(findUnnamedReleases(planted.join("\n"))).toEqual([planted[0], "commit 1a2b3c`"]);
});
