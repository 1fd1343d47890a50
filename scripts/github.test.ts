import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(path, "utf8");
const { scripts, engines, dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
  "scripts" | "engines" | "dependencies" | "devDependencies",
  Record<string, string>
>;
const workflow = read(".github/workflows/ci.yml");

const listScriptCalls = (text: string): string[] =>
  [...text.matchAll(/npm (?:run )?((?:test:)?\w+)(?=[`\s])/g)].map(([, name = ""]) => name);

/** Returns the calls of scripts that package.json lacks. */
const findUnknownScripts = (text: string, known: readonly string[]): string[] =>
  listScriptCalls(text).filter((name) => !known.includes(name) && !["ci", "audit"].includes(name));

it("the workflow and docs/contributing.md call only scripts of package.json", () => {
  const text = `${workflow}\n${read("docs/contributing.md")}`;
  expect(listScriptCalls(text)).toEqual(
    expect.arrayContaining(["lint", "typecheck", "test:unit", "test:e2e", "generate"]),
  );
  expect(findUnknownScripts(text, Object.keys(scripts))).toEqual([]);
  expect(
    findUnknownScripts("run: npm ci\nrun: npm run lint\nThen `npm run test:planted`.", ["lint"]),
  ).toEqual(["test:planted"]);
});

it("the workflow tests every supported major version of Node", () => {
  const majors = ["20", "22", "24"];
  expect([...(engines.node ?? "").matchAll(/[\^=](\d+)/g)].map(([, major]) => major)).toEqual(majors);
  expect(workflow).toContain(`node: [${majors.join(", ")}]`);
  const versions = [...read("scripts/test-node.mjs").matchAll(/(\d+): "(\d+)\.\d+\.\d+"/g)];
  expect(versions.map(([, key, major]) => [key, major])).toEqual(majors.map((major) => [major, major]));
  expect(majors).toContain(read(".node-version").trim());
});

/** Returns the names and patterns of packages that match no installed one. */
const findMissingPackages = (names: readonly string[], installed: readonly string[]): string[] =>
  names.filter((name) =>
    name.endsWith("**")
      ? !installed.some((one) => one.startsWith(name.slice(0, -2)))
      : !installed.includes(name),
  );

it("the update configuration holds back only installed packages", () => {
  const { packageRules } = JSON.parse(read(".github/renovate.json")) as {
    packageRules: { matchPackageNames?: string[] }[];
  };
  const names = packageRules.flatMap(({ matchPackageNames = [] }) => matchPackageNames);
  const installed = Object.keys({ ...dependencies, ...devDependencies });
  expect(names.length).toBeGreaterThan(0);
  expect(findMissingPackages(names, installed)).toEqual([]);
  expect(findMissingPackages(["pg", "p", "@prisma/**", "@planted/**"], ["pg", "@prisma/client"])).toEqual([
    "p",
    "@planted/**",
  ]);
});
