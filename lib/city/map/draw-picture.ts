import { VectorTile, type VectorTileLayer } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { type Corners, clipLine, clipRing, type PixelPoint } from "@/lib/city/map/clip";
import { MAP_COLORS, type MapColors, type MapTheme } from "@/lib/city/map/colors";
import {
  ROAD_KINDS,
  ROAD_WIDTHS,
  type RoadKind,
  roadWidthAt,
  SMALL_CASING_FROM,
  WATERWAY_WIDTHS,
} from "@/lib/city/map/road";
import type { ServedMap } from "@/lib/city/map/served-map";

export interface Area {
  readonly x: number;
  readonly y: number;
  /** Width on the Web Mercator square. */
  readonly width: number;
  readonly units: { readonly width: number; readonly height: number };
  readonly pixels: number;
}

const NEAR = 4;
const OVER = 12;
/** Number of tiles across a picture: fewer are too coarse, more take too long. */
const TILES_ACROSS = 2.6;
const MAX_TILES = 24;
/** Areas wider on the square than this leave out driveways, and all side streets. */
const SERVICE_UP_TO = 2 ** -12.5;
const SMALL_UP_TO = 2 ** -12;
const TILE_PX = 512;

const LAYERS = ["green", "water", "waterway", "rail", "small", "middle", "main"] as const;
type Layer = (typeof LAYERS)[number];

export async function drawPicture(map: ServedMap, area: Area, theme: MapTheme): Promise<string> {
  const { width, height } = area.units;
  const paths = await loadPaths(map, area);
  const drawn = new Map(LAYERS.map((layer) => [layer, paths.get(layer)?.join("") ?? ""]));
  const defined = LAYERS.filter((layer) => drawn.get(layer) !== "");
  const use = (layer: Layer, name: string) =>
    defined.includes(layer) ? `<use href="#${layer}" class="${name}"/>` : "";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<style>${buildStyle(area, theme)}</style>`,
    `<defs>${defined.map((layer) => `<path id="${layer}" d="${drawn.get(layer)}"/>`).join("")}</defs>`,
    `<rect width="${width}" height="${height}" class="ground"/>`,
    ...(["green", "water", "waterway", "rail"] as const).map((layer) => use(layer, layer)),
    ...(["small", "middle", "main"] as const).map((layer) => use(layer, `casing ${layer}-casing`)),
    ...(["small", "middle", "main"] as const).map((layer) => use(layer, layer)),
    "</svg>",
  ].join("");
}

function buildStyle(area: Area, theme: MapTheme): string {
  const zoom = Math.log2(area.pixels / TILE_PX / area.width);
  const unit = area.units.width / area.pixels;
  const thick = (pixels: number) => `stroke-width:${Number((pixels * unit).toFixed(1))}px`;
  const { small, middle, main } = ROAD_WIDTHS;
  // Small roads without edges are wide enough to be seen on the background.
  const smallCasing = zoom >= SMALL_CASING_FROM ? thick(roadWidthAt(small.casing, zoom)) : "display:none";
  return [
    "path{fill:none;stroke-linecap:round;stroke-linejoin:round}",
    `.waterway{${thick(roadWidthAt(WATERWAY_WIDTHS, zoom))}}.rail{${thick(1)}}`,
    `.small{${thick(roadWidthAt(small.road, zoom))}}.small-casing{${smallCasing}}`,
    `.middle{${thick(roadWidthAt(middle.road, zoom))}}.middle-casing{${thick(roadWidthAt(middle.casing, zoom))}}`,
    `.main{${thick(roadWidthAt(main.road, zoom))}}.main-casing{${thick(roadWidthAt(main.casing, zoom))}}`,
    getColors(MAP_COLORS[theme]),
  ].join("");
}

function getColors({ ground, park, water, rail, casing, road, main }: MapColors): string {
  return [
    `.ground{fill:${ground}}#green{fill:${park}}#water{fill:${water}}`,
    `.waterway{stroke:${water}}.rail{stroke:${rail}}.casing{stroke:${casing}}`,
    `.small,.middle{stroke:${road}}.main{stroke:${main}}`,
  ].join("");
}

