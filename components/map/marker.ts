import type { ShopBranding } from "@/lib/accounts/shop-identity";
import type { Point } from "@/lib/point";

/** `new` has no courier yet, `stale` sent no position for long or is over. */
export type MarkerTone = "normal" | "busy" | "new" | "late" | "bad" | "stale";

/** Markers with the same id are the same thing, which moves. */
export interface MapMarker extends Point {
  readonly id: string;
  /** `order` is one order among many, as a square. Stops of one order are a tile and pins. */
  readonly kind: "courier" | "pickup" | "dropoff" | "order";
  /** In degrees from north; null at rest. */
  readonly heading: number | null;
  readonly tone: MarkerTone;
  readonly label: string;
  readonly number?: number;
  /** A circle, since a pin would show a door. */
  readonly isRough?: boolean;
  readonly isDone?: boolean;
  readonly isPuck?: boolean;
  readonly shop?: Pick<ShopBranding, "name" | "accent" | "glyph" | "logoUrl"> | null;
  readonly isSearching?: boolean;
  readonly note?: string;
  readonly isDraggable?: boolean;
}

export interface MapLine {
  readonly id: string;
  readonly points: readonly Point[];
  /** `ahead` is the default, `other` belongs to another order, `door` leads from the road to the door. */
  readonly role?: "ahead" | "driven" | "other" | "door";
}
