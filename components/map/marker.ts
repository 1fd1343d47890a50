/** Something that stands on the map. Equal ids are the same thing, which moves from one place to the next. */
export interface MapMarker {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly kind: "courier" | "pickup" | "dropoff";
  /** Direction of travel in degrees from north; null at rest. */
  readonly heading: number | null;
  readonly tone: "normal" | "busy" | "stale";
  /** What it is, in the reader's words. */
  readonly label: string;
  /** Shown in a circle, where a stop is one of several that are only roughly here. */
  readonly number?: number;
  /** A stop that has been visited. */
  readonly isDone?: boolean;
}

/** A line through places, straight from one to the next. */
export interface MapLine {
  readonly id: string;
  readonly points: readonly { readonly latitude: number; readonly longitude: number }[];
}