async function loadPaths(map: ServedMap, area: Area): Promise<Map<Layer, string[]>> {
  const paths = new Map<Layer, string[]>();
  for (const { z, x, y } of getTiles(map, area)) {
    const bytes = await map.tile(z, x, y);
    if (bytes === null) continue;
    const tile = new VectorTile(new PbfReader(await unpacked(bytes)));
    for (const [name, layer] of Object.entries(tile.layers)) addLayer(paths, name, layer, area, { z, x, y });
  }
  return paths;
}

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

function getTiles({ minZoom, maxZoom }: ServedMap, { x, y, width, units }: Area): Tile[] {
  const expected = Math.floor(Math.log2(TILES_ACROSS / width));
  const z = Math.max(minZoom, Math.min(maxZoom, expected));
  const height = (width * units.height) / units.width;
  const range = (middle: number, size: number) => {
    const first = Math.max(0, Math.floor((middle - size / 2) * 2 ** z));
    const last = Math.min(2 ** z - 1, Math.floor((middle + size / 2) * 2 ** z));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  };
  const rows = range(y, height);
  const tiles = range(x, width).flatMap((column) => rows.map((row) => ({ z, x: column, y: row })));
  // A file whose lowest zoom is high cannot show a country.
  return tiles.length > MAX_TILES ? [] : tiles;
}

function parseLayer(name: string, properties: Readonly<Record<string, unknown>>): Layer | null {
  if (properties.tunnel && name !== "rail") return null;
  if (name === "green" || name === "water" || name === "waterway") return name;
  if (name === "rail") return properties.kind === "rail" ? "rail" : null;
  if (name !== "road") return null;
  const kinds = Object.keys(ROAD_KINDS) as RoadKind[];
  return kinds.find((kind) => (ROAD_KINDS[kind] as readonly unknown[]).includes(properties.class)) ?? null;
}

function addLayer(
  paths: Map<Layer, string[]>,
  name: string,
  layer: VectorTileLayer,
  area: Area,
  tile: Tile,
): void {
  const { units } = area;
  const scale = units.width / area.width;
  const size = 2 ** tile.z;
  const place = (at: { x: number; y: number }): PixelPoint => [
    Math.round(units.width / 2 + ((tile.x + at.x / layer.extent) / size - area.x) * scale),
    Math.round(units.height / 2 + ((tile.y + at.y / layer.extent) / size - area.y) * scale),
  ];
  const corners: Corners = {
    left: -OVER,
    top: -OVER,
    right: units.width + OVER,
    bottom: units.height + OVER,
  };
  for (let index = 0; index < layer.length; index += 1) {
    const feature = layer.feature(index);
    const to = parseLayer(name, feature.properties);
    if (to === null || (to === "small" && area.width > SMALL_UP_TO)) continue;
    if (feature.properties.class === "service" && area.width > SERVICE_UP_TO) continue;
    const isArea = to === "green" || to === "water";
    const list = paths.get(to) ?? [];
    paths.set(to, list);
    for (const line of feature.loadGeometry()) {
      const spots = line.map(place);
      const parts = isArea ? [clipRing(spots, corners)] : clipLine(spots, corners);
      for (const part of parts) {
        const thin = thinned(part);
        if (thin.length > (isArea ? 3 : 1)) list.push(buildPath(thin, isArea));
      }
    }
  }
}

function thinned(spots: readonly PixelPoint[]): PixelPoint[] {
  const stored: PixelPoint[] = [];
  for (const [index, spot] of spots.entries()) {
    const last = stored.at(-1);
    const isNear = last !== undefined && Math.hypot(spot[0] - last[0], spot[1] - last[1]) < NEAR;
    if (!isNear) stored.push(spot);
    else if (index === spots.length - 1 && stored.length > 1) stored[stored.length - 1] = spot;
  }
  return stored;
}

function buildPath([first, ...rest]: readonly PixelPoint[], isClosed: boolean): string {
  if (first === undefined) return "";
  let [x, y] = first;
  const steps = rest.map(([toX, toY]) => {
    const step = `${toX - x}${toY < y ? "" : " "}${toY - y}`;
    [x, y] = [toX, toY];
    return step;
  });
  const line = steps.reduce(
    (text, step) => `${text}${text === "" || step.startsWith("-") ? "" : " "}${step}`,
    "",
  );
  return `M${first[0]} ${first[1]}l${line}${isClosed ? "z" : ""}`;
}
