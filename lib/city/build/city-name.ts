import { basename } from "node:path";

/**
 * What a city is called where nobody has said it, from the name of its extract: `saint-petersburg-latest.osm.pbf` is
 * Saint Petersburg.
 *
 * @param source a path or an http address
 */
export function cityName(source: string): string {
  const words = fileName(source)
    .replace(/(\.osm)?\.pbf$/i, "")
    // Geofabrik's endings: of the newest file, and of a day's.
    .replace(/-(latest|\d{6})$/, "")
    .split(/[-_\s]+/)
    .filter((word) => word !== "")
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return words.join(" ") || "City";
}

/** The name of the file that a path or an http address ends in. */
export function fileName(source: string): string {
  if (!isWebAddress(source)) return basename(source);
  const name = basename(new URL(source).pathname);
  try {
    return decodeURIComponent(name).replaceAll(/[/\\]/g, "-");
  } catch {
    return name;
  }
}

/** Whether an extract is to be downloaded. */
export function isWebAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}
