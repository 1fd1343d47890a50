import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { getSources, isTest, type Source } from "@/scripts/sources";

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const files = getSources("app", "bench", "components", "lib", "packages").filter(({ file }) => !isTest(file));

/** Returns the imports between nodes, types included. @param toNode the file itself, or its module */
function buildGraph(
  sources: readonly Pick<Source, "file" | "imports">[],
  toNode: (file: string) => string,
): Graph {
  const known = new Map(sources.map(({ file }) => [file.replace(/\.tsx?$/, ""), file]));
  const edges = new Map<string, Set<string>>();
  for (const { file, imports } of sources) {
    const from = toNode(file);
    const others = edges.get(from) ?? new Set();
    edges.set(from, others);
    for (const imported of imports) {
      const to = known.get(imported);
      if (to !== undefined && toNode(to) !== from) others.add(toNode(to));
    }
  }
  return edges;
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

const toFile = (file: string): string => file;

/** A route handler calls the API, whose router imports every route file, only once it is called itself. */
const LATE = { from: "app/v1/operation.ts", to: "app/v1/serve" };

it("files have no import cycle", () => {
  const early = files.map(({ file, imports }) => ({
    file,
    imports: file === LATE.from ? imports.filter((imported) => imported !== LATE.to) : imports,
  }));
  expect(findCycle(buildGraph(early, toFile))).toBeNull();
});

it("the one cycle is closed by an import that waits for a call", () => {
  const text = readFileSync(LATE.from, "utf8");
  expect(text).not.toContain(`from "@/${LATE.to}"`);
  expect(text).toContain(`await import("@/${LATE.to}")`);
});

it("finds a cycle of imports within one folder", () => {
  const planted = [
    { file: "lib/orders/order.ts", imports: ["lib/orders/stop"] },
    { file: "lib/orders/stop.ts", imports: ["lib/orders/price"] },
    { file: "lib/orders/price.ts", imports: ["lib/orders/order"] },
  ];
  const [first = "", ...others] = planted.map(({ file }) => file);
  expect(findCycle(buildGraph(planted, toFile))).toEqual([first, ...others, first]);
});

// Files at the top level of lib (clock, config, log…) are not rooms: everything may import them.
const isGround = (file: string): boolean => /^(lib\/[^/]+|[^/]+)$/.test(file);

/** app/v1 is one module, whose folders are paths. */
const getModule = (file: string): string => /^app\/v1(?=\/)/.exec(file)?.[0] ?? dirname(file);

/** Returns the modules of lib and packages, in the order of the table in docs/architecture.md. */
function readRooms(document: string): string[] {
  const table = document.split("## Modules")[1]?.split("\n## ")[0] ?? "";
  return table
    .split("\n")
    .flatMap((line) =>
      [...(line.split("|")[1] ?? "").matchAll(/`((?:lib|packages)\/[\w/-]+)`/g)].map(([, room = ""]) => room),
    );
}

/** Returns the imports of a module of lib that is not listed after the importing one, or not at all. */
function findUpwardImports(
  sources: readonly Pick<Source, "file" | "imports">[],
  rooms: readonly string[],
): string[] {
  const graph = buildGraph(sources, (file) => (isGround(file) ? "ground" : getModule(file)));
  return [...graph].flatMap(([from, others]) =>
    [...others]
      .filter((to) => from.startsWith("lib/") && to !== "ground" && rooms.indexOf(to) <= rooms.indexOf(from))
      .map((to) => `${from} imports ${to}`),
  );
}

/** Returns the modules without a row in the table, and the rows without a module. */
function findListingErrors(paths: readonly string[], rooms: readonly string[]): string[] {
  const modules = [...new Set(paths.map(getModule))].filter((room) => /^(lib|packages)\//.test(room));
  return [
    ...modules.filter((room) => !rooms.includes(room)).map((room) => `${room} is not listed`),
    ...rooms.filter((room) => !modules.includes(room)).map((room) => `${room} does not exist`),
    ...rooms.filter((room, place) => rooms.indexOf(room) !== place).map((room) => `${room} is listed twice`),
  ];
}

const ROOMS = readRooms(readFileSync("docs/architecture.md", "utf8"));

it("each module of lib imports only modules listed after it in docs/architecture.md", () => {
  expect(findUpwardImports(files, ROOMS)).toEqual([]);
});

it("finds an import of a module that is listed before, or not listed", () => {
  const rooms = ["lib/dispatch", "lib/orders", "lib/db"];
  const planted = [
    { file: "lib/dispatch/assign-order.ts", imports: ["lib/orders/order", "lib/clock"] },
    {
      file: "lib/orders/order.ts",
      imports: ["lib/db/sql", "lib/dispatch/assign-order", "app/v1/operations"],
    },
    { file: "lib/db/sql.ts", imports: ["lib/clock"] },
    { file: "lib/clock.ts", imports: ["lib/db/sql"] },
    { file: "app/v1/operations.ts", imports: ["lib/orders/order"] },
  ];
  expect(findUpwardImports(planted, rooms)).toEqual([
    "lib/orders imports lib/dispatch",
    "lib/orders imports app/v1",
  ]);
});

it("docs/architecture.md lists every module of lib and packages once", () => {
  const paths = files.map(({ file }) => file);
  expect(findListingErrors(paths, ROOMS)).toEqual([]);
});

it("finds a module that the table lacks, invents or repeats", () => {
  const document = [
    "# Architecture",
    "See `lib/before`.",
    "## Modules",
    "| modules | content |",
    "| --- | --- |",
    "| `app` | pages, not `lib/in-the-other-column` |",
    "| `lib/orders`, `packages/city/map` | orders |",
    "| `lib/gone`, `lib/orders` | nothing |",
    "",
    "## URLs",
    "| `lib/after` | |",
  ].join("\n");
  const rooms = readRooms(document);
  expect(rooms).toEqual(["lib/orders", "packages/city/map", "lib/gone", "lib/orders"]);
  const paths = [
    "lib/orders/order.ts",
    "packages/city/map/tile.ts",
    "lib/db/sql.ts",
    "lib/clock.ts",
    "app/x/page.tsx",
  ];
  expect(findListingErrors(paths, rooms)).toEqual([
    "lib/db is not listed",
    "lib/gone does not exist",
    "lib/orders is listed twice",
  ]);
});
