import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { getSources, isTest, type Source } from "@/scripts/sources";

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const files = getSources("app", "bench", "components", "lib", "packages").filter(({ file }) => !isTest(file));

/** Returns the imports between files, types included. */
function buildGraph(sources: readonly Pick<Source, "file" | "imports">[]): Graph {
  const known = new Map(sources.map(({ file }) => [file.replace(/\.tsx?$/, ""), file]));
  return new Map(
    sources.map(({ file, imports }) => [
      file,
      new Set(imports.map((imported) => known.get(imported)).filter((to) => to !== undefined && to !== file)),
    ]),
  ) as Graph;
}

/** Returns a cycle in the graph; null when there is none. */
function findCycle(edges: Graph): string[] | null {
  const done = new Set<string>();
  const visit = (node: string, way: readonly string[]): string[] | null => {
    const from = way.indexOf(node);
    if (from !== -1) return [...way.slice(from), node];
    if (done.has(node)) return null;
    for (const next of edges.get(node) ?? []) {
      const found = visit(next, [...way, node]);
      if (found !== null) return found;
    }
    done.add(node);
    return null;
  };
  for (const node of edges.keys()) {
    const found = visit(node, []);
    if (found !== null) return found;
  }
  return null;
}

/** A route handler calls the API, whose router imports every route file, only once it is called itself. */
const LAZY = { from: "app/v1/operation.ts", to: "app/v1/serve" };

it("files have no import cycle", () => {
  const early = files.map(({ file, imports }) => ({
    file,
    imports: file === LAZY.from ? imports.filter((imported) => imported !== LAZY.to) : imports,
  }));
  expect(findCycle(buildGraph(early))).toBeNull();
});

it("the one cycle is closed by an import that waits for a call", () => {
  const text = readFileSync(LAZY.from, "utf8");
  expect(text).not.toContain(`from "@/${LAZY.to}"`);
  expect(text).toContain(`await import("@/${LAZY.to}")`);
});

it("finds a cycle of imports within one folder", () => {
  const planted = [
    { file: "lib/orders/order.ts", imports: ["lib/orders/stop"] },
    { file: "lib/orders/stop.ts", imports: ["lib/orders/price"] },
    { file: "lib/orders/price.ts", imports: ["lib/orders/order"] },
  ];
  const [first = "", ...others] = planted.map(({ file }) => file);
  expect(findCycle(buildGraph(planted))).toEqual([first, ...others, first]);
});

/** Returns the folders of lib by tier, highest tier first, as docs/architecture.md lists them. */
function readTiers(document: string): string[][] {
  const section = document.split("## Folders")[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => /^\| (?!tier|---)/.test(line));
  return rows.map((row) =>
    [...(row.split("|")[2] ?? "").matchAll(/`(lib\/[\w-]+)`/g)].map(([, folder = ""]) => folder),
  );
}

/** The first folder below lib; null for other files, and for files at the top of lib, which every file may import. */
const getFolder = (file: string): string | null => /^lib\/[^/]+(?=\/)/.exec(file)?.[0] ?? null;

/** Returns the imports of a folder of lib that go to a higher tier. */
function findUpwardImports(
  sources: readonly Pick<Source, "file" | "imports">[],
  tiers: readonly (readonly string[])[],
): string[] {
  const tierOf = (file: string) => tiers.findIndex((folders) => folders.includes(getFolder(file) ?? ""));
  return sources.flatMap(({ file, imports }) =>
    imports
      .filter((imported) => getFolder(file) !== null && getFolder(imported) !== null)
      .filter((imported) => tierOf(imported) < tierOf(file))
      .map((imported) => `${file} imports ${imported}`),
  );
}

/** Returns the folders without a place in the table, and the places without a folder. */
function findListingErrors(paths: readonly string[], tiers: readonly (readonly string[])[]): string[] {
  const folders = [...new Set(paths.map(getFolder).filter((folder) => folder !== null))];
  const listed = tiers.flat();
  return [
    ...folders.filter((folder) => !listed.includes(folder)).map((folder) => `${folder} is not listed`),
    ...listed.filter((folder) => !folders.includes(folder)).map((folder) => `${folder} does not exist`),
    ...listed
      .filter((folder, place) => listed.indexOf(folder) !== place)
      .map((folder) => `${folder} is listed twice`),
  ];
}

const TIERS = readTiers(readFileSync("docs/architecture.md", "utf8"));
const MAX_FOLDERS = 28;

it("folders of lib import no folder of a higher tier", () => {
  expect(TIERS).toHaveLength(3);
  expect(findUpwardImports(files, TIERS)).toEqual([]);
});

it("finds an import of a higher tier", () => {
  const tiers = [["lib/api"], ["lib/orders", "lib/dispatch"], ["lib/db"]];
  const planted = [
    { file: "lib/dispatch/assign-order.ts", imports: ["lib/orders/order", "lib/db/sql", "lib/clock"] },
    { file: "lib/orders/list/store.ts", imports: ["lib/dispatch/assign-order", "lib/api/build-router"] },
    { file: "lib/db/sql.ts", imports: ["lib/clock", "lib/orders/order"] },
    { file: "lib/clock.ts", imports: ["lib/db/sql"] },
    { file: "app/v1/operations.ts", imports: ["lib/orders/order"] },
  ];
  expect(findUpwardImports(planted, tiers)).toEqual([
    "lib/orders/list/store.ts imports lib/api/build-router",
    "lib/db/sql.ts imports lib/orders/order",
  ]);
});

it(`docs/architecture.md lists every folder of lib once, at most ${MAX_FOLDERS}`, () => {
  const paths = files.map(({ file }) => file);
  expect(findListingErrors(paths, TIERS)).toEqual([]);
  expect(TIERS.flat().length).toBeLessThanOrEqual(MAX_FOLDERS);
});

it("finds a folder that the table lacks, invents or repeats", () => {
  const document = [
    "# Architecture",
    "| before | `lib/before` |",
    "## Folders",
    "| tier | folders |",
    "| --- | --- |",
    "| serving | `lib/api` | `lib/in-the-other-column` |",
    "| domain | `lib/orders`, `lib/gone`, `lib/orders` |",
    "",
    "## URLs",
    "| after | `lib/after` |",
  ].join("\n");
  const tiers = readTiers(document);
  expect(tiers).toEqual([["lib/api"], ["lib/orders", "lib/gone", "lib/orders"]]);
  const paths = [
    "lib/api/build-router.ts",
    "lib/orders/list/store.ts",
    "lib/db/sql.ts",
    "lib/clock.ts",
    "app/x/page.tsx",
  ];
  expect(findListingErrors(paths, [["lib/api"], ["lib/orders", "lib/gone", "lib/orders"]])).toEqual([
    "lib/db is not listed",
    "lib/gone does not exist",
    "lib/orders is listed twice",
  ]);
});
