import type { Freshness } from "@/lib/couriers/freshness";
import type { Point } from "@/lib/point";

export interface TrackingMapView {
  readonly courier: (Point & { readonly heading: number; readonly freshness: Freshness }) | null;
  readonly pickup: Point | null;
  readonly dropoffs: readonly (Point & { readonly number: number; readonly isDone: boolean })[];
  readonly isRough: boolean;
  readonly path: readonly Point[];
  /** After the pickup, shop and route are meaningless without the courier, except to who waits behind others. */
  readonly isPickedUp: boolean;
  /** Must not show the path from another recipient's door. */
  readonly driven: readonly Point[];
}

/** Removes the shop and its route after the pickup when the courier's position is hidden. */
export function withoutSource(drawing: TrackingMapView): TrackingMapView {
  if (!drawing.isPickedUp || drawing.courier !== null) return drawing;
  return { ...drawing, pickup: null, path: [], driven: [] };
}
