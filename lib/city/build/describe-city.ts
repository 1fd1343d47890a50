import type { City } from "@/lib/city/city";

const KM_PER_DEGREE = 111.2;

export function describeCity(city: City): string {
  const { west, south, east, north } = city.bounds;
  const width = (east - west) * KM_PER_DEGREE * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const height = (north - south) * KM_PER_DEGREE;
  const { counts, bytes } = city;
  const rows = [
    ["area", `${kilometres(width)} × ${kilometres(height)} km: ${[west, south, east, north].join(",")}`],
    ["data of", city.dataFrom === null ? "the file does not say" : day(city.dataFrom)],
    ["built", `${city.builtAt.slice(0, 16).replace("T", " ")} UTC, version ${city.version}`],
    ["counts", `${whole(counts.roads)} roads, ${whole(counts.buildings)} buildings`],
    ["", `${whole(counts.addresses)} addresses, ${whole(counts.tiles)} tiles, ${whole(counts.nodes)} nodes`],
    ["sizes", `${sizeOf(bytes.map)} map, ${bytes.roads === 0 ? "no roads" : `${sizeOf(bytes.roads)} roads`}`],
    ["", `from ${sizeOf(bytes.extract)}`],
  ] as const;
  return [city.name, ...rows.map(([title, text]) => `  ${title.padEnd(9)}${text}`)].join("\n");
}

export function sizeOf(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const whole = (count: number): string => count.toLocaleString("en");
const day = (instant: string): string => instant.slice(0, 10);
const kilometres = (length: number): string => (length < 10 ? length.toFixed(1) : length.toFixed(0));
