import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { VectorTile } from "@mapbox/vector-tile";
import { createOSMStream } from "osm-pbf-parser-node";
import { afterAll, describe, expect, it } from "vitest";
import type { Position } from "@/packages/city/extract/feature";
import { isWithinRing } from "@/packages/city/extract/rings";
import { buildMap } from "@/packages/city/map/build-map";
import { amount } from "@/testing/amount";
import { extractBlocks, type WrittenExtract } from "@/testing/extract-file";
import { openMapFile } from "@/testing/map-file";

const CHISINAU = "cities/chisinau.osm.pbf";
const extracts = [CHISINAU, ...extractsIn(process.env.CITY_EXTRACTS)];

const folder = mkdtempSync(join(tmpdir(), "map-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "map.pmtiles");

function extractsIn(path: string | undefined): string[] {
  if (path === undefined) return [];
  const names = readdirSync(path).filter((name) => name.endsWith(".osm.pbf") && name !== basename(CHISINAU));
  return names.map((name) => join(path, name));
}

const build = (extract: string) => buildMap({ extract, bbox: null, file, onLine: () => {} });

const buildFile = (extract: string): string => join(folder, `${basename(extract)}.pmtiles`);
const built = new Map<string, ReturnType<typeof buildMap>>();

function buildOnce(extract: string): ReturnType<typeof buildMap> {
  const map =
    built.get(extract) ?? buildMap({ extract, bbox: null, file: buildFile(extract), onLine: () => {} });
  built.set(extract, map);
  return map;
}

/** Building and comparing a city takes seconds; on a busy machine it may take minutes. */
const CITY_TIMEOUT_MS = 300_000;

/** A tile of 256 pixels is 4096 units wide. */
const PIXEL = 16;

/** Converts a position to tile coordinates at zoom 14. */
function toPlace([longitude, latitude]: Position): { x: number; y: number } {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return {
    x: (longitude / 360 + 0.5) * 2 ** 14,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** 14,
  };
}

function getTile(position: Position): [x: number, y: number] {
  const { x, y } = toPlace(position);
  return [Math.floor(x), Math.floor(y)];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the distance from a point to a line, in the line's units. */
function distanceTo(point: Point, line: readonly Point[]): number {
  let nearest = Infinity;
  for (let index = 1; index < line.length; index++) {
    const from = line[index - 1] ?? point;
    const to = line[index] ?? point;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length;
    const share = Math.min(1, Math.max(0, along));
    nearest = Math.min(nearest, Math.hypot(point.x - from.x - dx * share, point.y - from.y - dy * share));
  }
  return nearest;
}

interface OtherElement {
  readonly type?: "node" | "way" | "relation";
  readonly id: number;
  readonly lon: number;
  readonly lat: number;
  readonly refs: readonly number[];
  readonly tags?: Readonly<Record<string, string>>;
}

/** Ways that are planned, gone, or where people wait. */
const NO_ROAD = /^(proposed|construction|abandoned|razed|platform|bus_stop|elevator|rest_area|services|no)$/;

/** Reads the roads of an extract with another reader, each as the runs of its nodes that are in the extract. */
async function readRoads(extract: string): Promise<Position[][]> {
  const nodes = new Map<number, Position>();
  const roads: Position[][] = [];
  for await (const element of createOSMStream(extract) as AsyncIterable<OtherElement>) {
    if (element.type === "node") nodes.set(element.id, [element.lon, element.lat]);
    if (element.type !== "way") continue;
    const highway = element.tags?.highway;
    if (highway === undefined || NO_ROAD.test(highway)) continue;
    let run: Position[] = [];
    for (const id of [...element.refs, 0]) {
      const position = nodes.get(id);
      if (position !== undefined) run.push(position);
      else {
        if (run.length > 1) roads.push(run);
        run = [];
      }
    }
  }
  return roads;
}

/** Returns the lines or rings of a layer, in tile units. */
function pathsIn(tile: VectorTile | null, layer: string): Point[][] {
  const found = tile?.layers[layer];
  if (found === undefined) return [];
  return Array.from({ length: found.length }, (_, index) => found.feature(index).loadGeometry()).flat();
}

const getInsideAny = ({ x, y }: Point, rings: readonly (readonly Point[])[]): boolean =>
  rings.filter((ring) =>
    isWithinRing(
      [x, y],
      ring.map((corner): Position => [corner.x, corner.y]),
    ),
  ).length %
    2 ===
  1;

describe.each(extracts)("the map of %s", { timeout: CITY_TIMEOUT_MS }, (extract) => {
  it("contains every road in the right tile of zoom 14, within a pixel", async () => {
    const { roads: count } = await buildOnce(extract);
    const roads = await readRoads(extract);
    expect(count).toBe(roads.length);
    const { tileAt, close } = await openMapFile(buildFile(extract));
    const points = new Map<string, { x: number; y: number; points: Point[] }>();
    for (const road of roads) {
      const corners = road.map(toPlace);
      const middles = corners.slice(1).map((to, index) => {
        const from = corners[index] ?? to;
        return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      });
      for (const { x, y } of [...corners, ...middles]) {
        const [tileX, tileY] = [Math.floor(x), Math.floor(y)];
        const tile = points.get(`${tileX} ${tileY}`) ?? { x: tileX, y: tileY, points: [] };
        tile.points.push({ x: (x - tileX) * 4096, y: (y - tileY) * 4096 });
        points.set(`${tileX} ${tileY}`, tile);
      }
    }
    const checked = [...points.values()].filter((_, index) => index % amount(8, 1) === 0);
    for (const { x, y, points: wanted } of checked) {
      const lines = pathsIn(await tileAt(14, x, y), "road");
      const cells = byCell(lines);
      const far = wanted.filter(
        (point) => !(cells.get(toCell(point)) ?? []).some((line) => distanceTo(point, line) <= PIXEL),
      );
      expect(far, `14/${x}/${y}`).toEqual([]);
    }
    await close();
  });
});

const CELL = 256;
const toCell = ({ x, y }: Point): number => Math.floor(x / CELL) * 1000 + Math.floor(y / CELL);

/** Indexes each segment of the lines by the tile cells that it comes near. */
function byCell(lines: readonly (readonly Point[])[]): Map<number, Point[][]> {
  const cells = new Map<number, Point[][]>();
  const bounds = (values: number[]): [number, number] => [
    Math.floor((Math.min(...values) - PIXEL) / CELL),
    Math.floor((Math.max(...values) + PIXEL) / CELL),
  ];
  for (const line of lines) {
    for (const [index, to] of line.entries()) {
      const segment = [line[index - 1] ?? to, to];
      const [west, east] = bounds(segment.map(({ x }) => x));
      const [north, south] = bounds(segment.map(({ y }) => y));
      for (let x = west; x <= east; x++) {
        for (let y = north; y <= south; y++) {
          const cell = x * 1000 + y;
          const near = cells.get(cell);
          if (near === undefined) cells.set(cell, [segment]);
          else near.push(segment);
        }
      }
    }
  }
  return cells;
}

describe("a city map", { timeout: CITY_TIMEOUT_MS }, () => {
  it("stays within its size limits for a city's file and for a window of nine tiles", async () => {
    const { bytes, tiles } = await buildOnce(CHISINAU);
    expect(bytes).toBeLessThan(3_000_000);
    expect(tiles).toBeGreaterThan(200);
    const { archive, close } = await openMapFile(buildFile(CHISINAU));
    const { x, y } = toPlace([28.85, 47.02]);
    for (const zoom of [10, 11, 12, 13, 14]) {
      let view = 0;
      for (const dx of [-1, 0, 1]) {
        for (const dy of [-1, 0, 1]) {
          const scale = 2 ** (zoom - 14);
          const tile = await archive.getZxy(zoom, Math.floor(x * scale) + dx, Math.floor(y * scale) + dy);
          if (tile !== undefined) view += gzipSync(new Uint8Array(tile.data)).length;
        }
      }
      expect(view, `zoom ${zoom}`).toBeLessThan(270_000);
    }
    await close();
  });

  /** A lake with an island that has a pond, its shores as four open ways; a street, a house and a town. */
  const LAKE: WrittenExtract = (() => {
    const square = (first: number, reach: number) =>
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ].map(([x = 0, y = 0], index) => ({
        id: first + index,
        position: [20 + x * reach, 40 + y * reach] as Position,
      }));
    return {
      nodes: [
        ...square(1, 0.009),
        ...square(5, 0.006),
        ...square(9, 0.003),
        ...square(13, 0.001),
        { id: 20, position: [20.02, 40], tags: { place: "town", name: "Озёрск" } },
      ],
      ways: [
        { id: 1, nodeIds: [1, 2, 3] },
        { id: 2, nodeIds: [1, 4, 3] },
        { id: 3, nodeIds: [7, 6, 5] },
        { id: 4, nodeIds: [7, 8, 5] },
        { id: 5, nodeIds: [9, 10, 11, 12, 9], tags: { natural: "water" } },
        { id: 6, nodeIds: [1, 20], tags: { highway: "primary", name: "Набережная улица", oneway: "-1" } },
        { id: 7, nodeIds: [13, 14, 15, 16, 13], tags: { building: "yes", "addr:housenumber": "7А" } },
      ],
      relations: [
        {
          id: 1,
          members: [4, 1, 3, 2].map((id) => ({ type: "way", id, role: "" })),
          tags: { type: "multipolygon", natural: "water", water: "lake" },
        },
      ],
    };
  })();
  const lake = join(folder, "lake.osm.pbf");

  it("cuts islands out of water, and shows ponds on islands", async () => {
    writeFileSync(lake, Buffer.concat(extractBlocks(LAKE)));
    await build(lake);
    const { tileAt, close } = await openMapFile(file);
    for (const [longitude, isWater] of [
      [20, true],
      [20.0045, false],
      [20.0075, true],
      [20.015, false],
    ] as const) {
      for (const zoom of [11, 12, 13, 14]) {
        const place = toPlace([longitude, 40.0001]);
        const [x, y] = [place.x * 2 ** (zoom - 14), place.y * 2 ** (zoom - 14)];
        const rings = pathsIn(await tileAt(zoom, Math.floor(x), Math.floor(y)), "water");
        const point = { x: (x % 1) * 4096, y: (y % 1) * 4096 };
        expect(getInsideAny(point, rings), `${longitude} at zoom ${zoom}`).toBe(isWater);
      }
    }
    await close();
  });

  it("contains the kinds and names of things and the direction of one-way streets", async () => {
    writeFileSync(lake, Buffer.concat(extractBlocks(LAKE)));
    await build(lake);
    const { tileAt, close } = await openMapFile(file);
    const { x, y } = toPlace([20.0001, 40.0001]);
    const propertiesIn = async (zoom: number, layer: string): Promise<unknown[]> => {
      const scale = 2 ** (zoom - 14);
      const found = (await tileAt(zoom, Math.floor(x * scale), Math.floor(y * scale)))?.layers[layer];
      return Array.from({ length: found?.length ?? 0 }, (_, index) => found?.feature(index).properties);
    };
    // A name that is not shown yet is left out.
    expect(await propertiesIn(10, "road")).toEqual([{ class: "primary", oneway: 1 }]);
    expect(await propertiesIn(12, "road")).toEqual([
      {
        class: "primary",
        name: "Набережная улица",
        name_ru: "Набережная улица",
        name_en: "Naberezhnaya ulitsa",
        oneway: 1,
      },
    ]);
    expect(await propertiesIn(10, "place")).toEqual([
      { kind: "town", name: "Озёрск", name_ru: "Озёрск", name_en: "Ozyorsk", rank: 2 },
    ]);
    expect(await propertiesIn(14, "house")).toEqual([{ number: "7А" }]);
    expect(await propertiesIn(14, "building")).toEqual([{}]);
    expect(await propertiesIn(12, "building")).toEqual([]);
    const road = pathsIn(await tileAt(10, Math.floor(x / 16), Math.floor(y / 16)), "road")[0] ?? [];
    // It is drawn from the town in the east, since its way runs from there against the traffic.
    expect(road[0]?.x).toBeGreaterThan(road.at(-1)?.x ?? Infinity);
    await close();
  });

  it("contains roads that leave the extract, but none that leave the requested box", async () => {
    const bounds = { west: 19.99, south: 39.99, east: 20.005, north: 40.01 };
    writeFileSync(lake, Buffer.concat(extractBlocks(LAKE, { bounds })));
    const layersOutside = async (): Promise<string[] | null> => {
      const { tileAt, close } = await openMapFile(file);
      const tile = await tileAt(14, ...getTile([20.019, 40]));
      await close();
      return tile && Object.keys(tile.layers);
    };
    await build(lake);
    expect(await layersOutside()).toContain("road");
    await buildMap({ extract: lake, bbox: bounds, file, onLine: () => {} });
    expect(await layersOutside()).toBeNull();
  });

  it("ends at the edges of the requested box", async () => {
    const bbox = { west: 28.82, south: 47, east: 28.86, north: 47.03 };
    const { head } = await buildMap({ extract: CHISINAU, bbox, file, onLine: () => {} });
    expect(head.bounds).toEqual(bbox);
    const { archive, tileAt, close } = await openMapFile(file);
    expect(await tileAt(14, ...getTile([28.84, 47.015]))).not.toBeNull();
    expect(await tileAt(14, ...getTile([28.9, 47.015]))).toBeNull();
    expect(await archive.getHeader()).toMatchObject({ minLon: 28.82, maxLat: 47.03 });
    await close();
  });

  it("is not written when its source cannot be read", async () => {
    const cut = join(folder, "cut.osm.pbf");
    writeFileSync(cut, readFileSync(CHISINAU).subarray(0, 1_000_000));
    const nowhere = join(folder, "none.pmtiles");
    await expect(buildMap({ extract: cut, bbox: null, file: nowhere, onLine: () => {} })).rejects.toThrow(
      "not downloaded whole",
    );
    expect(existsSync(nowhere)).toBe(false);
  });
});
