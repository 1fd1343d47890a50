import type { GeoJSONSource, GeoJSONSourceSpecification, Map as GlMap } from "maplibre-gl";
import { setSourceData } from "@/components/map/map-layers";
import type { MapMarker } from "@/components/map/map-marker";
import { getMarkerInside, getMarkerShape, SHAPE_PX } from "@/components/map/marker-look";
import type { ThemeColors } from "@/components/map/theme-colors";

/** With more markers than this, MapLibre draws orders and couriers, in clusters. */
export const CROWD_FROM = 200;

const CROWD = "crowd";
const ONES = "crowd-ones";
const CLUSTERS = "crowd-clusters";
const CLUSTER_PX = 40;
const RATIO = 2;

export function splitMarkers(
  markers: readonly MapMarker[],
  selected: string | null,
): { alone: readonly MapMarker[]; crowd: readonly MapMarker[] } {
  if (markers.length <= CROWD_FROM) return { alone: markers, crowd: [] };
  const isOfCrowd = ({ id, kind, isPuck, note }: MapMarker) =>
    (kind === "order" || kind === "courier") && !isPuck && note === undefined && id !== selected;
  return {
    alone: markers.filter((marker) => !isOfCrowd(marker)),
    crowd: markers.filter(isOfCrowd),
  };
}

/** Compared by identity: serializing thousands of markers takes too long. */
const drawn = new WeakMap<object, readonly MapMarker[]>();

const areSame = (before: readonly MapMarker[] | undefined, now: readonly MapMarker[]): boolean =>
  before?.length === now.length && now.every((marker, index) => marker === before[index]);

export function drawClusters(map: GlMap, crowd: readonly MapMarker[], colors: ThemeColors): void {
  const source = map.getSource(CROWD);
  if (source !== undefined && areSame(drawn.get(source), crowd)) return;
  if (source !== undefined) drawn.set(source, crowd);
  const data: Exclude<GeoJSONSourceSpecification["data"], string> = {
    type: "FeatureCollection",
    features: crowd.map((marker) => ({
      type: "Feature",
      properties: {
        id: marker.id,
        image: addMarkerImage(map, marker, colors),
        heading: marker.heading ?? 0,
        bad: marker.tone === "bad" ? 1 : 0,
      },
      geometry: { type: "Point", coordinates: [marker.longitude, marker.latitude] },
    })),
  };
  if (setSourceData(map, CROWD, data) || crowd.length === 0) return;
  map.addSource(CROWD, {
    type: "geojson",
    data,
    cluster: true,
    clusterRadius: 46,
    clusterMaxZoom: 15,
    clusterProperties: { bad: ["+", ["get", "bad"]] },
  });
  map.addImage("crowd-calm", ring(colors.surface, colors.fir), { pixelRatio: RATIO });
  map.addImage("crowd-bad", ring(colors.surface, colors.bad), { pixelRatio: RATIO });
  map.addLayer({
    id: ONES,
    source: CROWD,
    type: "symbol",
    filter: ["!", ["has", "point_count"]],
    layout: {
      "icon-image": ["get", "image"],
      "icon-rotate": ["get", "heading"],
      "icon-allow-overlap": true,
    },
  });
  map.addLayer({
    id: CLUSTERS,
    source: CROWD,
    type: "symbol",
    filter: ["has", "point_count"],
    layout: {
      "icon-image": ["case", [">", ["get", "bad"], 0], "crowd-bad", "crowd-calm"],
      "icon-allow-overlap": true,
      "text-field": ["get", "point_count_abbreviated"],
      "text-font": ["Onest Medium"],
      "text-size": 14,
      "text-allow-overlap": true,
    },
    paint: { "text-color": colors.ink },
  });
}

