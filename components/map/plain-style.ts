import type { StyleSpecification } from "maplibre-gl";
import { MAP_COLORS, type MapTheme } from "@/lib/map/colors";

/** Returns a style that loads nothing: plain ground under the markers and the route. */
export function plainStyle(theme: MapTheme): StyleSpecification {
  return {
    version: 8,
    sources: {},
    layers: [{ id: "ground", type: "background", paint: { "background-color": MAP_COLORS[theme].ground } }],
  };
}
