import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { cityFolder, currentFile, mapFile } from "@/lib/city/city";
import type { Bounds } from "@/packages/city/extract/feature";
import { buildMap } from "@/packages/city/map/build-map";

/** The dense center of the bundled city, large enough for the widest pictures that show side streets. */
export const MIDDLE: Bounds = { west: 28.77, south: 46.98, east: 28.9, north: 47.07 };
/** A point on its main street. */
export const CENTER = { latitude: 47.0245, longitude: 28.8325 };

/** Builds the map of the bundled city's middle in a DATA_DIR, and switches to it. It has no roads and no addresses. */
export async function makeMapCity(dataDir: string, version: string): Promise<void> {
  const folder = cityFolder(dataDir, version);
  mkdirSync(folder, { recursive: true });
  await buildMap({
    extract: "cities/chisinau.osm.pbf",
    bbox: MIDDLE,
    file: mapFile({ folder }),
    onLine: () => {},
  });
  switchMapCity(dataDir, version);
}

/** Switches the served city to this version. */
export function switchMapCity(dataDir: string, version: string): void {
  mkdirSync(dirname(currentFile(dataDir)), { recursive: true });
  const record = {
    version,
    name: "Middle",
    bounds: MIDDLE,
    dataFrom: null,
    builtAt: "2026-01-01T00:00:00.000Z",
    counts: { nodes: 1, roads: 1, buildings: 1, addresses: 0, tiles: 1 },
    bytes: { extract: 1, map: 1, roads: 0 },
  };
  writeFileSync(currentFile(dataDir), JSON.stringify(record));
}
