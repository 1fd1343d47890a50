export type Position = readonly [longitude: number, latitude: number];

export type Tags = Readonly<Record<string, string>>;

/** Degrees; never crosses the antimeridian. */
export type Bounds = Readonly<Record<"west" | "south" | "east" | "north", number>>;

export interface PointFeature {
  readonly kind: "point";
  readonly id: number;
  readonly tags: Tags;
  readonly position: Position;
}

/** A tagged way; if the extract's edge cuts it, each piece is a line with the same id. */
export interface LineFeature {
  readonly kind: "line";
  readonly id: number;
  readonly tags: Tags;
  readonly line: readonly Position[];
  readonly nodeIds: readonly number[];
  /** Whether it is a whole way that ends where it begins; such a line may mean an area. */
  readonly isClosed: boolean;
}

/** A closed line: its first position is repeated at its end. It may run either way round. */
export type Ring = readonly Position[];

/** Each polygon is its outer ring and its holes. */
export interface AreaFeature {
  readonly kind: "area";
  readonly id: number;
  readonly tags: Tags;
  readonly polygons: readonly (readonly Ring[])[];
}

export type Feature = PointFeature | LineFeature | AreaFeature;

export function intersectsBounds(positions: Iterable<Position>, bounds: Bounds): boolean {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of positions) {
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  return west <= bounds.east && east >= bounds.west && south <= bounds.north && north >= bounds.south;
}
