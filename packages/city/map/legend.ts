import type { Tags } from "@/packages/city/extract/feature";
import type { Layer } from "@/packages/city/map/map-feature";

export interface MapClass {
  readonly layer: Layer;
  readonly kind: string;
  /** First zoom that shows the class; areas must also cover MIN_SIDE. */
  readonly minZoom: number;
}

type Rows = Readonly<Record<string, Readonly<Record<string, MapClass>>>>;

function rows(
  layer: Layer,
  table: readonly (readonly [key: string, values: string, kind: string, minZoom: number])[],
): Rows {
  const byKey: Record<string, Record<string, MapClass>> = {};
  for (const [key, values, kind, minZoom] of table) {
    byKey[key] ??= {};
    for (const value of values.split(" ")) byKey[key][value] = { layer, kind, minZoom };
  }
  return byKey;
}

const LINES: readonly Rows[] = [
  rows("road", [
    ["highway", "motorway", "motorway", 5],
    ["highway", "trunk", "trunk", 6],
    ["highway", "primary", "primary", 8],
    ["highway", "secondary", "secondary", 9],
    ["highway", "tertiary", "tertiary", 11],
    ["highway", "motorway_link", "motorway", 11],
    ["highway", "trunk_link", "trunk", 11],
    ["highway", "primary_link", "primary", 12],
    ["highway", "secondary_link", "secondary", 12],
    ["highway", "tertiary_link", "tertiary", 12],
    ["highway", "residential unclassified living_street road", "minor", 12],
    ["highway", "pedestrian", "pedestrian", 13],
    ["highway", "service busway bus_guideway escape raceway", "service", 13],
    ["highway", "track path footway steps cycleway bridleway corridor via_ferrata", "path", 14],
  ]),
  rows("rail", [
    ["railway", "rail light_rail narrow_gauge monorail funicular", "rail", 9],
    ["railway", "tram", "tram", 13],
    ["railway", "subway", "subway", 12],
  ]),
  rows("waterway", [
    ["waterway", "river", "river", 8],
    ["waterway", "canal", "canal", 11],
    ["waterway", "stream", "stream", 13],
    ["waterway", "ditch drain", "stream", 14],
  ]),
];

const AREAS: readonly Rows[] = [
  rows("water", [
    ["natural", "water", "water", 4],
    ["waterway", "riverbank", "river", 6],
    ["waterway", "dock", "water", 10],
    ["landuse", "reservoir basin", "water", 6],
    ["leisure", "swimming_pool", "pool", 14],
  ]),
  rows("green", [
    ["leisure", "park garden dog_park", "park", 9],
    ["leisure", "pitch track", "pitch", 13],
    ["leisure", "golf_course common", "grass", 11],
    ["landuse", "forest", "wood", 7],
    ["natural", "wood", "wood", 7],
    ["natural", "scrub heath grassland fell", "grass", 10],
    ["landuse", "grass meadow village_green recreation_ground greenfield", "grass", 11],
    ["landuse", "orchard vineyard allotments plant_nursery", "grass", 11],
    ["landuse", "cemetery", "cemetery", 11],
    ["amenity", "grave_yard", "cemetery", 12],
  ]),
  rows("landuse", [
    ["landuse", "residential", "residential", 9],
    ["landuse", "industrial railway port quarry", "industrial", 10],
    ["landuse", "commercial retail", "commercial", 11],
    ["landuse", "military", "military", 11],
    ["amenity", "school university college kindergarten", "school", 12],
    ["amenity", "hospital clinic", "hospital", 12],
    ["amenity", "parking", "parking", 14],
    ["aeroway", "aerodrome", "airport", 10],
    ["highway", "pedestrian", "pedestrian", 14],
  ]),
];

export const PLACES: Readonly<Record<string, { readonly rank: number; readonly minZoom: number }>> = {
  city: { rank: 1, minZoom: 4 },
  town: { rank: 2, minZoom: 7 },
  borough: { rank: 3, minZoom: 10 },
  suburb: { rank: 3, minZoom: 11 },
  village: { rank: 4, minZoom: 10 },
  quarter: { rank: 5, minZoom: 12 },
  neighbourhood: { rank: 6, minZoom: 13 },
  hamlet: { rank: 6, minZoom: 12 },
};

function findClass(tables: readonly Rows[], tags: Tags): MapClass | null {
  for (const table of tables) {
    for (const key in table) {
      const value = tags[key];
      const meaning = value === undefined ? undefined : table[key]?.[value];
      if (meaning !== undefined) return meaning;
    }
  }
  return null;
}

export const classifyLine = (tags: Tags): MapClass | null => findClass(LINES, tags);

export function classifyArea(tags: Tags): MapClass | null {
  const meaning = findClass(AREAS, tags);
  const isRiver = meaning?.layer === "water" && /^(river|canal|stream)$/.test(tags.water ?? "");
  return isRiver ? { ...meaning, kind: "river" } : meaning;
}

export const isBuilding = (tags: Tags): boolean => tags.building !== undefined && tags.building !== "no";
