import type { Map as GlMap } from "maplibre-gl";
import { type GeoJSONStoreFeatures, TerraDraw, TerraDrawPolygonMode, TerraDrawSelectMode } from "terra-draw";
import { TerraDrawMapLibreGLAdapter } from "terra-draw-maplibre-gl-adapter";
import { type Polygon, snapToGrid } from "@/lib/service-area/polygon";

/** `draw` places the corners of a new polygon; `move` moves, adds and removes corners. */
export type DrawingTool = "draw" | "move";

export type ShapeDrawing = ReturnType<typeof startDrawing>;

const MODES = { draw: "polygon", move: "select" } as const;
const COLOR = "#123b2f";
const DECIMALS = 7;

/** The style must be loaded. Polygons with holes are shown but cannot be edited. */
export function startDrawing(
  map: GlMap,
  listener: { onPolygons: (polygons: readonly Polygon[]) => void; onFinish: () => void },
) {
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: DECIMALS }),
    modes: [
      new TerraDrawPolygonMode({
        styles: { fillColor: COLOR, fillOpacity: 0.25, outlineColor: COLOR, outlineWidth: 3 },
      }),
      new TerraDrawSelectMode({
        flags: {
          polygon: { feature: { coordinates: { draggable: true, midpoints: true, deletable: true } } },
        },
        styles: {
          selectedPolygonColor: COLOR,
          selectedPolygonFillOpacity: 0.25,
          selectedPolygonOutlineColor: COLOR,
          selectedPolygonOutlineWidth: 3,
          selectionPointColor: "#ffffff",
          selectionPointOutlineColor: COLOR,
          selectionPointWidth: 6,
          selectionPointOutlineWidth: 3,
          midPointColor: COLOR,
          midPointWidth: 4,
        },
      }),
    ],
  });
  let holed: readonly Polygon[] = [];
  let shown = "";
  const polygonsOnMap = (): Polygon[] => [...draw.getSnapshot().flatMap(toPolygon), ...holed];
  const tell = () => {
    const polygons = polygonsOnMap();
    shown = JSON.stringify(polygons);
    listener.onPolygons(polygons);
  };
  draw.start();
  draw.setMode(MODES.move);
  draw.on("finish", (_, { mode }) => {
    tell();
    if (mode === MODES.draw) listener.onFinish();
  });
  // Deleting a polygon with the Delete key fires no other event.
  draw.on("change", (_, type) => {
    if (type === "delete" && draw.getMode() === MODES.move && polygonsOnMap().length < getCount(shown))
      tell();
  });
  return {
    show: (polygons: readonly Polygon[]) => {
      const next = JSON.stringify(polygons);
      if (next === shown) return;
      // Clearing deletes polygons too, which must not be reported.
      shown = "";
      draw.clear();
      holed = polygons.filter((rings) => rings.length > 1);
      draw.addFeatures(polygons.filter((rings) => rings.length === 1).map(toFeature));
      shown = next;
    },
    take: (tool: DrawingTool) => {
      if (draw.getMode() !== MODES[tool]) draw.setMode(MODES[tool]);
    },
    stop: () => draw.stop(),
  };
}

const getCount = (polygons: string): number => (polygons === "" ? 0 : JSON.parse(polygons).length);

function toPolygon({ geometry, properties }: GeoJSONStoreFeatures): Polygon[] {
  if (geometry.type !== "Polygon" || properties.mode !== MODES.draw || properties.currentlyDrawing === true) {
    return [];
  }
  return [geometry.coordinates.map((ring) => ring.map(([x = 0, y = 0]) => snapToGrid([x, y])))];
}

function toFeature(rings: Polygon): GeoJSONStoreFeatures {
  const coordinates = rings.map((ring) => ring.map(([x, y]) => [x, y]));
  return { type: "Feature", properties: { mode: MODES.draw }, geometry: { type: "Polygon", coordinates } };
}
