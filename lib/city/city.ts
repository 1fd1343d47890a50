import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** What a city is called in the file that names the one being served. */
const CURRENT_FILE = "current.json";
/** Asked for at most this often whether another city has been switched to. */
const LOOK_EVERY_MS = 1_000;

const degrees = z.number();

const citySchema = z.object({
  /** Hash of the extract and of the builder; names the city's folder and its tiles' addresses. */
  version: z.string().regex(/^[0-9a-f]{12}$/),
  name: z.string(),
  /** Degrees. */
  bounds: z.object({ west: degrees, south: degrees, east: degrees, north: degrees }),
  /** When OpenStreetMap's data was as it is here; null where the extract does not say. */
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
  /** Whether it is the one that comes with the service, which a newer one may take the place of. */
  isBundled: z.boolean().optional(),
});

/** A city made from one extract of OpenStreetMap: its map, its roads and its addresses. */
export type City = z.infer<typeof citySchema>;

/** A city and where its files are. */
export interface CityOnDisk extends City {
  /** `map.pmtiles`, and `roads/` with the engine's tiles, stand in it. */
  readonly folder: string;
}

/** The folder of all cities, below DATA_DIR. */
export const citiesFolder = (dataDir: string): string => join(dataDir, "city");

/** The folder of one city. */
export const cityFolder = (dataDir: string, version: string): string => join(citiesFolder(dataDir), version);

/** The file that names the city being served; it is replaced by a rename, so it is always whole. */
export const currentFile = (dataDir: string): string => join(citiesFolder(dataDir), CURRENT_FILE);

/** The map's tiles. */
export const mapFile = (city: Pick<CityOnDisk, "folder">): string => join(city.folder, "map.pmtiles");

/** The folder of the road engine's tiles. */
export const roadsFolder = (folder: string): string => join(folder, "roads");

/** The record beside a city's files, the same as the one that names it once it is served. */
export const recordFile = (folder: string): string => join(folder, "city.json");

/** What a record says of a city; null where there is no record, or it cannot be read. */
export function readRecord(file: string): City | null {
  try {
    return citySchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

/** The city that is served now; null where none has been built, or its record cannot be read. */
export function readCity(dataDir: string): CityOnDisk | null {
  const city = readRecord(currentFile(dataDir));
  return city === null ? null : { ...city, folder: cityFolder(dataDir, city.version) };
}

/** Follows the city that is served, through switches, without reading its record each time. */
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
