/** Something on the map. Markers with the same id are the same thing, which moves from place to place. */
export interface MapMarker {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly kind: "courier" | "pickup" | "dropoff";
  /** Direction of travel in degrees from north; null at rest. */
  readonly heading: number | null;
  readonly tone: "normal" | "busy" | "stale";
  /** What it is, in the reader's language. */
  readonly label: string;
  /** Drawn in a circle, for one of several stops that are shown only approximately. */
  readonly number?: number;
  /** A stop that has been visited. */
  readonly isDone?: boolean;
}

/** A line through places, straight from one to the next. */
export interface MapLine {
  readonly id: string;
  readonly points: readonly { readonly latitude: number; readonly longitude: number }[];
}
