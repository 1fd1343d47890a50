export const LAYERS = [
  "landuse",
  "green",
  "water",
  "waterway",
  "building",
  "road",
  "rail",
  "place",
  "house",
] as const;

export type Layer = (typeof LAYERS)[number];

export type Properties = Readonly<Record<string, string | number>>;

/** Alternating x and y in the world square. A typed array would take 200 bytes before its first number. */
export type Path = readonly number[];

export interface MapFeature {
  readonly layer: Layer;
  readonly minZoom: number;
  /** The same object for the same properties, so that equal features can be merged. */
  readonly properties: Properties;
  /** Properties to use below a zoom: a name that is not shown yet would double the feature's size. */
  readonly early?: { readonly before: number; readonly properties: Properties };
  readonly type: "point" | "line" | "polygon";
  readonly paths: readonly Path[];
}
