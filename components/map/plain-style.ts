import type { StyleSpecification } from "maplibre-gl";
import { MAP_COLORS, type MapTheme } from "@/lib/map/colors";

export function plainStyle(theme: MapTheme): StyleSpecification {
  return {
    version: 8,
    sources: {},
    layers: [{ id: "ground", type: "background", paint: { "background-color": MAP_COLORS[theme].ground } }],
  };
}
