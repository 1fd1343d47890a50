// Bugs in extracts and in the map built from them.

/** @type {import("./mutants.mjs").Mutant[]} */
export const MAP_MUTANTS = [
  {
    bug: "rings that touch are joined by whichever way comes first",
    edits: [
      ["lib/city/extract/rings.ts", "candidates[angles.indexOf(Math.min(...angles))]", "candidates[0]"],
    ],
    project: "unit",
    tests: "lib/city/extract/rings",
  },
  {
    bug: "an island in a lake on an island is a hole",
    edits: [["lib/city/extract/rings.ts", "inner.depth % 2 === 1", "inner.depth > 0"]],
    project: "unit",
    tests: "lib/city/extract/rings",
  },
  {
    bug: "a file without its last blocks is a smaller city",
    edits: [["lib/city/extract/check-whole.ts", "  if (isCut)", "  if (isCut && ways === 0)"]],
    project: "unit",
    tests: "lib/city/extract/read-extract",
  },
  {
    bug: "nodes are looked for as if they were sorted",
    edits: [["lib/city/extract/node-places.ts", "if (!isSorted) sort();", ""]],
    project: "unit",
    tests: "lib/city/extract/read-extract",
  },
  {
    bug: "equal tiles are one entry although another stands between them",
    edits: [["lib/city/map/tile-archive.ts", " && before.tileId + before.runLength === tileId", ""]],
    project: "unit",
    tests: "lib/city/map/tile-archive",
  },
  {
    bug: "roads end at the box of the extract",
    edits: [["lib/city/map/build-map.ts", "bbox !== null", "true"]],
    project: "unit",
    tests: "lib/city/map/build-map",
  },
  {
    bug: "previews of links are drawn without a bound",
    edits: [["lib/map/find-preview.ts", "drawInTurn(address,", "drawInTurn(crypto.randomUUID(),"]],
    project: "unit",
    tests: "lib/map/serve-map",
  },
  {
    bug: "pins may lie under the map's own buttons",
    edits: [["components/map/fit.ts", "(cover.right ?? 0) + BUTTONS_PX", "cover.right ?? 0"]],
    project: "unit",
    tests: "components/map/fit",
  },
  {
    bug: "a map that missed its streets stays without them after an outage",
    edits: [["components/map/live-map.tsx", "if (!isConnected || !isIncomplete.current) return;", "return;"]],
    project: "components",
    tests: "components/map/live-map",
  },
];
