import type { DrawingView } from "@/lib/tracking/drawing";

/** Without the shop and the way from it, once goods are under way and their courier is out of sight. */
export function withoutSource(drawing: DrawingView): DrawingView {
  if (!drawing.isPickedUp || drawing.courier !== null) return drawing;
  return { ...drawing, pickup: null, path: [], driven: [] };
}
