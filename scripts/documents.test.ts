import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const NO_TEST = "not held by a test";
const NUMBER = /([A-Z]+)-(\d+)(?:–(\d+))?/g;

/** Returns the numbers in a text; `ORD-1–3` stands for three. */
function numbersIn(text: string): string[] {
  return [...text.matchAll(NUMBER)].flatMap(([, subject, from, to = from]) => {
    const first = Number(from);
    return Array.from({ length: Number(to) - first + 1 }, (_, index) => `${subject}-${first + index}`);
  });
}

/** Returns the statements of the contract, each with the files its row names. */
function statements(): Map<string, string[]> {
  const rows = readFileSync("docs/spec.md", "utf8").matchAll(/^\| ([A-Z]+-\d+) \|.*\| ([^|]+) \|$/gm);
  const found = [...rows].map(([, number = "", held = ""]): [string, string[]] => [
    number,
    held === NO_TEST ? [] : [...held.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
  ]);
  expect(found.map(([number]) => number)).toEqual([...new Set(found.map(([number]) => number))]);
  return new Map(found);
}

/** Returns the files in these folders whose names end this way. */
function filesIn(folders: readonly string[], ending: RegExp): string[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
    )
    .filter((file) => ending.test(file) && !file.startsWith("lib/db/generated"));
}

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

/** Returns, for each number, the files with test titles that end with it. */
function titled(): Map<string, string[]> {
  const files = new Map<string, Set<string>>();
  for (const file of filesIn(FOLDERS, /\.(test|spec)\.tsx?$/)) {
    const titles = readFileSync(file, "utf8").matchAll(/ \(((?:[A-Z]+-\d+(?:–\d+)?(?:, )?)+)\)["`],/g);
    for (const [, numbers = ""] of titles) {
      for (const number of numbersIn(numbers)) files.set(number, (files.get(number) ?? new Set()).add(file));
    }
  }
  return new Map([...files].map(([number, holders]) => [number, [...holders].sort()]));
}

describe("docs/spec.md", () => {
  it("names for each statement the files whose tests carry its number, and no others", () => {
    const held = titled();
    const said = Object.fromEntries(statements());
    const found = Object.fromEntries(Object.keys(said).map((number) => [number, held.get(number) ?? []]));
    expect(said).toEqual(found);
  });

  it("has every number that a test's title carries", () => {
    const known = statements();
    expect([...titled().keys()].filter((number) => !known.has(number))).toEqual([]);
  });

  it("leaves no more than a few statements without a test", () => {
    const open = [...statements()].filter(([, files]) => files.length === 0).map(([number]) => number);
    expect(open).toEqual(["VER-4"]);
  });
});

describe("what is cited", () => {
  it("in a comment as (spec, …) is a heading or statements of docs/spec.md", () => {
    const headings = [...readFileSync("docs/spec.md", "utf8").matchAll(/^##+ (.+)$/gm)].map(
      ([, text]) => text,
    );
    const known = statements();
    const wrong = filesIn(FOLDERS, /\.(tsx?|mjs|prisma)$/).flatMap((file) => {
      const text = readFileSync(file, "utf8").replace(/\n\s*\* /g, " ");
      return [...text.matchAll(/\((spec|design|reliability|ux)[, ]([^)…]+)\)/g)]
        .map(([whole, document, cited = ""]) => ({ whole, document, cited: cited.trim() }))
        .filter(({ document, cited }) => {
          const numbers = cited.split(", ");
          const isFound = headings.includes(cited) || numbers.every((number) => known.has(number));
          return document !== "spec" || !isFound;
        })
        .map(({ whole }) => `${file}: ${whole}`);
    });
    expect(wrong).toEqual([]);
  });

  it("in a comment as a decision record is a file", () => {
    const wrong = filesIn(FOLDERS, /\.(tsx?|mjs|prisma)$/).flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/docs\/decisions[\w./-]*\w/g)]
        .filter(([path]) => !existsSync(path))
        .map(([path]) => `${file}: ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  it("in a document by a link is a file", () => {
    const documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...filesIn(["docs"], /\.md$/)];
    const missing = documents.flatMap((document) =>
      [...readFileSync(document, "utf8").matchAll(/\]\(([^):#]+)\)|<img src="([^"]+)"/g)]
        .map(([, link, image]) => link ?? image ?? "")
        .filter((path) => !existsSync(join(dirname(document), path)))
        .map((path) => `${document}: ${path}`),
    );
    expect(missing).toEqual([]);
  });
});

describe("docs/decisions", () => {
  const index = readFileSync("docs/decisions/README.md", "utf8");
  const records = readdirSync("docs/decisions").filter((name) => name !== "README.md");

  it("has at most 40 records with unique numbers", () => {
    expect(records.length).toBeLessThanOrEqual(40);
    expect(new Set(records.map((name) => name.slice(0, 4))).size).toBe(records.length);
  });

  it.for(records)("%s has every part and a line in the index", (name) => {
    const record = readFileSync(join("docs/decisions", name), "utf8");
    const title = /^# (\d{4}: .+)$/m.exec(record)?.[1] ?? "";
    expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
    expect(title.slice(0, 4)).toBe(name.slice(0, 4));
    expect(record).toMatch(/^- Status: accepted\n- Date: \d{4}-\d{2}-\d{2}$/m);
    expect([...record.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      "Context",
      "Decision",
      "Alternatives",
      "Consequences",
    ]);
    expect(index).toContain(`- [${title.slice(0, 4)}](${name})${title.slice(4)}\n`);
  });
});
