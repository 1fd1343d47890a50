import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import {
  type City,
  type CityOnDisk,
  citiesFolder,
  cityFolder,
  currentFile,
  mapFile,
  readCity,
  readRecord,
  recordFile,
  roadsFolder,
} from "@/lib/city/city";

const VERSION = /^[0-9a-f]{12}$/;
/** Where a build puts its files until all of them are there; named by the machine, whose builds take turns. */
const BUILDING = `.building-${hostname()}-`;
/** What another machine has not finished for so long is nobody's any more. */
const FORGOTTEN_MS = 24 * 3_600_000;

/** A city that was built before, with all its files; null where it is to be built. */
export function findBuilt(dataDir: string, version: string): City | null {
  const folder = cityFolder(dataDir, version);
  const city = readRecord(recordFile(folder));
  return city !== null && isWhole({ ...city, folder }) ? city : null;
}

/** Whether a city's files are there, as long as they were built. */
export function isWhole(city: CityOnDisk): boolean {
  const map = statSync(mapFile(city), { throwIfNoEntry: false });
  return map?.size === city.bytes.map && (city.bytes.roads === 0 || existsSync(roadsFolder(city.folder)));
}

/** A new folder's name for a build. */
export function buildingFolder(dataDir: string): string {
  return join(citiesFolder(dataDir), `${BUILDING}${process.pid}`);
}

/** Deletes what killed builds have left. Only one build of this machine may run. */
export function clearUnfinished(dataDir: string): void {
  const folder = citiesFolder(dataDir);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    const isOurs = name.startsWith(BUILDING);
    if (isOurs || (name.startsWith(".building-") && age > FORGOTTEN_MS)) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/** Gives a built city its place among the cities, with its record. Another machine may have been faster. */
export function keepCity(dataDir: string, from: string, city: City): void {
  writeWhole(recordFile(from), city);
  const folder = cityFolder(dataDir, city.version);
  if (findBuilt(dataDir, city.version) !== null) return;
  rmSync(folder, { recursive: true, force: true });
  renameSync(from, folder);
}

/**
 * Has a city served from now on, by every process that follows the folder. The one before stays, whose tiles open
 * pages still ask for; older ones are deleted.
 *
 * @returns the versions that are kept
 */
export function switchCity(dataDir: string, city: City): string[] {
  const before = readCity(dataDir)?.version;
  writeWhole(currentFile(dataDir), city);
  const all = keptCities(dataDir);
  // A city that is switched to once more leaves everything else as it is.
  const kept = before === city.version ? all : all.filter((name) => name === city.version || name === before);
  for (const version of all.filter((name) => !kept.includes(name))) {
    rmSync(cityFolder(dataDir, version), { recursive: true, force: true });
  }
  return kept;
}

/** The versions of the cities that are there. */
export function keptCities(dataDir: string): string[] {
  return readdirSync(citiesFolder(dataDir)).filter((name) => VERSION.test(name));
}

/** Writes a record that is there whole or not at all, also when the machine loses its power. */
function writeWhole(file: string, city: City): void {
  const half = `${file}.${process.pid}`;
  try {
    writeFileSync(half, `${JSON.stringify(city, null, 2)}\n`, { flush: true });
    renameSync(half, file);
    sync(dirname(file));
  } finally {
    rmSync(half, { force: true });
  }
}

/** A renamed file is only as durable as its folder; Windows has no such thing as a folder to sync. */
function sync(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
