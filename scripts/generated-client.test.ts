import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { quietEnv } from "@/scripts/install.mjs";

const COMMITTED = "lib/db/generated";

function readAll(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

it("the committed database client matches the schema (npm run generate)", () => {
  // Below the root, where the generator of columns resolves its packages.
  const folder = mkdtempSync("dist/generated-");
  try {
    cpSync("prisma/schema.prisma", join(folder, "schema.prisma"));
    const schema = readFileSync("prisma/schema.prisma", "utf8");
    writeFileSync(
      join(folder, "schema.prisma"),
      schema.replaceAll("../lib/db/generated", "./lib/db/generated"),
    );
    const words = [
      "node_modules/prisma/build/index.js",
      "generate",
      "--schema",
      join(folder, "schema.prisma"),
    ];
    execFileSync(process.execPath, words, { env: { ...process.env, ...quietEnv }, stdio: "pipe" });
    const made = readAll(join(folder, COMMITTED));
    for (const [name, text] of Object.entries(made))
      made[name] = text.replaceAll("./lib/db/generated", "../lib/db/generated");
    expect(Object.keys(made)).toEqual(Object.keys(readAll(COMMITTED)));
    const stale = Object.entries(readAll(COMMITTED)).filter(([name, text]) => made[name] !== text);
    expect(stale.map(([name]) => name)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
