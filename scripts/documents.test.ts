import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const NUMBER = /([A-Z]+)-(\d+)(?:–(\d+))?/g;

/** Returns the numbers in a text; `ORD-1–3` stands for three. */
function numbersIn(text: string): string[] {
  return [...text.matchAll(NUMBER)].flatMap(([, subject, from, to = from]) => {
    const first = Number(from);
    return Array.from({ length: Number(to) - first + 1 }, (_, index) => `${subject}-${first + index}`);
  });
}

const CONTRACT = readFileSync("docs/api-contract.md", "utf8");

/** Returns the numbers of the contract's statements, in its order. */
function statements(): string[] {
  return [...CONTRACT.matchAll(/^(?:- \*\*|\| )([A-Z]+-\d+)(?:\*\*| \|)/gm)].map(([, number = ""]) => number);
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

/** Returns the numbers at the end of the tests' titles. */
function titled(): Set<string> {
  return new Set(
    filesIn(FOLDERS, /\.(test|spec)\.tsx?$/).flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/ \(((?:[A-Z]+-\d+(?:–\d+)?(?:, )?)+)\)["`],/g)].flatMap(
        ([, numbers = ""]) => numbersIn(numbers),
      ),
    ),
  );
}

describe("docs/api-contract.md", () => {
  it("numbers its statements uniquely", () => {
    const numbers = statements();
    expect(numbers.length).toBeGreaterThan(300);
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  it("defines every statement number in a test title", () => {
    const known = new Set(statements());
    expect([...titled()].filter((number) => !known.has(number))).toEqual([]);
  });

  it("has a test for every statement except those about clients", () => {
    const covered = titled();
    expect(statements().filter((number) => !covered.has(number))).toEqual(["VER-4"]);
  });
});

describe("a citation", () => {
  it("names an existing heading or statement of the contract", () => {
    const headings = [...CONTRACT.matchAll(/^##+ (.+?)(?: †)?$/gm)].map(([, text]) => text);
    const known = new Set(statements());
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

  it("names an existing file of a decision record", () => {
    const wrong = filesIn(FOLDERS, /\.(tsx?|mjs|prisma)$/).flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/docs\/decisions[\w./-]*\w/g)]
        .filter(([path]) => !existsSync(path))
        .map(([path]) => `${file}: ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  it("names an existing file in each link of a document", () => {
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

  it("has records with unique numbers", () => {
    expect(new Set(records.map((name) => name.slice(0, 4))).size).toBe(records.length);
  });

  it.for(records)("contains %s with every part and a line in the index", (name) => {
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
