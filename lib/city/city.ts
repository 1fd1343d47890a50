import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const CURRENT_FILE = "current.json";
const LOOK_EVERY_MS = 1_000;

const degrees = z.number();

const citySchema = z.object({
  /** Hash of the extract and of the builder; names the city's folder and appears in its tile URLs. */
  version: z.string().regex(/^[0-9a-f]{12}$/),
  name: z.string(),
  bounds: z.object({ west: degrees, south: degrees, east: degrees, north: degrees }),
  /** Time of the OpenStreetMap data; null if the extract does not give it. */
  dataFrom: z.iso.datetime().nullable(),
  builtAt: z.iso.datetime(),
  counts: z.object({
    nodes: z.int(),
    roads: z.int(),
    buildings: z.int(),
    addresses: z.int(),
    tiles: z.int(),
  }),
  bytes: z.object({ extract: z.int(), map: z.int(), roads: z.int() }),
  /** Whether it is the bundled city, which a newer bundled one may replace. */
  isBundled: z.boolean().optional(),
});

export type City = z.infer<typeof citySchema>;

export interface CityOnDisk extends City {
  readonly folder: string;
}

export const citiesFolder = (dataDir: string): string => join(dataDir, "city");

export const cityFolder = (dataDir: string, version: string): string => join(citiesFolder(dataDir), version);

/** Returns the file that names the city being served; it is replaced by a rename, so it is always whole. */
export const currentFile = (dataDir: string): string => join(citiesFolder(dataDir), CURRENT_FILE);

export const mapFile = (city: Pick<CityOnDisk, "folder">): string => join(city.folder, "map.pmtiles");

export const roadsFolder = (folder: string): string => join(folder, "roads");

export const recordFile = (folder: string): string => join(folder, "city.json");

export function readRecord(file: string): City | null {
  try {
    return citySchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

export function readCity(dataDir: string): CityOnDisk | null {
  const city = readRecord(currentFile(dataDir));
  return city === null ? null : { ...city, folder: cityFolder(dataDir, city.version) };
}

export function followCity(
  dataDir: string,
  now: () => number = () => performance.now(),
): () => CityOnDisk | null {
  let city: CityOnDisk | null = null;
  let seen = "";
  let lookAgainAt = -Infinity;
  return () => {
    if (now() < lookAgainAt) return city;
    lookAgainAt = now() + LOOK_EVERY_MS;
    const stat = statSync(currentFile(dataDir), { throwIfNoEntry: false });
    const stamp = stat === undefined ? "" : `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
    if (stamp !== seen) {
      seen = stamp;
      city = readCity(dataDir);
    }
    return city;
  };
}
