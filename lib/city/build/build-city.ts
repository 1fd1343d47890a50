import { mkdirSync, rmSync, statSync } from "node:fs";
import { loadAddresses } from "@/lib/city/addresses/load-addresses";
import { checkCity } from "@/lib/city/build/check-city";
import { findDiskFullError } from "@/lib/city/build/city-error";
import { cityVersion } from "@/lib/city/build/city-version";
import {
  buildingFolder,
  clearUnfinished,
  findBuilt,
  listBuiltCities,
  storeCity,
  switchCity,
} from "@/lib/city/build/switch-city";
import { type City, citiesFolder, mapFile, roadsFolder } from "@/lib/city/city";
import { deleteCities, hasCity } from "@/lib/city/geocoding/save-city";
import type { Database } from "@/lib/db/client";
import type { Bounds } from "@/packages/city/extract/feature";
import { buildMap } from "@/packages/city/map/build-map";
import { buildRoads } from "@/packages/city/roads/build-roads";

export interface CityRequest {
  readonly extract: string;
  readonly name: string;
  readonly bbox: Bounds | null;
}

export type Step = <T>(title: string, work: (say: (text: string) => void) => Promise<T>) => Promise<T>;

export interface BuildContext {
  readonly db: Database;
  readonly dataDir: string;
  readonly step: Step;
  readonly signal: AbortSignal;
}

/** Nothing changes if it fails. One build per folder and machine. @throws an error that `formatFailure` describes */
export async function buildCity(context: BuildContext, wanted: CityRequest): Promise<City> {
  const { db, dataDir, step } = context;
  mkdirSync(citiesFolder(dataDir), { recursive: true });
  clearUnfinished(dataDir);
  const version = await step("Reading the file", () => cityVersion(wanted.extract, wanted.bbox));
  const built = findBuilt(dataDir, version);
  // The built files may be new to this database, such as when the folder comes from another machine.
  if (built !== null && !(await hasCity(db, version))) await loadInto(context, wanted, version);
  const files = built ?? (await buildNew(context, wanted, version));
  const city: City = { ...files, name: wanted.name };
  context.signal.throwIfAborted();
  const stored = await step("Switching over", async () => switchCity(dataDir, city));
  await deleteCities(db, { allBut: stored });
  return city;
}

function loadInto({ db, step }: BuildContext, { extract, bbox }: CityRequest, version: string) {
  return step("Addresses", (onLine) => loadAddresses(db, { extract, bbox, version, onLine }));
}

async function buildNew(context: BuildContext, wanted: CityRequest, version: string): Promise<City> {
  const { db, dataDir, step, signal } = context;
  const { extract, bbox } = wanted;
  const folder = buildingFolder(dataDir);
  mkdirSync(folder);
  try {
    // First, since it reads the whole file: any problem with the file shows up here.
    const map = await step("Map", (onLine) => buildMap({ extract, bbox, file: mapFile({ folder }), onLine }));
    const roads = await step("Roads", (onLine) =>
      buildRoads({ extract, folder: roadsFolder(folder), onLine, signal }),
    );
    const { addresses } = await loadInto(context, wanted, version);
    const { bounds, dataFrom, nodes } = map.head;
    const city: City = {
      version,
      name: wanted.name,
      bounds,
      dataFrom,
      builtAt: new Date().toISOString(),
      counts: { nodes, roads: map.roads, buildings: map.buildings, addresses, tiles: map.tiles },
      bytes: { extract: statSync(extract).size, map: map.bytes, roads: roads?.bytes ?? 0 },
    };
    await step("Checking", () => checkCity(db, { ...city, folder }));
    storeCity(dataDir, folder, city);
    return city;
  } catch (error) {
    const full = findDiskFullError(error, dataDir);
    rmSync(folder, { recursive: true, force: true });
    // A failing database has nothing to clean up, or cannot.
    await deleteCities(db, { allBut: listBuiltCities(dataDir) }).catch(() => {});
    throw full ?? error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
