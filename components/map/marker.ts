import type { ShopIdentity } from "@/lib/accounts/shop-identity";

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * What a marker's colour says, besides its shape: `normal` is in order, `busy` is a courier with an order, `new` has no
 * courier yet, `stale` has not been heard of for long, or is over.
 */
export type MarkerTone = "normal" | "busy" | "new" | "late" | "bad" | "stale";

/** Something on the map. Markers with the same id are the same thing, which moves from place to place. */
export interface MapMarker extends Place {
  readonly id: string;
  /** `order` is a whole order among many, as a square; places of one order are a tile and pins. */
  readonly kind: "courier" | "pickup" | "dropoff" | "order";
  /** Direction of travel in degrees from north; null at rest. */
  readonly heading: number | null;
  readonly tone: MarkerTone;
  /** What it is, in the reader's language. */
  readonly label: string;
  /** Stands in a pin instead of a house. */
  readonly number?: number;
  /** Whether it is only roughly there: a circle, since a pin would show a door. */
  readonly isRough?: boolean;
  /** A stop that has been visited, or a courier who has arrived. */
  readonly isDone?: boolean;
  /** The one courier that the map is about, as a large puck. */
  readonly isPuck?: boolean;
  /** Whose tile a pickup is: logo, or the first letter on the shop's colour. */
  readonly shop?: Pick<ShopIdentity, "name" | "accent" | "glyph" | "logoUrl"> | null;
  /** Rings go out from it while a courier is being looked for. */
  readonly isSearching?: boolean;
  /** Written beside it, on the map. */
  readonly note?: string;
  /** Whether the reader may drag it elsewhere. */
  readonly isDraggable?: boolean;
}

/** A line through places, straight from one to the next. */
export interface MapLine {
  readonly id: string;
  readonly points: readonly Place[];
  /**
   * `ahead`, the default, is the way to go; `driven` what lies behind; `other` somebody else's or another possible way;
   * `door` leads from the end of the road to the door.
   */
  readonly role?: "ahead" | "driven" | "other" | "door";
}
