"use client";

import "maplibre-gl/dist/maplibre-gl.css";
import "./live-map.css";
import { type GeoJSONSource, type Map as GlMap, LngLatBounds, Marker } from "maplibre-gl";
import { useEffect, useRef, useState } from "react";
import { MAP_LABELS } from "@/components/map/map-labels";
import { openMap, plainStyle, showPlain, watchStyle } from "@/components/map/open-map";
import { type DrawingTool, type ShapeDrawing, startDrawing } from "@/components/map/shape-drawing";
import { themedStyle, usePageTheme } from "@/components/map/themed-style";
import { useLatest } from "@/components/ui/use-latest";
import type { Polygon } from "@/lib/service-area/polygon";

export interface ZoneMapProps {
  readonly zones: readonly { readonly name: string; readonly polygons: readonly Polygon[] }[];
  readonly bounds: { west: number; south: number; east: number; north: number };
  readonly drawn?: DrawnShape;
  readonly label: string;
  readonly styleUrl: string | null;
  readonly locale: "ru" | "en";
  readonly onFail: () => void;
}

export interface DrawnShape {
  /** Null leaves the map unchanged while the typed text is not a valid shape. */
  readonly polygons: readonly Polygon[] | null;
  readonly tool: DrawingTool;
  readonly onPolygons: (polygons: readonly Polygon[]) => void;
  readonly onFinish: () => void;
}

const ZONES = "zones";
const PADDING = 40;

export function ZoneMap(props: ZoneMapProps) {
  const { zones, drawn, label, styleUrl, locale } = props;
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<GlMap | null>(null);
  const [drawing, setDrawing] = useState<ShapeDrawing | null>(null);
  const stopDrawing = useRef(() => {});
  const latest = useLatest(props);
  const words = MAP_LABELS[locale].controls;
  const isDrawn = drawn !== undefined;
  const theme = usePageTheme();

  useEffect(() => {
    if (box.current === null) return;
    const opened = openMap(box.current, {
      style: themedStyle(styleUrl, theme) ?? plainStyle(theme),
      controls: words,
    });
    if (opened === null) {
      latest.current.onFail();
      return;
    }
    const stopWatching = watchStyle(opened, () => showPlain(opened, theme));
    opened.once("style.load", () => {
      const { zones: first, drawn: shape, bounds: around } = latest.current;
      const known = [...first.flatMap(({ polygons }) => polygons), ...(shape?.polygons ?? [])];
      opened.fitBounds(toBounds(known) ?? [around.west, around.south, around.east, around.north], {
        padding: PADDING,
        animate: false,
      });
      setMap(opened);
    });
    opened.once("idle", () => {
      if (box.current !== null) box.current.dataset.ready = "true";
    });
    return () => {
      stopWatching();
      // Effects are cleaned up in order, so the drawing would be removed from a map that no longer exists.
      stopDrawing.current();
      setMap(null);
      opened.remove();
    };
  }, [styleUrl, theme, words]);

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

function toBounds(polygons: readonly Polygon[]): LngLatBounds | null {
  const positions = polygons.flatMap(([outer = []]) => outer);
  if (positions.length === 0) return null;
  const around = new LngLatBounds();
  for (const [longitude, latitude] of positions) around.extend([longitude, latitude]);
  return around;
}

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
    const fill = { "fill-color": "#123b2f", "fill-opacity": 0.14 };
    const line = { "line-color": "#123b2f", "line-width": 2 };
    map.addLayer({ id: "zones-fill", type: "fill", source: ZONES, paint: fill });
    map.addLayer({ id: "zones-line", type: "line", source: ZONES, paint: line });
  } else {
    source.setData(data);
  }
  const names = zones.flatMap(({ name, polygons }) => {
    const around = toBounds(polygons);
    if (around === null) return [];
    const element = document.createElement("div");
    element.className = "zone-name";
    element.textContent = name;
    // The list next to the map already has these names.
    element.ariaHidden = "true";
    return [new Marker({ element }).setLngLat(around.getCenter()).addTo(map)];
  });
  return () => {
    for (const marker of names) marker.remove();
  };
}
