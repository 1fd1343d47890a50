import { spawn } from "node:child_process";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { countryAround } from "@/packages/city/roads/country-around";
import { engineConfig } from "@/packages/city/roads/engine-config";
import { enginePrograms } from "@/packages/city/roads/engine-package";

export class RoadsError extends Error {
  override readonly name = "RoadsError";
}

export interface RoadsInput {
  readonly extract: string;
  /** Absolute; its content is replaced once the new tiles are complete. */
  readonly folder: string;
  readonly onLine: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** Null, after logging one line, without programs for this platform. @throws RoadsError without roads */
export async function buildRoads({
  extract,
  folder,
  onLine,
  signal,
}: RoadsInput): Promise<{ bytes: number } | null> {
  const programs = enginePrograms();
  if (programs === null) {
    onLine(`Roads: no engine for ${process.platform} ${process.arch}; distances will be estimated`);
    return null;
  }
  signal?.throwIfAborted();
  const work = `${folder}.${process.pid}.making`;
  const tiles = join(work, "tiles");
  const config = join(work, "engine.json");
  const file = resolve(extract);
  const run = (program: string, files: readonly string[]) =>
    runProgram(join(programs, program), ["-c", config, ...files], work, signal);
  try {
    await rm(work, { recursive: true, force: true });
    await mkdir(tiles, { recursive: true });
    await writeFile(config, engineConfig({ folder: tiles, admin: join(work, "admin.sqlite") }));
    onLine("Roads: reading countries");
    const country = await countryAround(extract);
    const around = join(work, "country.osm.pbf");
    if (country !== null) await writeFile(around, country);
    await run("valhalla_build_admins", [...(country === null ? [] : [around]), file]);
    onLine("Roads: making the engine's tiles");
    await run("valhalla_build_tiles", [file]);
    const bytes = await loadSize(tiles);
    if (bytes === 0) throw new RoadsError("There are no roads in the extract.");
    await rm(folder, { recursive: true, force: true });
    await rename(tiles, folder);
    return { bytes };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof RoadsError) throw error;
    throw new RoadsError(`Roads: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const LOG_TAIL = 4_000;

function runProgram(
  program: string,
  parameters: readonly string[],
  cwd: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = signal === undefined ? {} : { signal };
    const child = spawn(program, parameters, {
      cwd,
      stdio: ["ignore", "ignore", "pipe"],
      killSignal: "SIGKILL",
      ...options,
    });
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-LOG_TAIL);
    });
    let failure: Error | null = null;
    child.once("error", (error) => {
      failure = error;
      // A process that failed to start never emits "close".
      if (child.pid === undefined) reject(error);
    });
    child.once("close", (code, killedBy) => {
      if (code === 0 && failure === null) return resolve();
      const how = killedBy === null ? `code ${code}` : killedBy;
      reject(failure ?? new RoadsError(`The extract gave no roads (${how})${splitWords(output)}`));
    });
  });
}

function splitWords(said: string): string {
  const lines = said.split("\n").filter((line) => /ERROR|what\(\)/.test(line));
  const words = lines.at(-1)?.replace(/^.*(\[ERROR\]|what\(\):)\s*/, "");
  return words === undefined ? "." : `: ${words.trim()}`;
}

async function loadSize(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const tiles = names.filter((name) => name.endsWith(".gph"));
  const sizes = await Promise.all(tiles.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((total, size) => total + size, 0);
}
