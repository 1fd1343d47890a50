import type { GeoJSONSource, GeoJSONSourceSpecification, Map as GlMap } from "maplibre-gl";
import type { MapLine, MapMarker } from "@/components/map/map-marker";
import { getMarkerShape, SHAPE_PX } from "@/components/map/marker-look";
import type { ThemeColors } from "@/components/map/theme-colors";

type Features = Exclude<GeoJSONSourceSpecification["data"], string>;

const LINES = "lines";
const BOXES = "boxes";

/** Sources with our own data, which do not show whether the map has its tiles. */
export const OWN_SOURCES: ReadonlySet<string> = new Set([LINES, BOXES, "crowd"]);

const shown = new WeakMap<object, string>();

/** Returns false if the map has no such source yet. */
export function setSourceData(map: GlMap, name: string, data: Features): boolean {
  const source = map.getSource<GeoJSONSource>(name);
  if (source === undefined) return false;
  const text = JSON.stringify(data);
  if (shown.get(source) === text) return true;
  shown.set(source, text);
  source.setData(data);
  return true;
}

export function drawLines(map: GlMap, lines: readonly MapLine[], colors: ThemeColors): void {
  const data: Features = {
    type: "FeatureCollection",
    features: lines.map(({ points, role = "ahead" }) => ({
      type: "Feature",
      properties: { role },
      geometry: {
        type: "LineString",
        coordinates: points.map(({ latitude, longitude }) => [longitude, latitude]),
      },
    })),
  };
  if (setSourceData(map, LINES, data)) return;
  map.addSource(LINES, { type: "geojson", data });
  const names = map.getStyle().layers.find(({ type }) => type === "symbol")?.id;
  const layout = { "line-cap": "round", "line-join": "round" } as const;
  const add = (id: string, role: MapLine["role"], color: string, width: number, dots?: [number, number]) =>
    map.addLayer(
      {
        id,
        source: LINES,
        type: "line",
        filter: ["==", ["get", "role"], role ?? ""],
        layout,
        paint: {
          "line-color": color,
          "line-width": width,
          ...(dots === undefined ? {} : { "line-dasharray": dots }),
        },
      },
      names,
    );
  add("lines-other", "other", colors["route-done"], 3);
  add("lines-driven", "driven", colors["route-done"], 4, [0.1, 2.2]);
  add("lines-casing", "ahead", colors["route-casing"], 11);
  add("lines-ahead", "ahead", colors.route, 6);
  add("lines-door", "door", colors.route, 4, [0.1, 1.9]);
}

/** Invisible icons reserve the room of the markers, so that no label appears below them. */
export function drawBoxes(map: GlMap, markers: readonly MapMarker[]): void {
  const data: Features = {
    type: "FeatureCollection",
    features: markers.map((marker) => {
      const shape = getMarkerShape(marker);
      return {
        type: "Feature",
        properties: { size: SHAPE_PX[shape].height, anchor: shape === "pin" ? "bottom" : "center" },
        geometry: { type: "Point", coordinates: [marker.longitude, marker.latitude] },
      };
    }),
  };
  if (setSourceData(map, BOXES, data)) return;
  if (!map.hasImage(BOXES)) map.addImage(BOXES, { width: 1, height: 1, data: new Uint8Array(4) });
  map.addSource(BOXES, { type: "geojson", data });
  map.addLayer({
    id: BOXES,
    source: BOXES,
    type: "symbol",
    layout: {
      "icon-image": BOXES,
      "icon-size": ["get", "size"],
      "icon-anchor": ["get", "anchor"],
      "icon-allow-overlap": true,
    },
  });
}
