import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type City, cityFolder, currentFile, roadsFolder } from "@/lib/city/city";
import { packageRoot } from "@/lib/package-root";
import { buildRoads } from "@/packages/city/roads/build-roads";
import { startRoadEngine } from "@/packages/city/roads/road-engine-process.mjs";

/** The bundled extract. */
export const EXTRACT = join(packageRoot(), "cities/chisinau.osm.pbf");
/** The part with dense streets, in degrees. */
export const STREETS = { west: 28.79, south: 46.98, east: 28.9, north: 47.06 };

/** The bundled city's roads and the engine that serves them, in its own process and folders. */
export interface Roads {
  readonly url: string;
  readonly dataDir: string;
  /** The engine's process id; undefined between restarts. */
  pid(): number | undefined;
  /** The engine's log lines. */
  readonly lines: readonly string[];
  /** Serves the same roads as another version of the city, or none. */
  serve(version: string | null): Promise<void>;
  close(): Promise<void>;
}

export const VERSION = "000000000001";

export async function startRoads(): Promise<Roads> {
  const dataDir = await mkdtemp(join(tmpdir(), "dropline-roads-"));
  const folder = cityFolder(dataDir, VERSION);
  await mkdir(folder, { recursive: true });
  await buildRoads({ extract: EXTRACT, folder: roadsFolder(folder), onLine: () => {} });
  const serve = async (version: string | null) => {
    if (version === null) return rm(currentFile(dataDir));
    if (version !== VERSION) await symlink(folder, cityFolder(dataDir, version));
    await writeFile(`${currentFile(dataDir)}.new`, JSON.stringify(getCity(version)));
    await rename(`${currentFile(dataDir)}.new`, currentFile(dataDir));
  };
  await serve(VERSION);
  const lines: string[] = [];
  const engine = await startRoadEngine({ dataDir, say: (line: string) => lines.push(line) });
  if (engine === null) throw new Error("The road engine does not start.");
  const { url, pid } = engine;
  const close = async () => {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url, dataDir, pid, lines, serve, close };
}

function getCity(version: string): City {
  return {
    version,
    name: "Chișinău",
    bounds: STREETS,
    dataFrom: null,
    builtAt: "2026-11-22T00:00:00.000Z",
    counts: { nodes: 1, roads: 1, buildings: 1, addresses: 1, tiles: 1 },
    bytes: { extract: 1, map: 1, roads: 1 },
  };
}
