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
/** A build collects its files here until it is complete; only one build runs on a machine at a time. */
const BUILDING = `.building-${hostname()}-`;
/** A build of another machine that is older than this counts as abandoned. */
const FORGOTTEN_MS = 24 * 3_600_000;

export function findBuilt(dataDir: string, version: string): City | null {
  const folder = cityFolder(dataDir, version);
  const city = readRecord(recordFile(folder));
  return city !== null && isComplete({ ...city, folder }) ? city : null;
}

export function isComplete(city: CityOnDisk): boolean {
  const map = statSync(mapFile(city), { throwIfNoEntry: false });
  return map?.size === city.bytes.map && (city.bytes.roads === 0 || existsSync(roadsFolder(city.folder)));
}

export function buildingFolder(dataDir: string): string {
  return join(citiesFolder(dataDir), `${BUILDING}${process.pid}`);
}

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

/** Another machine may already have stored the same city. */
export function storeCity(dataDir: string, from: string, city: City): void {
  writeWhole(recordFile(from), city);
  const folder = cityFolder(dataDir, city.version);
  if (findBuilt(dataDir, city.version) !== null) return;
  rmSync(folder, { recursive: true, force: true });
  renameSync(from, folder);
}

/** Switches every process to a city and returns the kept versions: this one and the previous, which open pages use. */
export function switchCity(dataDir: string, city: City): string[] {
  const before = readCity(dataDir)?.version;
  writeWhole(currentFile(dataDir), city);
  const all = listBuiltCities(dataDir);
  // Switching to the current city again changes nothing else.
  const stored =
    before === city.version ? all : all.filter((name) => name === city.version || name === before);
  for (const version of all.filter((name) => !stored.includes(name))) {
    rmSync(cityFolder(dataDir, version), { recursive: true, force: true });
  }
  return stored;
}

export function listBuiltCities(dataDir: string): string[] {
  return readdirSync(citiesFolder(dataDir)).filter((name) => VERSION.test(name));
}

/** Writes a record atomically, even if the machine loses power. */
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

/** A rename is only as durable as its folder; Windows cannot sync a folder. */
function sync(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
