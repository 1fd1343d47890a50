import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "@/scripts/install.mjs";
import { MUTANTS } from "@/scripts/mutants.mjs";

it("every planted bug matches the current code", () => {
  expect(MUTANTS.length).toBeGreaterThan(30);
  const stale = MUTANTS.filter(({ file, from }) => !readFileSync(join(root, file), "utf8").includes(from));
  expect(stale).toEqual([]);
});

it("every planted bug names existing tests, since a run without tests fails and would count as caught", () => {
  const files = ["app", "components", "e2e", "lib", "messages", "packages", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file));
  const untested = MUTANTS.filter((mutant) => !tests.some((file) => file.includes(mutant.tests)));
  expect(untested.map(({ bug }) => bug)).toEqual([]);
  const texts = (path: string) =>
    tests.filter((file) => file.includes(path)).map((file) => readFileSync(join(root, file), "utf8"));
  const unnamed = MUTANTS.filter(
    ({ named = "", tests: path }) => !texts(path).some((text) => text.includes(named)),
  );
  expect(unnamed.map(({ bug }) => bug)).toEqual([]);
});
