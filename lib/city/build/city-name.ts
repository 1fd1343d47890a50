import { basename } from "node:path";

/** `saint-petersburg-latest.osm.pbf` is Saint Petersburg. */
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

export function fileName(source: string): string {
  if (!isWebAddress(source)) return basename(source);
  const name = basename(new URL(source).pathname);
  try {
    return decodeURIComponent(name).replaceAll(/[/\\]/g, "-");
  } catch {
    return name;
  }
}

export function isWebAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}
