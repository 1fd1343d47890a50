import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { pathsBelow } from "@/scripts/sources";

/** Texts by file. */
type Texts = Readonly<Record<string, string>>;

const readAll = (paths: readonly string[]): Texts =>
  Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));

const FOLDERS = [
  "app",
  "bench",
  "components",
  "e2e",
  "lib",
  "messages",
  "packages",
  "prisma",
  "scripts",
  "testing",
];

const CONTRACT = readFileSync("docs/api-contract.md", "utf8");
/** All but this file, which contains planted violations. */
const CODE = readAll(
  pathsBelow(FOLDERS, /\.(tsx?|mjs|prisma)$/).filter((path) => path !== "scripts/documents.test.ts"),
);
const DOCUMENTS = readAll(["README.md", "CONTRIBUTING.md", "SECURITY.md", ...pathsBelow(["docs"], /\.md$/)]);

/** Returns the numbers in a text; `ORD-1–3` stands for three. */
function listNumbers(text: string): string[] {
  return [...text.matchAll(/([A-Z]+)-(\d+)(?:–(\d+))?/g)].flatMap(([, subject, from, to = from]) => {
    const first = Number(from);
    return Array.from({ length: Number(to) - first + 1 }, (_, index) => `${subject}-${first + index}`);
  });
}

/** Returns the numbers of a contract's statements, in its order. */
const listStatements = (contract: string): string[] =>
  [...contract.matchAll(/^(?:- \*\*|\| )([A-Z]+-\d+)(?:\*\*| \|)/gm)].map(([, number = ""]) => number);

