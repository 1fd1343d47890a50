import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { ExtractError } from "@/packages/city/extract/extract-error";
import type { Feature, Position } from "@/packages/city/extract/feature";
import { type ExtractHead, readExtract } from "@/packages/city/extract/read-extract";
import { amount } from "@/testing/amount";
import { type ExtractOptions, extractBlocks, type WrittenExtract } from "@/testing/extract-file";

const CHISINAU = "cities/chisinau.osm.pbf";
const folder = mkdtempSync(join(tmpdir(), "extract-"));
afterAll(() => rmSync(folder, { recursive: true }));

function buildFile(bytes: Uint8Array): string {
  const file = join(folder, "some.osm.pbf");
  writeFileSync(file, bytes);
  return file;
}

async function read(
  file: string,
  options: Parameters<typeof readExtract>[2] = {},
): Promise<{ head: ExtractHead; features: Feature[] }> {
  const features: Feature[] = [];
  const head = await readExtract(file, (feature) => features.push(feature), options);
  return { head, features };
}

const written = (extract: WrittenExtract, options: ExtractOptions = {}): string =>
  buildFile(Buffer.concat(extractBlocks(extract, options)));

/** Returns the error message for a file that cannot be read; fails if it can. */
async function complaint(file: string): Promise<string> {
  const error = await read(file).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ExtractError);
  return (error as ExtractError).message;
}

const at = (id: number): Position => [10 + id / 1000, 50 + (id % 7) / 1000];
const node = (id: number, tags?: Record<string, string>) => ({ id, position: at(id), ...(tags && { tags }) });
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const SMALL: WrittenExtract = {
  nodes: [node(1, { shop: "кофе" }), ...range(2, 9).map((id) => node(id))],
  ways: [
    { id: 11, nodeIds: [2, 3, 4], tags: { highway: "residential" } },
    { id: 12, nodeIds: [5, 6, 7], tags: {} },
    { id: 13, nodeIds: [7, 8, 5], tags: {} },
    { id: 14, nodeIds: [2, 3, 9, 2], tags: { building: "yes" } },
  ],
  relations: [
    {
      id: 21,
      members: [
        { type: "way", id: 13, role: "outer" },
        { type: "node", id: 12, role: "label" },
        { type: "way", id: 12, role: "outer" },
        { type: "way", id: 99, role: "inner" },
      ],
      tags: { type: "multipolygon", natural: "water" },
    },
    { id: 22, members: [{ type: "way", id: 11, role: "" }], tags: { type: "route" } },
  ],
};

