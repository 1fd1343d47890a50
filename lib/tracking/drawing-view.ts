import type { Freshness } from "@/lib/couriers/freshness";
import type { Point } from "@/lib/routing/geo";

export interface TrackingMapView {
  readonly courier: (Point & { readonly heading: number; readonly freshness: Freshness }) | null;
  readonly pickup: Point | null;
  readonly dropoffs: readonly (Point & { readonly number: number; readonly isDone: boolean })[];
  readonly isRough: boolean;
  readonly path: readonly Point[];
  /** Whether the goods are with the courier: from then on the way from the shop tells nothing without them. */
  readonly isPickedUp: boolean;
  /** Never leads back to another recipient's door. */
  readonly driven: readonly Point[];
}

/** Without the shop and the way from it, once goods are under way and their courier is out of sight. */
export function withoutSource(drawing: TrackingMapView): TrackingMapView {
  if (!drawing.isPickedUp || drawing.courier !== null) return drawing;
  return { ...drawing, pickup: null, path: [], driven: [] };
}
