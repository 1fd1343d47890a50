import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(path, "utf8");
const { scripts, engines, dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
  "scripts" | "engines" | "dependencies" | "devDependencies",
  Record<string, string>
>;
const workflow = read(".github/workflows/ci.yml");

it("the workflow and docs/contributing.md call only scripts of package.json", () => {
  const called = [workflow, read("docs/contributing.md")].flatMap((text) =>
    [...text.matchAll(/npm (?:run )?((?:test:)?\w+)(?=[`\s])/g)].map(([, name = ""]) => name),
  );
  expect(called).toEqual(expect.arrayContaining(["lint", "typecheck", "test:unit", "test:e2e", "generate"]));
  expect(called.filter((name) => !(name in scripts || ["ci", "audit"].includes(name)))).toEqual([]);
});

it("the workflow tests every supported major version of Node", () => {
  const majors = ["20", "22", "24"];
  expect([...(engines.node ?? "").matchAll(/[\^=](\d+)/g)].map(([, major]) => major)).toEqual(majors);
  expect(workflow).toContain(`node: [${majors.join(", ")}]`);
  const versions = [...read("scripts/test-node.mjs").matchAll(/(\d+): "(\d+)\.\d+\.\d+"/g)];
  expect(versions.map(([, key, major]) => [key, major])).toEqual(majors.map((major) => [major, major]));
  expect(majors).toContain(read(".node-version").trim());
});

it("the update configuration holds back only installed packages", () => {
  const { packageRules } = JSON.parse(read(".github/renovate.json")) as {
    packageRules: { matchPackageNames?: string[] }[];
  };
  const installed = Object.keys({ ...dependencies, ...devDependencies });
  const missing = packageRules
    .flatMap(({ matchPackageNames = [] }) => matchPackageNames)
    .filter((name) => !installed.some((one) => one.startsWith(name.replace("**", ""))));
  expect(missing).toEqual([]);
});
