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

it("files have no import cycle", () => {
  expect(findCycle(buildGraph(files, toFile))).toBeNull();
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

/** The modules of lib, in the order of the table in docs/architecture.md. */
const table = readFileSync("docs/architecture.md", "utf8").split("## Modules")[1]?.split("\n## ")[0] ?? "";
const ROOMS = table
  .split("\n")
  .flatMap((line) =>
    [...(line.split("|")[1] ?? "").matchAll(/`((?:lib|packages)\/[\w/-]+)`/g)].map(([, room = ""]) => room),
  );

it("each module of lib imports only modules listed after it in docs/architecture.md", () => {
  const rooms = buildGraph(files, (file) => (isGround(file) ? "ground" : getModule(file)));
  const upward = [...rooms].flatMap(([from, others]) =>
    [...others]
      .filter((to) => from.startsWith("lib/") && to !== "ground" && ROOMS.indexOf(to) <= ROOMS.indexOf(from))
      .map((to) => `${from} imports ${to}`),
  );
  expect(upward).toEqual([]);
});

it("docs/architecture.md lists every module of lib and packages", () => {
  const rooms = new Set(
    files.map(({ file }) => getModule(file)).filter((room) => /^(lib|packages)\//.test(room)),
  );
  expect([...new Set(ROOMS)].sort()).toEqual([...rooms].sort());
});