describe("an OpenStreetMap extract", () => {
  it("returns each tagged element with its geometry, areas last", async () => {
    const { head, features } = await read(written(SMALL));
    expect(features).toEqual([
      { kind: "point", id: 1, tags: { shop: "кофе" }, position: at(1) },
      {
        kind: "line",
        id: 11,
        tags: { highway: "residential" },
        line: [2, 3, 4].map(at),
        nodeIds: [2, 3, 4],
        isClosed: false,
      },
      {
        kind: "line",
        id: 14,
        tags: { building: "yes" },
        line: [2, 3, 9, 2].map(at),
        nodeIds: [2, 3, 9, 2],
        isClosed: true,
      },
      {
        kind: "area",
        id: 21,
        tags: { type: "multipolygon", natural: "water" },
        polygons: [[[7, 8, 5, 6, 7].map(at)]],
      },
    ]);
    expect(head).toEqual({
      bounds: { west: 10.001, south: 50, east: 10.009, north: 50.006 },
      dataFrom: null,
      nodes: 9,
      ways: 4,
      relations: 2,
      openWays: 0,
      isSorted: true,
    });
  });

  it("gives the same result for any order of its nodes, block size and compression", async () => {
    const { head, features } = await read(written(SMALL));
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...SMALL.nodes], { minLength: SMALL.nodes.length }),
        fc.integer({ min: 1, max: 10 }),
        fc.boolean(),
        async (nodes, blockSize, isPacked) => {
          const shuffled = await read(written({ ...SMALL, nodes }, { blockSize, isPacked }));
          expect(shuffled.features).toEqual(features);
          expect(shuffled.head).toEqual({ ...head, isSorted: shuffled.head.isSorted });
        },
      ),
      { numRuns: 30 },
    );
  });

  it("splits a way with missing nodes into the runs of nodes that exist", async () => {
    const nodes = range(1, 9)
      .filter((id) => id !== 4)
      .map((id) => node(id));
    const ways = [
      { id: 11, nodeIds: range(1, 9), tags: { highway: "path" } },
      { id: 12, nodeIds: [1, 2, 4, 1], tags: { building: "yes" } },
    ];
    const { features } = await read(written({ nodes, ways }));
    const lines = features.map((feature) =>
      feature.kind === "line" ? [feature.nodeIds, feature.isClosed] : [],
    );
    expect(lines).toEqual([
      [[1, 2, 3], false],
      [[5, 6, 7, 8, 9], false],
      [[1, 2], false],
    ]);
  });

  it("omits everything outside the requested box", async () => {
    const bbox = { west: 10.0015, south: 49, east: 10.004, north: 51 };
    const { head, features } = await read(written(SMALL), { bbox });
    expect(features.map(({ id }) => id)).toEqual([11, 14]);
    expect(head.bounds).toEqual({ west: 10.0015, south: 50, east: 10.004, north: 50.006 });
    await expect(read(written(SMALL), { bbox: { west: 1, south: 1, east: 2, north: 2 } })).rejects.toThrow(
      "holds nothing within the box",
    );
  });

  it("states the date of its data from its header, or from its newest node", async () => {
    const replicated = await read(written(SMALL, { replicatedAt: 1_500_000_000, changedAt: 1_400_000_000 }));
    expect(replicated.head.dataFrom).toBe("2017-07-14T02:40:00.000Z");
    const changed = await read(written(SMALL, { changedAt: 1_400_000_000 }));
    expect(changed.head.dataFrom).toBe("2014-05-13T16:53:20.000Z");
  });

  it.each([
    ["negative ids", { nodes: [node(-2), node(-1)] }, {}, "negative ids"],
    ["the same nodes twice", { nodes: [node(1), node(2), node(1), node(2)] }, {}, "the same elements twice"],
    [
      "a header whose box lies elsewhere",
      { nodes: [node(1), node(2)] },
      { bounds: { west: 0, south: 0, east: 0, north: 0 } },
      "The box in the file’s header lies elsewhere than its data.",
    ],
    [
      "nodes on both sides of the 180th meridian",
      {
        nodes: [
          { id: 1, position: [-179.9, 50] as const },
          { id: 2, position: [179.9, 50] as const },
        ],
      },
      {},
      "180th meridian",
    ],
    [
      "a header whose box crosses the 180th meridian",
      { nodes: [node(1), node(2)] },
      { bounds: { west: 179, south: 40, east: -179, north: 60 } },
      "180th meridian",
    ],
  ])("is refused with the true reason for %s", async (_, { nodes }, options, reason) => {
    const ways = [{ id: 1, nodeIds: nodes.map(({ id }) => id), tags: { highway: "residential" } }];
    expect(await complaint(written({ nodes, ways }, options))).toContain(reason);
  });

  it("states whether its nodes are sorted", async () => {
    const nodes = [node(2), node(1)];
    const ways = [{ id: 1, nodeIds: [1, 2], tags: { highway: "residential" } }];
    expect((await read(written({ nodes, ways }))).head.isSorted).toBe(false);
    expect((await read(written({ nodes: nodes.toReversed(), ways }))).head.isSorted).toBe(true);
  });

  it("is read completely for a city, with its progress reported from 0 to 1", async () => {
    const notified: number[] = [];
    const { head, features } = await read(CHISINAU, { onProgress: (done) => notified.push(done) });
    expect(head).toMatchObject({
      bounds: { west: 28.7192464, south: 46.9022138, east: 28.9981231, north: 47.0977422 },
      dataFrom: "2018-01-05T15:04:03.000Z",
      nodes: 264_307,
      ways: 50_131,
      relations: 951,
    });
    const roads = features.filter(({ kind, tags }) => kind === "line" && tags.highway !== undefined);
    expect(roads).toHaveLength(14_715);
    expect(notified).toEqual(notified.toSorted((a, b) => a - b));
    expect(notified.at(-1)).toBe(1);
  });
});

