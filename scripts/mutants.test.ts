import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "@/scripts/install.mjs";
import { MUTANTS } from "@/scripts/mutants.mjs";

it("every planted bug matches the current code", () => {
  const edits = MUTANTS.flatMap(({ bug, edits }) => edits.map(([file, from]) => ({ bug, file, from })));
  expect(edits.length).toBeGreaterThan(100);
  const stale = edits.filter(({ file, from }) => !readFileSync(join(root, file), "utf8").includes(from));
  expect(stale).toEqual([]);
});
