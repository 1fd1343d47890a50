import { basename } from "node:path";

/**
 * Returns a city's default name, from its extract: `saint-petersburg-latest.osm.pbf` is Saint Petersburg.
 *
 * @param source a path or an http address
 */
export function cityName(source: string): string {
  const words = fileName(source)
    .replace(/(\.osm)?\.pbf$/i, "")
    // Geofabrik's suffixes for the latest file and for a given day.
    .replace(/-(latest|\d{6})$/, "")
    .split(/[-_\s]+/)
    .filter((word) => word !== "")
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return words.join(" ") || "City";
}

/** Returns the file name at the end of a path or an http address. */
export function fileName(source: string): string {
  if (!isWebAddress(source)) return basename(source);
  const name = basename(new URL(source).pathname);
  try {
    return decodeURIComponent(name).replaceAll(/[/\\]/g, "-");
  } catch {
    return name;
  }
}

/** Returns whether an extract has to be downloaded. */
export function isWebAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}