describe("a file that is not a complete extract", () => {
  it.each([
    ["a picture", Buffer.from("ffd8ffe000104a46494600010101004800480000", "hex"), "is no extract"],
    [
      "a page that says the download is gone",
      Buffer.from("<!doctype html><title>404</title>"),
      "is no extract",
    ],
    ["nothing", Buffer.alloc(0), "is empty"],
    ["only a header", Buffer.concat(extractBlocks({ nodes: [], ways: [] })), "holds no data"],
    ["another kind of file", Buffer.concat(extractBlocks(SMALL).slice(1)), "is no extract"],
  ])("is refused when it is %s", async (_, bytes, words) => {
    expect(await complaint(buildFile(bytes))).toContain(words);
  });

  it.each([
    [{ required: ["HistoricalInformation"] }, "history"],
    [{ required: ["Sparkles"] }, "Sparkles"],
    [{ optional: ["LocationsOnWays"] }, "LocationsOnWays"],
  ])("is refused when its header states an unsupported feature: %j", async (options, words) => {
    expect(await complaint(written(SMALL, options))).toContain(words);
  });

  it("is refused when it is a folder or does not exist", async () => {
    expect(await complaint(folder)).toContain("is not a file");
    expect(await complaint(join(folder, "none"))).toContain("There is no file");
  });

  it("is refused when a byte in the middle of a block is changed", async () => {
    const bytes = readFileSync(CHISINAU);
    bytes[200_000] = (bytes[200_000] ?? 0) ^ 0xff;
    expect(await complaint(buildFile(bytes))).toContain("damaged");
  });

  it("is refused wherever it is cut off, before any element is passed on", async () => {
    const bytes = readFileSync(CHISINAU);
    const parts = amount(7, 21);
    const places = range(1, parts - 1).map((step) => Math.floor((bytes.length * step) / parts));
    for (const length of [1, 4, 20, ...places, bytes.length - 1]) {
      const file = buildFile(bytes.subarray(0, length));
      await expect(
        readExtract(file, () => expect.unreachable("something was handed over")),
        `${length} bytes`,
      ).rejects.toThrow(/ends in the middle|is missing/);
    }
  });

  it("is refused when it is cut off between two blocks", async () => {
    const count = 2_000;
    const nodes = range(1, count * 5).map((id) => node(id));
    const ways = range(0, count - 1).map((index) => ({
      id: index + 1,
      nodeIds: range(index * 5 + 1, index * 5 + 5),
      tags: index % 10 === 0 ? {} : index % 2 === 0 ? { building: "yes" } : { highway: "residential" },
    }));
    const members = ways.filter(({ tags }) => Object.keys(tags).length === 0).map(({ id }) => id);
    const relations = members.map((id) => ({
      id,
      members: [{ type: "way" as const, id, role: "outer" }],
      tags: { type: "multipolygon" },
    }));
    const blocks = extractBlocks({ nodes, ways, relations }, { blockSize: 200 });
    const whole = await read(buildFile(Buffer.concat(blocks)));
    expect(whole.head.ways).toBe(count);
    for (let stored = 1; stored < blocks.length; stored++)
      expect(await complaint(buildFile(Buffer.concat(blocks.slice(0, stored)))), `${stored} blocks`).toMatch(
        /missing|no data/,
      );
  });

  it.each([
    ["houses", { highway: "residential" }, /no houses.*building/],
    ["streets", { building: "yes" }, /no streets.*highway/],
  ])("is refused for its lack of %s when all of them were removed from it", async (_, tags, reason) => {
    const nodes = range(1, 200).map((id) => node(id));
    const ways = range(0, 19).map((index) => ({
      id: index + 1,
      nodeIds: range(index * 5 + 1, index * 5 + 5),
      tags,
    }));
    expect(await complaint(buildFile(Buffer.concat(extractBlocks({ nodes, ways }))))).toMatch(reason);
  });
});