/** Returns the numbers at the end of the tests' titles. */
function listTitledNumbers(files: Texts): Set<string> {
  const tests = Object.entries(files).filter(([file]) => /\.(test|spec)\.tsx?$/.test(file));
  return new Set(
    tests.flatMap(([, text]) =>
      [...text.matchAll(/ \(((?:[A-Z]+-\d+(?:–\d+)?(?:, )?)+)\)["`],/g)].flatMap(([, numbers = ""]) =>
        listNumbers(numbers),
      ),
    ),
  );
}

const findRepeated = (values: readonly string[]): string[] =>
  values.filter((value, place) => values.indexOf(value) !== place);

/** Returns numbers in titles that the contract lacks. */
function findUnknownNumbers(contract: string, files: Texts): string[] {
  const known = new Set(listStatements(contract));
  return [...listTitledNumbers(files)].filter((number) => !known.has(number));
}

/** Returns statements that no title names. */
function findUntestedStatements(contract: string, files: Texts): string[] {
  const covered = listTitledNumbers(files);
  return listStatements(contract).filter((number) => !covered.has(number));
}

const PLANTED_CONTRACT = [
  "## Events",
  "- **EVT-1** One.",
  "- **EVT-2** Two.",
  "- **EVT-2** Two again.",
  "| ERR-1 | 400 |",
  "### Order of events †",
].join("\n");
const PLANTED_TESTS = {
  "e2e/a.test.ts": `it("sends (EVT-1, ERR-1–2)", () => {});\nit(\`repeats (EVT-9)\`, () => {});`,
  "e2e/a.ts": `it("sends (EVT-2)", () => {});`,
};

describe("docs/api-contract.md", () => {
  it("numbers its statements uniquely", () => {
    const numbers = listStatements(CONTRACT);
    expect(numbers.length).toBeGreaterThan(300);
    expect(findRepeated(numbers)).toEqual([]);
    expect(findRepeated(listStatements(PLANTED_CONTRACT))).toEqual(["EVT-2"]);
  });

  it("defines every statement number in a test title", () => {
    expect(findUnknownNumbers(CONTRACT, CODE)).toEqual([]);
    expect(findUnknownNumbers(PLANTED_CONTRACT, PLANTED_TESTS)).toEqual(["ERR-2", "EVT-9"]);
  });

  it("has a test for every statement except those about clients", () => {
    expect(findUntestedStatements(CONTRACT, CODE)).toEqual(["VER-4"]);
    expect(findUntestedStatements(PLANTED_CONTRACT, PLANTED_TESTS)).toEqual(["EVT-2", "EVT-2"]);
  });
});

/** Returns citations of headings and statements that the contract lacks. */
function findWrongCitations(contract: string, files: Texts): string[] {
  const headings = [...contract.matchAll(/^##+ (.+?)(?: †)?$/gm)].map(([, text]) => text);
  const known = new Set(listStatements(contract));
  return Object.entries(files).flatMap(([file, text]) => {
    const citations = text
      .replace(/\n\s*\* /g, " ")
      .matchAll(/\((spec|design|reliability|ux)[, ]([^)…]+)\)/g);
    return [...citations]
      .filter(([, document, part = ""]) => {
        const cited = part.trim();
        const isFound = headings.includes(cited) || cited.split(", ").every((number) => known.has(number));
        return document !== "spec" || !isFound;
      })
      .map(([whole]) => `${file}: ${whole}`);
  });
}

/** Returns paths of decision records that do not exist. */
const findLostDecisions = (files: Texts): string[] =>
  Object.entries(files).flatMap(([file, text]) =>
    [...text.matchAll(/docs\/decisions[\w./-]*\w/g)]
      .filter(([path]) => !existsSync(path))
      .map(([path]) => `${file}: ${path}`),
  );

/** Returns links and images of documents whose files do not exist. */
const findDeadLinks = (documents: Texts): string[] =>
  Object.entries(documents).flatMap(([document, text]) =>
    [...text.matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)|<img src="([^":]+)"/g)]
      .map(([, link, image]) => link ?? image ?? "")
      .filter((path) => !existsSync(join(dirname(document), path)))
      .map((path) => `${document}: ${path}`),
  );

/** Returns paths in code font whose files do not exist, in the same letter case. */
const findLostPaths = (documents: Texts): string[] =>
  Object.entries(documents).flatMap(([document, text]) =>
    [
      ...text.matchAll(
        /[`"]((?:app|bench|components|docs|packages|e2e|lib|messages|prisma|public|scripts|testing|\.ci)\/[\w./[\]()-]+)[`"]/g,
      ),
    ]
      .map(([, path = ""]) => path)
      .filter((path) => !existsSync(dirname(path)) || !readdirSync(dirname(path)).includes(basename(path)))
      .map((path) => `${document}: ${path}`),
  );

describe("a citation", () => {
  it("names an existing heading or statement of the contract", () => {
    expect(findWrongCitations(CONTRACT, CODE)).toEqual([]);
    const planted = {
      "lib/a.ts":
        "/**\n * Sent once (spec, Events), in order (spec, Order\n * of events, EVT-1). (spec, EVT-1, ERR-1)\n */",
      "lib/b.ts": "// (spec, Event) (spec, EVT-1, EVT-7) (design, Events)",
    };
    expect(findWrongCitations(PLANTED_CONTRACT, planted)).toEqual([
      "lib/a.ts: (spec, Order of events, EVT-1)",
      "lib/b.ts: (spec, Event)",
      "lib/b.ts: (spec, EVT-1, EVT-7)",
      "lib/b.ts: (design, Events)",
    ]);
  });

  it("names an existing file of a decision record", () => {
    expect(findLostDecisions(CODE)).toEqual([]);
    const planted = { "lib/a.ts": "// docs/decisions/README.md, docs/decisions/9999-planted.md." };
    expect(findLostDecisions(planted)).toEqual(["lib/a.ts: docs/decisions/9999-planted.md"]);
  });

  it("names an existing file in each link of a document", () => {
    expect(findDeadLinks(DOCUMENTS)).toEqual([]);
    const planted = {
      "docs/a.md": `[one](testing.md) [two](testing.md#rules) [three](gone.md#rules) [four](https://x.example/y)`,
      "README.md": `<img src="docs/gone.png"> [five](docs/testing.md) [six](#here)`,
    };
    expect(findDeadLinks(planted)).toEqual(["docs/a.md: gone.md", "README.md: docs/gone.png"]);
  });

  it("names an existing path in a document", () => {
    expect(findLostPaths(DOCUMENTS)).toEqual([]);
    const planted = { "docs/a.md": "`lib/clock.ts`, `lib/Clock.ts`, `lib/gone/order.ts`, `lib/clock.ts is`" };
    expect(findLostPaths(planted)).toEqual(["docs/a.md: lib/Clock.ts", "docs/a.md: lib/gone/order.ts"]);
  });
});

/** Returns what is wrong with a decision record and its line in the index. */
function findRecordProblems(name: string, record: string, index: string): string[] {
  const title = /^# (\d{4}: .+)$/m.exec(record)?.[1] ?? "";
  const headings = [...record.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  const problems = {
    "a file name without number or in another case": !/^\d{4}-[a-z0-9-]+\.md$/.test(name),
    "another number in its title": title.slice(0, 4) !== name.slice(0, 4),
    "no status and date": !/^- Status: accepted\n- Date: \d{4}-\d{2}-\d{2}$/m.test(record),
    "other parts": headings.join() !== "Context,Decision,Alternatives,Consequences",
    "no line in the index": !index.includes(`- [${title.slice(0, 4)}](${name})${title.slice(4)}\n`),
  };
  return Object.entries(problems)
    .filter(([, isFound]) => isFound)
    .map(([problem]) => problem);
}

describe("docs/decisions", () => {
  const index = readFileSync("docs/decisions/README.md", "utf8");
  const records = readdirSync("docs/decisions").filter((name) => name !== "README.md");
  const getNumber = (name: string): string => name.slice(0, 4);

  it("has records with unique numbers", () => {
    expect(findRepeated(records.map(getNumber))).toEqual([]);
    expect(findRepeated(["0001-a.md", "0002-b.md", "0001-c.md"].map(getNumber))).toEqual(["0001"]);
  });

  it.for(records)("contains %s with every part and a line in the index", (name) => {
    expect(findRecordProblems(name, readFileSync(join("docs/decisions", name), "utf8"), index)).toEqual([]);
  });

  it("refuses a record that lacks a part", () => {
    const head = "# 0001: Title\n\n- Status: accepted\n- Date: 2026-01-31\n";
    const parts = "## Context\n## Decision\n## Alternatives\n## Consequences\n";
    const line = "- [0001](0001-title.md): Title\n";
    expect(findRecordProblems("0001-title.md", head + parts, line)).toEqual([]);
    expect(findRecordProblems("0001-Title.md", head + parts, "- [0001](0001-Title.md): Title\n")).toEqual([
      "a file name without number or in another case",
    ]);
    expect(findRecordProblems("0002-title.md", head + parts, "- [0001](0002-title.md): Title\n")).toEqual([
      "another number in its title",
    ]);
    expect(findRecordProblems("0001-title.md", `# 0001: Title\n${parts}`, line)).toEqual([
      "no status and date",
    ]);
    expect(findRecordProblems("0001-title.md", head, line)).toEqual(["other parts"]);
    expect(findRecordProblems("0001-title.md", head + parts, "")).toEqual(["no line in the index"]);
  });
});
