import { GeoJSONVT, type GeoJSONVTFeature, type GeoJSONVTTile } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { BUFFER_SHARE, CHUNK_ZOOM, type FeatureStore } from "@/packages/city/map/create-shelf";
import { LAYERS, type MapFeature, type Path, type Properties } from "@/packages/city/map/map-feature";
import { type Box, tilesIn } from "@/packages/city/map/world";

/** Maps draw this zoom's tiles at all higher zooms too, so they contain everything, unsimplified. */
export const MAX_ZOOM = 14;

export const EXTENT = 4096;

const OPTIONS = {
  maxZoom: MAX_ZOOM,
  indexMaxZoom: 0,
  extent: EXTENT,
  buffer: EXTENT * BUFFER_SHARE,
  // Below the last zoom, a line may be off by a quarter of a pixel, at 256 pixels a tile.
  tolerance: 4,
  coordinates: "unitSquare",
  wrap: false,
} as const;

export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

/** Memory depends on the fullest area. Tiles outside `bounds` exist only where roads lead out of the extract. */
export function* cutTiles(shelf: FeatureStore, bounds: Box, isStrict: boolean): Generator<Tile> {
  const { minX, minY, maxX, maxY } = shelf.roadBox;
  const reach = isStrict
    ? bounds
    : {
        minX: Math.min(bounds.minX, minX),
        minY: Math.min(bounds.minY, minY),
        maxX: Math.max(bounds.maxX, maxX),
        maxY: Math.max(bounds.maxY, maxY),
      };
  yield* cutPart(shelf.overview, reach, [0, CHUNK_ZOOM - 1], bounds, isStrict);
  for (const { x, y, features } of shelf.takeChunks()) {
    const chunk = boxOfTile(CHUNK_ZOOM, x, y);
    if (!isStrict || overlap(chunk, bounds))
      yield* cutPart(features, chunk, [CHUNK_ZOOM, MAX_ZOOM], bounds, isStrict);
  }
}

function boxOfTile(zoom: number, x: number, y: number): Box {
  const size = 2 ** zoom;
  const edge = 1e-6;
  return {
    minX: (x + edge) / size,
    minY: (y + edge) / size,
    maxX: (x + 1 - edge) / size,
    maxY: (y + 1 - edge) / size,
  };
}

const overlap = (a: Box, b: Box): boolean =>
  a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY;

function* cutPart(
  features: readonly MapFeature[],
  part: Box,
  [firstZoom, lastZoom]: readonly [number, number],
  bounds: Box,
  isStrict: boolean,
): Generator<Tile> {
  const indexes = LAYERS.flatMap((layer) => {
    const shown = features.filter((feature) => feature.layer === layer && feature.minZoom <= lastZoom);
    return shown.length === 0 ? [] : [{ layer, index: getIndex(shown) }];
  });
  for (let z = firstZoom; z <= lastZoom; z++) {
    for (const [x, y] of tilesIn(part, z)) {
      const isWithin = overlap(boxOfTile(z, x, y), bounds);
      if (!isWithin && isStrict) continue;
      const layers: Record<string, GeoJSONVTTile> = {};
      for (const { layer, index } of indexes) {
        const tile = index.getTile(z, x, y);
        if (tile === null) continue;
        const together = putTogether(tile.features, z);
        if (together.length > 0) layers[layer] = { ...tile, features: together as GeoJSONVTTile["features"] };
      }
      if (isWithin ? Object.keys(layers).length > 0 : layers.road !== undefined)
        yield { z, x, y, data: fromGeojsonVt(layers, { version: 2, extent: EXTENT }) };
    }
  }
}

function getIndex(features: readonly MapFeature[]): GeoJSONVT {
  return new GeoJSONVT(
    {
      type: "FeatureCollection",
      features: features.map((feature) => ({
        type: "Feature",
        properties: { feature },
        geometry: getGeometry(feature),
      })),
    },
    OPTIONS,
  );
}

type Geometry =
  | { readonly type: "Point"; coordinates: number[] }
  | { readonly type: "LineString"; coordinates: number[][] }
  | { readonly type: "Polygon"; coordinates: number[][][] };

function getGeometry({ type, paths }: MapFeature): Geometry {
  const [first = []] = paths;
  if (type === "point") return { type: "Point", coordinates: [...first] };
  if (type === "line") return { type: "LineString", coordinates: pairs(first) };
  return { type: "Polygon", coordinates: paths.map(pairs) };
}

function pairs(path: Path): [number, number][] {
  return Array.from({ length: path.length / 2 }, (_, index) => [
    path[index * 2] ?? 0,
    path[index * 2 + 1] ?? 0,
  ]);
}

/** Halves a tile's size. */
function putTogether(features: readonly GeoJSONVTFeature[], zoom: number): GeoJSONVTFeature[] {
  const together = new Map<Properties, GeoJSONVTFeature>();
  for (const { type, tags, geometry } of features) {
    const feature: MapFeature | undefined = tags?.feature;
    if (feature === undefined || feature.minZoom > zoom) continue;
    const { properties } = zoom < (feature.early?.before ?? 0) ? (feature.early ?? feature) : feature;
    const same = together.get(properties);
    if (same === undefined)
      together.set(properties, { type, tags: properties, geometry: [...geometry] } as GeoJSONVTFeature);
    else (same.geometry as unknown[]).push(...geometry);
  }
  return [...together.values()];
}
