import type { ShopBranding } from "@/lib/accounts/shop-identity";
import type { Point } from "@/lib/point";

/** `new` has no courier yet; `stale` has no recent position or is over. */
export type MarkerTone = "normal" | "busy" | "new" | "late" | "bad" | "stale";

/** Markers with the same id are the same moving object. */
export interface MapMarker extends Point {
  readonly id: string;
  /** `order` is one of many orders, drawn as a square. The stops of a single order are a tile and pins. */
  readonly kind: "courier" | "pickup" | "dropoff" | "order";
  /** In degrees from north; null when not moving. */
  readonly heading: number | null;
  readonly tone: MarkerTone;
  readonly label: string;
  readonly number?: number;
  /** Drawn as a circle, because a pin would suggest an exact door. */
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
