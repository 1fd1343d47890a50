import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { buildTypes, TYPES } from "@/scripts/generate-clients";

it("the TypeScript client's types are those of the current document", async () => {
  expect(readFileSync(TYPES, "utf8"), "npx tsx scripts/generate-clients.ts writes them").toBe(
    await buildTypes(),
  );
});

it("the clients have the service's version and license", () => {
  const read = (file: string) => readFileSync(file, "utf8");
  const { version } = JSON.parse(read("package.json"));
  expect(JSON.parse(read("clients/typescript/package.json")).version).toBe(version);
  expect(JSON.parse(read("clients/php/composer.json")).version).toBe(version);
  expect(read("clients/python/pyproject.toml")).toContain(`\nversion = "${version}"\n`);
  for (const folder of ["typescript", "python", "go", "php"])
    expect(read(`clients/${folder}/LICENSE`)).toBe(read("LICENSE"));
});
