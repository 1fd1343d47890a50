import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The minor version of Next whose build these scripts were checked with (docs/decisions/0048-kept-pages.md). */
const CHECKED_WITH = "16.4";

it("this folder was checked with the installed minor version of Next", () => {
  const { version } = JSON.parse(readFileSync("node_modules/next/package.json", "utf8")) as {
    version: string;
  };
  expect(
    version.split(".").slice(0, 2).join("."),
    "Run e2e/tracking.spec.ts and e2e/docs.spec.ts, then change CHECKED_WITH.",
  ).toBe(CHECKED_WITH);
});
