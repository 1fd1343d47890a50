import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { cityName, isWebAddress } from "@/lib/city/build/city-name";
import type { Bounds } from "@/packages/city/extract/feature";

export const USAGE = `Usage: npm run city -- FILE|URL [--name NAME] [--bbox W,S,E,N]
       npm run city -- --show

Reads an extract of OpenStreetMap (.osm.pbf), builds its map, roads and addresses, and
switches over to it; the city of now is served until the new one is ready.

  --name NAME       what the city is called; otherwise the file's name says it
  --bbox W,S,E,N    only this part of the file: longitudes and latitudes in degrees
  --show            what is served now

Where extracts come from, how long it takes and what it needs: docs/city-data.md`;

export type CityCall = { readonly kind: "help" } | { readonly kind: "show" } | BuildCall;

export interface BuildCall {
  readonly kind: "build";
  /** An absolute path, or an HTTP URL. */
  readonly source: string;
  readonly name: string;
  readonly bbox: Bounds | null;
}

const OPTIONS = {
  name: { type: "string" },
  bbox: { type: "string" },
  show: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** Paths are relative to `folder`. @throws Error with one line that names everything that is wrong */
export function parseCityCall(words: readonly string[], folder: string): CityCall {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
  });
  if (values.help === true || words.length === 0) return { kind: "help" };
  const unknown = Object.keys(values).filter((option) => !(option in OPTIONS));
  const [source, ...surplus] = positionals;
  const bbox = typeof values.bbox === "string" ? readBounds(values.bbox) : null;
  const problems = [
    ...unknown.map((option) => `there is no ${option.length === 1 ? "-" : "--"}${option}`),
    ...surplus.map((word) => `"${word}" is one file too many`),
    ...problemsOfSource(source, values.show === true, folder),
    ...(isGivenEmpty(values.name) ? ["--name needs a name"] : []),
    ...("bbox" in values && typeof bbox !== "object" ? [bbox] : []),
    ...("bbox" in values && typeof values.bbox !== "string" ? ["--bbox needs W,S,E,N"] : []),
  ];
  if (problems.length > 0) throw new Error(`${problems.join("; ")}. See npm run city -- --help`);
  if (values.show === true || source === undefined) return { kind: "show" };
  return {
    kind: "build",
    source: isWebAddress(source) ? source : resolve(folder, source),
    name: typeof values.name === "string" ? values.name.trim() : cityName(source),
    bbox: bbox as Bounds | null,
  };
}

const isGivenEmpty = (name: unknown): boolean =>
  name !== undefined && (typeof name !== "string" || name.trim() === "");

function problemsOfSource(source: string | undefined, isShow: boolean, folder: string): string[] {
  if (isShow) return source === undefined ? [] : ["--show takes no file"];
  if (source === undefined) return ["which file? Give an .osm.pbf, or the address of one"];
  if (isWebAddress(source)) return URL.canParse(source) ? [] : [`"${source}" is no address`];
  if (/^[a-z]+:\/\//i.test(source)) return [`"${source}": only http and https addresses can be downloaded`];
  const file = statSync(resolve(folder, source), { throwIfNoEntry: false });
  if (file === undefined) return [`there is no file "${source}"`];
  return file.isFile() ? [] : [`"${source}" is no file`];
}

/** Returns the bounds, or what is wrong with them. */
function readBounds(text: string): Bounds | string {
  const sides = text.split(",").map((side) => (side.trim() === "" ? Number.NaN : Number(side)));
  const [west = 0, south = 0, east = 0, north = 0] = sides;
  if (sides.length !== 4 || !sides.every(Number.isFinite)) {
    return `--bbox must be four numbers of degrees, W,S,E,N, not "${text}"`;
  }
  if (west < -180 || east > 180 || south < -90 || north > 90) {
    return `--bbox ${text} is not on Earth: longitudes come first`;
  }
  if (west >= east || south >= north)
    return `--bbox ${text} has its west beyond its east, or south beyond north`;
  return { west, south, east, north };
}
