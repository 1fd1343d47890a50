import { mkdirSync, rmSync, statSync } from "node:fs";
import { deleteAddresses } from "@/lib/city/addresses/delete-addresses";
import { loadAddresses } from "@/lib/city/addresses/load-addresses";
import { checkAddresses, checkFiles } from "@/lib/city/build/check-city";
import { CityError } from "@/lib/city/build/city-error";
import { cityVersion } from "@/lib/city/build/city-version";
import {
  buildingFolder,
  clearUnfinished,
  findBuilt,
  keepCity,
  switchCity,
} from "@/lib/city/build/switch-city";
import { type City, citiesFolder, mapFile, roadsFolder } from "@/lib/city/city";
import type { Bounds } from "@/lib/city/extract/feature";
import { buildMap } from "@/lib/city/map/build-map";
import { buildRoads } from "@/lib/city/roads/build-roads";
import type { Database } from "@/lib/db/client";

/** Which city is wanted. */
export interface WantedCity {
  /** Path of an `.osm.pbf`. */
  readonly extract: string;
  readonly name: string;
  /** Null for all that the extract has. */
  readonly bbox: Bounds | null;
  readonly isBundled: boolean;
}

/** Tells of a part of the work; `say` shows how far it is. */
export type Step = <T>(title: string, work: (say: (text: string) => void) => Promise<T>) => Promise<T>;

interface BuildContext {
  readonly db: Database;
  readonly dataDir: string;
  readonly step: Step;
  /** Ends the build; what it has made so far is deleted. */
  readonly signal: AbortSignal;
}

/**
 * Makes a city from an extract and has it served from then on, by every process that follows the folder. What was
 * built before is not built again. Until the switch everything stays as it was, and so it does for good when anything
 * fails. Only one build of a folder may run on a machine at once.
 *
 * @throws when the extract is none, has no city in it, or there is no room; `explainFailure` says it in one line
 */
export async function buildCity(context: BuildContext, wanted: WantedCity): Promise<City> {
  const { db, dataDir, step } = context;
  mkdirSync(citiesFolder(dataDir), { recursive: true });
  clearUnfinished(dataDir);
  const version = await step("Reading the file", () => cityVersion(wanted.extract, wanted.bbox));
  const built = findBuilt(dataDir, version) ?? (await buildFiles(context, wanted, version));
  // Loaded last, since that leaves the database as it was if anything else fails; and loaded again for a city that was
  // built before, whose addresses may be in another database.
  const { addresses } = await step("Addresses", (onLine) =>
    loadAddresses(db, { extract: wanted.extract, bbox: wanted.bbox, version, onLine }),
  );
  const city: City = {
    ...built,
    name: wanted.name,
    isBundled: wanted.isBundled,
    counts: { ...built.counts, addresses },
  };
  await step("Checking the addresses", () => checkAddresses(db, city));
  context.signal.throwIfAborted();
  const kept = await step("Switching over", async () => switchCity(dataDir, city));
  await deleteAddresses(db, { keep: kept });
  return city;
}

/** The city's files in their place, which nobody is told of yet. */
async function buildFiles(context: BuildContext, wanted: WantedCity, version: string): Promise<City> {
  const { dataDir, step, signal } = context;
  const { extract, bbox } = wanted;
  const folder = buildingFolder(dataDir);
  mkdirSync(folder);
  try {
    // First, since it reads the file to its end: whatever is wrong with it is said here.
    const map = await step("Map", (onLine) => buildMap({ extract, bbox, file: mapFile({ folder }), onLine }));
    if (map.roads + map.buildings === 0) throw new CityError(nothingIn(bbox));
    const roads = await step("Roads", (onLine) =>
      buildRoads({ extract, folder: roadsFolder(folder), onLine, signal }),
    );
    const { head } = map;
    const city: City = {
      version,
      name: wanted.name,
      bounds: head.bounds,
      dataFrom: head.dataFrom,
      builtAt: new Date().toISOString(),
      counts: {
        nodes: head.nodes,
        roads: map.roads,
        buildings: map.buildings,
        addresses: 0,
        tiles: map.tiles,
      },
      bytes: { extract: statSync(extract).size, map: map.bytes, roads: roads?.bytes ?? 0 },
    };
    await step("Checking map and roads", () => checkFiles({ ...city, folder }));
    signal.throwIfAborted();
    keepCity(dataDir, folder, city);
    return city;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function nothingIn(bbox: Bounds | null): string {
  const where = bbox === null ? "the file" : "--bbox";
  return `There are no streets and no buildings in ${where}.`;
}