export function listenToCrowd(map: GlMap, onSelect: (id: string) => void): void {
  map.on("click", ONES, ({ features }) => {
    const id = features?.[0]?.properties.id;
    if (typeof id === "string") onSelect(id);
  });
  map.on("click", CLUSTERS, async ({ features, lngLat }) => {
    const source = map.getSource<GeoJSONSource>(CROWD);
    const zoom = await source?.getClusterExpansionZoom(Number(features?.[0]?.properties.cluster_id));
    if (zoom !== undefined) map.easeTo({ center: lngLat, zoom });
  });
  for (const layer of [ONES, CLUSTERS]) {
    map.on("mouseenter", layer, () => {
      map.getCanvas().style.cursor = "pointer";
    });
    map.on("mouseleave", layer, () => {
      map.getCanvas().style.cursor = "";
    });
  }
}

function addMarkerImage(map: GlMap, marker: MapMarker, colors: ThemeColors): string {
  const inside = getMarkerInside(marker);
  if (inside.is !== "sign") return "";
  const name = `crowd-${marker.kind}-${marker.tone}-${inside.sign}`;
  if (map.hasImage(name)) return name;
  const shape = getMarkerShape(marker);
  const size = SHAPE_PX[shape].width;
  const { fill, sign, edge } = getMarkerColors(marker, colors);
  const image = canvas(size + 5, (context) => {
    context.translate(2.5, 2.5);
    const outline = new Path2D();
    if (shape === "square") outline.roundRect(0, 0, size, size, 7);
    else outline.arc(size / 2, size / 2, size / 2, 0, 2 * Math.PI);
    context.lineWidth = 5;
    context.strokeStyle = edge;
    if (marker.tone === "stale" && shape === "courier") {
      context.lineWidth = 2.5;
      context.setLineDash([5, 3]);
    }
    context.stroke(outline);
    context.fillStyle = fill;
    context.fill(outline);
    const px = shape === "square" ? 14 : 13;
    context.translate((size - px) / 2, (size - px) / 2);
    context.scale(px / 24, px / 24);
    const path = new Path2D(inside.path);
    context.setLineDash([]);
    Object.assign(context, { lineWidth: 2.4, lineCap: "round", lineJoin: "round" });
    context.fillStyle = sign;
    context.strokeStyle = sign;
    if (inside.isFilled) context.fill(path);
    else context.stroke(path);
  });
  map.addImage(name, image, { pixelRatio: RATIO });
  return name;
}

function getMarkerColors({ kind, tone }: MapMarker, colors: ThemeColors) {
  const ground = colors["route-casing"];
  if (tone === "busy") {
    const isDark = colors.route === colors.live;
    const [fill, sign] = isDark ? [colors.live, colors["on-live"]] : [colors["on-live"], colors.live];
    return { fill, sign, edge: ground };
  }
  if (kind !== "courier") {
    const { assigned, cancelled, late, bad } = colors;
    const fills = { normal: assigned, new: colors.new, late, bad, stale: cancelled };
    return { fill: fills[tone], sign: ground, edge: ground };
  }
  if (tone === "stale") return { fill: colors.surface, sign: colors.cancelled, edge: colors.cancelled };
  return { fill: ground, sign: colors.route, edge: colors.route };
}

const ring = (fill: string, edge: string): ImageData =>
  canvas(CLUSTER_PX + 5, (context) => {
    context.beginPath();
    context.arc(CLUSTER_PX / 2 + 2.5, CLUSTER_PX / 2 + 2.5, CLUSTER_PX / 2, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
    context.lineWidth = 2.5;
    context.strokeStyle = edge;
    context.stroke();
  });

function canvas(size: number, draw: (context: CanvasRenderingContext2D) => void): ImageData {
  const element = document.createElement("canvas");
  element.width = size * RATIO;
  element.height = size * RATIO;
  const context = element.getContext("2d");
  if (context === null) return new ImageData(1, 1);
  context.scale(RATIO, RATIO);
  draw(context);
  return context.getImageData(0, 0, element.width, element.height);
}
