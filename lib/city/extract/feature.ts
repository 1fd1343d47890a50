/** Degrees. */
export type Position = readonly [longitude: number, latitude: number];

/** OpenStreetMap's words for what a thing is: `highway` → `residential`. */
export type Tags = Readonly<Record<string, string>>;

/** Degrees; the whole is meant to be passed over the antimeridian by none. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A node with tags. */
export interface PointFeature {
  readonly kind: "point";
  readonly id: number;
  readonly tags: Tags;
  readonly position: Position;
}

/** A way with tags; one that the extract's edge cuts into pieces comes as several lines with the same id. */
export interface LineFeature {
  readonly kind: "line";
  readonly id: number;
  readonly tags: Tags;
  readonly line: readonly Position[];
  /** Nodes of the line, one per position. */
  readonly nodeIds: readonly number[];
  /** Whether it is the whole of a way that ends where it begins; such a line may mean an area. */
  readonly isClosed: boolean;
}

/** A closed line: its first position stands at its end again. Which way round it runs is not said. */
export type Ring = readonly Position[];

/** A multipolygon or boundary. Each polygon is its outer ring and the holes in it. */
export interface AreaFeature {
  readonly kind: "area";
  readonly id: number;
  readonly tags: Tags;
  readonly polygons: readonly (readonly Ring[])[];
}

export type Feature = PointFeature | LineFeature | AreaFeature;

/** Whether the box around some positions reaches into the bounds. */
export function reachesInto(positions: Iterable<Position>, bounds: Bounds): boolean {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of positions) {
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  return west <= bounds.east && east >= bounds.west && south <= bounds.north && north >= bounds.south;
}
