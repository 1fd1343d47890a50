import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  describePackages,
  findBundledPackages,
  findCopiedPackages,
  findMaps,
} from "@/scripts/third-party-notices.mjs";

let folder: string;
const write = (file: string, content: unknown): void => {
  const path = join(folder, file);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dropline-notices-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the packages in a bundle are found from its source map, with or without sections", () => {
  const prefix = "turbopack:///[project]";
  const inner = [`${prefix}/app/page.tsx`, `${prefix}/node_modules/@scope/one/a.js`];
  write("pages/a.js.map", { sections: [{ map: { sources: inner } }, { map: {} }] });
  write("pages/b.js.map", { sources: [`${prefix}/node_modules/two/node_modules/three/b.js`] });
  // Those of esbuild are relative.
  write("pages/c.js.map", { sources: ["../../../node_modules/four/dist/four.mjs", "../../../app/page.tsx"] });
  expect(findBundledPackages(findMaps(join(folder, "pages"))).sort()).toEqual([
    "node_modules/@scope/one",
    "node_modules/four",
    "node_modules/two/node_modules/three",
  ]);
});

it("copied packages are found, including those bundled into others", () => {
  write("release/node_modules/next/package.json", { name: "next" });
  write("release/node_modules/next/dist/compiled/ws/package.json", { name: "ws" });
  expect(findCopiedPackages(join(folder, "release")).sort()).toEqual([
    "node_modules/next",
    "node_modules/next/dist/compiled/ws",
  ]);
});

it("a package is described once, with its version, license and license text", () => {
  const [notice, ...others] = describePackages(["node_modules/pg", "node_modules/pg", "node_modules/none"]);
  expect(others).toEqual([]);
  expect(notice).toMatch(/^pg 8\.\d+\.\d+\nLicense: MIT\n/);
  expect(notice).toContain("Permission is hereby granted, free of charge");
});
