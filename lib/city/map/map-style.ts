import type {
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from "@maplibre/maplibre-gl-style-spec";
import { CONTRIBUTORS, COPYRIGHT_URL } from "@/lib/city/map/attribution";
import { MAP_COLORS, type MapColors, type MapTheme } from "@/lib/city/map/colors";
import {
  ROAD_KINDS,
  ROAD_WIDTHS,
  type RoadKind,
  SMALL_CASING_FROM,
  WATERWAY_WIDTHS,
  WIDTH_BASE,
  type Widths,
} from "@/lib/city/map/road";
import type { Locale } from "@/lib/locale/locale";

export interface StyledTiles {
  readonly address: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds: Readonly<Record<"west" | "south" | "east" | "north", number>>;
}

/** MapLibre asks the device for a font of this name, and falls back to its sans-serif. */
const FONT = ["Onest Medium"];
const SOURCE = "city";
/** Approximate width of a small map, in pixels, used to fit the whole city when there is no point to show. */
const OPENS_PX = 360;
const TILE_PX = 512;

const round = { "line-cap": "round", "line-join": "round" } as const;

/** Labels use the device's fonts, so the style needs nothing but the tiles. `tiles` null draws the bare ground. */
export function mapStyle(theme: MapTheme, locale: Locale, tiles: StyledTiles | null): StyleSpecification {
  const colors = MAP_COLORS[theme];
  const ground: LayerSpecification = {
    id: "ground",
    type: "background",
    paint: { "background-color": colors.ground },
  };
  if (tiles === null) return { version: 8, sources: {}, layers: [ground] };
  const { west, south, east, north } = tiles.bounds;
  return {
    version: 8,
    name: "Dropline",
    center: [(west + east) / 2, (south + north) / 2],
    zoom: Math.log2((OPENS_PX / TILE_PX) * (360 / Math.max(east - west, 0.001))),
    sources: {
      [SOURCE]: {
        type: "vector",
        tiles: [tiles.address],
        minzoom: tiles.minZoom,
        maxzoom: tiles.maxZoom,
        bounds: [west, south, east, north],
        attribution: `<a href="${COPYRIGHT_URL}" target="_blank" rel="noopener">${CONTRIBUTORS}</a>`,
      },
    },
    layers: [ground, ...land(colors), ...roads(colors), ...labels(colors, locale)],
  };
}

const width = ([at10, at14, at18]: Widths): ExpressionSpecification => [
  "interpolate",
  ["exponential", WIDTH_BASE],
  ["zoom"],
  10,
  at10,
  14,
  at14,
  18,
  at18,
];

const hasValue = (name: "class" | "kind", values: readonly string[]): ExpressionSpecification => [
  "in",
  ["get", name],
  ["literal", [...values]],
];
const isSet = (name: "bridge" | "tunnel"): ExpressionSpecification => [
  "in",
  ["to-string", ["get", name]],
  ["literal", ["1", "true", "yes"]],
];
const all = (...conditions: ExpressionSpecification[]): ExpressionSpecification => ["all", ...conditions];

function of(id: string, layer: string) {
  return { id, source: SOURCE, "source-layer": layer } as const;
}

function land({ park, water, building, rail }: MapColors): LayerSpecification[] {
  return [
    // Adjacent areas show no seam if their edges are not antialiased.
    { ...of("green", "green"), type: "fill", paint: { "fill-color": park, "fill-antialias": false } },
    { ...of("water", "water"), type: "fill", paint: { "fill-color": water } },
    {
      ...of("waterway", "waterway"),
      type: "line",
      filter: ["!", isSet("tunnel")],
      layout: round,
      paint: { "line-color": water, "line-width": width(WATERWAY_WIDTHS) },
    },
    {
      ...of("building", "building"),
      type: "fill",
      minzoom: 14.4,
      paint: {
        "fill-color": building,
        "fill-opacity": ["interpolate", ["linear"], ["zoom"], 14.4, 0, 14.9, 1],
      },
    },
    {
      ...of("rail", "rail"),
      type: "line",
      paint: { "line-color": rail, "line-width": width([0.6, 1, 2.5]) },
    },
  ];
}

const KINDS = Object.keys(ROAD_KINDS) as RoadKind[];

/** Tunnels below everything, bridges above; at each level, the edges of all roads below the roads. */
function roads(colors: MapColors): LayerSpecification[] {
  const tunnel = isSet("tunnel");
  const bridge = isSet("bridge");
  return [
    ...KINDS.map((kind) => tunnelLayer(kind, colors, tunnel)),
    {
      ...of("path", "road"),
      type: "line",
      minzoom: 15,
      filter: all(hasValue("class", ["path"]), ["!", tunnel]),
      paint: { "line-color": colors.casing, "line-width": width([0.2, 0.8, 3]), "line-dasharray": [3, 2] },
    },
    ...level("road", colors, all(["!", tunnel], ["!", bridge])),
    ...level("bridge", colors, bridge),
  ];
}

function tunnelLayer(
  kind: RoadKind,
  { casing }: MapColors,
  tunnel: ExpressionSpecification,
): LayerSpecification {
  return {
    ...of(`tunnel-${kind}`, "road"),
    type: "line",
    filter: all(hasValue("class", ROAD_KINDS[kind]), tunnel),
    paint: {
      "line-color": casing,
      "line-width": width(ROAD_WIDTHS[kind].road),
      "line-dasharray": [0.6, 0.4],
    },
  };
}

function level(name: string, colors: MapColors, where: ExpressionSpecification): LayerSpecification[] {
  const color = { small: colors.road, middle: colors.road, main: colors.main };
  const line = (id: string, kind: RoadKind, paint: object, rest: object = {}): LayerSpecification => ({
    ...of(`${name}-${id}-${kind}`, "road"),
    type: "line",
    filter: all(hasValue("class", ROAD_KINDS[kind]), where),
    layout: round,
    paint,
    ...rest,
  });
  return [
    ...KINDS.map((kind) =>
      line(
        "casing",
        kind,
        { "line-color": colors.casing, "line-width": width(ROAD_WIDTHS[kind].casing) },
        kind === "small" ? { minzoom: SMALL_CASING_FROM } : {},
      ),
    ),
    ...KINDS.map((kind) =>
      line("line", kind, { "line-color": color[kind], "line-width": width(ROAD_WIDTHS[kind].road) }),
    ),
  ];
}

function labels({ label, halo }: MapColors, locale: Locale): LayerSpecification[] {
  const paint = { "text-color": label, "text-halo-color": halo, "text-halo-width": 1.5 };
  // Tiles made by others may lack a language.
  const name: ExpressionSpecification = ["coalesce", ["get", `name_${locale}`], ["get", "name"], ""];
  const text = (
    id: string,
    layer: string,
    layout: SymbolLayerSpecification["layout"],
    rest: Partial<SymbolLayerSpecification> = {},
  ): SymbolLayerSpecification => ({
    ...of(id, layer),
    type: "symbol",
    ...rest,
    layout: {
      "text-field": name,
      "text-font": FONT,
      "text-size": 12,
      "text-letter-spacing": 0.005,
      ...layout,
    },
    paint,
  });
  const alongLine = { "symbol-placement": "line", "symbol-spacing": 460, "text-max-angle": 30 } as const;
  const growing: ExpressionSpecification = ["interpolate", ["linear"], ["zoom"], 13, 11, 16, 13];
  return [
    text(
      "house",
      "house",
      { "text-field": ["to-string", ["get", "number"]], "text-size": 10.5 },
      { minzoom: 16.2 },
    ),
    text("waterway-name", "waterway", { ...alongLine, "text-size": 11 }, { minzoom: 12 }),
    text("water-name", "water", { "text-max-width": 7 }, { minzoom: 12 }),
    text(
      "small-name",
      "road",
      { ...alongLine, "text-size": growing },
      { minzoom: 15, filter: hasValue("class", [...ROAD_KINDS.small, "path"]) },
    ),
    text(
      "road-name",
      "road",
      { ...alongLine, "text-size": growing },
      { minzoom: 13, filter: hasValue("class", [...ROAD_KINDS.middle, ...ROAD_KINDS.main]) },
    ),
    text(
      "quarter",
      "place",
      { "text-size": ["interpolate", ["linear"], ["zoom"], 10, 11, 14, 13.5], "text-max-width": 7 },
      {
        minzoom: 11,
        maxzoom: 15,
        filter: hasValue("kind", ["suburb", "neighbourhood", "quarter", "hamlet"]),
      },
    ),
    text(
      "place",
      "place",
      {
        "text-size": ["interpolate", ["linear"], ["zoom"], 8, 12, 14, 15],
        "text-max-width": 8,
        "symbol-sort-key": ["coalesce", ["get", "rank"], 10],
      },
      { maxzoom: 14, filter: hasValue("kind", ["city", "town", "village"]) },
    ),
  ];
}
