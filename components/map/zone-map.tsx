"use client";

import {
  AttributionControl,
  type GeoJSONSource,
  Map as GlMap,
  LngLatBounds,
  Marker,
  NavigationControl,
  setWorkerUrl,
} from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import "./live-map.css";
import { useEffect, useRef, useState } from "react";
import { plainStyle } from "@/components/map/plain-style";
import { type DrawingTool, type ShapeDrawing, startDrawing } from "@/components/map/shape-drawing";
import { MAP_WORDS } from "@/components/map/words";
import type { Polygon } from "@/lib/service-area/polygon";

export interface ZoneMapProps {
  readonly zones: readonly { readonly name: string; readonly polygons: readonly Polygon[] }[];
  /** Degrees; what is seen while there is no zone. */
  readonly bounds: { west: number; south: number; east: number; north: number };
  /** The shape that is drawn on the map; without it the map only shows zones. */
  readonly drawn?: DrawnShape;
  /** What the map shows, for who cannot see it. */
  readonly label: string;
  /** Address of the style; null, and whatever cannot be loaded, gives the plain one. */
  readonly styleUrl: string | null;
  readonly locale: "ru" | "en";
  readonly onFail: () => void;
}

export interface DrawnShape {
  /** Null leaves what is on the map, while what was typed is no shape. */
  readonly polygons: readonly Polygon[] | null;
  readonly tool: DrawingTool;
  readonly onPolygons: (polygons: readonly Polygon[]) => void;
  /** A polygon has been finished, or the drawing given up. */
  readonly onFinish: () => void;
}

const WORKER = "/vendor/maplibre-gl-worker.mjs";
const READY_WITHIN_MS = 4_000;
const ZONES = "zones";
const PADDING = 40;

/** A map of zones, on which a shape may be drawn. It fills its parent. */
export function ZoneMap(props: ZoneMapProps) {
  const { zones, drawn, label, styleUrl, locale } = props;
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<GlMap | null>(null);
  const [drawing, setDrawing] = useState<ShapeDrawing | null>(null);
  const stopDrawing = useRef(() => {});
  const latest = useRef(props);
  latest.current = props;
  const words = MAP_WORDS[locale].controls;
  const isDrawn = drawn !== undefined;

  useEffect(() => {
    if (box.current === null) return;
    const opened = openMap(box.current, styleUrl, words);
    if (opened === null) {
      latest.current.onFail();
      return;
    }
    const fallBack = () => opened.setStyle(plainStyle());
    let hasStyle = false;
    const watchdog = setTimeout(() => {
      if (!hasStyle) fallBack();
    }, READY_WITHIN_MS);
    opened.once("style.load", () => {
      hasStyle = true;
      const { zones: first, drawn: shape, bounds: around } = latest.current;
      const known = [...first.flatMap(({ polygons }) => polygons), ...(shape?.polygons ?? [])];
      opened.fitBounds(boundsOf(known) ?? [around.west, around.south, around.east, around.north], {
        padding: PADDING,
        animate: false,
      });
      setMap(opened);
    });
    opened.on("error", () => {
      if (!hasStyle) fallBack();
    });
    opened.once("idle", () => {
      if (box.current !== null) box.current.dataset.ready = "true";
    });
    return () => {
      clearTimeout(watchdog);
      // Effects are undone in their order: what is drawn would be taken off a map that is gone.
      stopDrawing.current();
      setMap(null);
      opened.remove();
    };
  }, [styleUrl, words]);

  useEffect(() => (map === null ? undefined : showZones(map, zones)), [map, zones]);

  useEffect(() => {
    if (map === null || !isDrawn) return;
    const started = startDrawing(map, {
      onPolygons: (polygons) => latest.current.drawn?.onPolygons(polygons),
      onFinish: () => latest.current.drawn?.onFinish(),
    });
    setDrawing(started);
    stopDrawing.current = () => {
      stopDrawing.current = () => {};
      setDrawing(null);
      started.stop();
    };
    return () => stopDrawing.current();
  }, [map, isDrawn]);

  const shown = JSON.stringify(drawn?.polygons ?? null);
  useEffect(() => {
    const polygons = JSON.parse(shown) as readonly Polygon[] | null;
    if (polygons !== null) drawing?.show(polygons);
  }, [drawing, shown]);

  const tool = drawn?.tool ?? "move";
  useEffect(() => drawing?.take(tool), [drawing, tool]);

  return (
    <section aria-label={label} className="live-map">
      <div ref={box} className="live-map-canvas" />
    </section>
  );
}

function openMap(
  container: HTMLElement,
  styleUrl: string | null,
  controls: Record<string, string>,
): GlMap | null {
  setWorkerUrl(WORKER);
  try {
    const map = new GlMap({
      container,
      style: styleUrl ?? plainStyle(),
      locale: controls,
      attributionControl: false,
      // One finger scrolls the page, two move the map.
      cooperativeGestures: true,
      dragRotate: false,
      pitchWithRotate: false,
      fadeDuration: 0,
    });
    map.touchZoomRotate.disableRotation();
    map.addControl(new NavigationControl({ showCompass: false }), "top-right");
    map.addControl(new AttributionControl({ compact: true }), "bottom-left");
    return map;
  } catch {
    return null;
  }
}

/** Around all outer rings; null without any. */
function boundsOf(polygons: readonly Polygon[]): LngLatBounds | null {
  const positions = polygons.flatMap(([outer = []]) => outer);
  if (positions.length === 0) return null;
  const around = new LngLatBounds();
  for (const [longitude, latitude] of positions) around.extend([longitude, latitude]);
  return around;
}

/** Puts zones with their names on a map. @returns takes the names away */
function showZones(map: GlMap, zones: ZoneMapProps["zones"]): () => void {
  const data = {
    type: "FeatureCollection" as const,
    features: zones.map(({ polygons }) => ({
      type: "Feature" as const,
      properties: {},
      geometry: {
        type: "MultiPolygon" as const,
        coordinates: polygons.map((rings) => rings.map((ring) => ring.map(([x, y]) => [x, y]))),
      },
    })),
  };
  const source = map.getSource<GeoJSONSource>(ZONES);
  if (source === undefined) {
    map.addSource(ZONES, { type: "geojson", data });
    const fill = { "fill-color": "#0b5cd5", "fill-opacity": 0.14 };
    const line = { "line-color": "#0b5cd5", "line-width": 2 };
    map.addLayer({ id: "zones-fill", type: "fill", source: ZONES, paint: fill });
    map.addLayer({ id: "zones-line", type: "line", source: ZONES, paint: line });
  } else {
    source.setData(data);
  }
  const names = zones.flatMap(({ name, polygons }) => {
    const around = boundsOf(polygons);
    if (around === null) return [];
    const element = document.createElement("div");
    element.className = "zone-name";
    element.textContent = name;
    // The list beside the map has the same names.
    element.ariaHidden = "true";
    return [new Marker({ element }).setLngLat(around.getCenter()).addTo(map)];
  });
  return () => {
    for (const marker of names) marker.remove();
  };
}
