import { describe, expect, it } from "vitest";
import { listMigrations, migrationsFolder, readScript } from "@/lib/db/migrate";
import { FORMER_RELEASE } from "@/testing/former-release";

/** Checks that squawk lacks. */
const CONTRACTION =
  /\b(DROP\s+(TABLE|COLUMN|TYPE|FUNCTION|DEFAULT|VIEW)|RENAME\s+(TO|COLUMN|VALUE|CONSTRAINT)|SET\s+NOT\s+NULL)\b/i;
const folder = migrationsFolder();
const added = listMigrations(folder).filter((name) => name > FORMER_RELEASE.lastMigration);

describe("a migration after the former release", () => {
  it.each(added)("only adds, or requires what the former release contains: %s", (name) => {
    const script = readScript(folder, name);
    const [, required] = script.match(/^-- requires (\S+)$/m) ?? [];
    if (required === undefined) expect(script).not.toMatch(CONTRACTION);
    else
      expect(listMigrations(folder).filter((other) => other <= FORMER_RELEASE.lastMigration)).toContain(
        required,
      );
  });

  it.each(added)("has no other statement next to a concurrent one: %s", (name) => {
    const statements = readScript(folder, name)
      .replaceAll(/^\s*--.*$/gm, "")
      .split(";")
      .filter((statement) => statement.trim() !== "");
    if (/\bconcurrently\b/i.test(statements.join(";"))) expect(statements).toHaveLength(1);
  });
});
