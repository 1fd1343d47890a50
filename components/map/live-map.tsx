"use client";

import { AttributionControl, Map as GlMap, Marker, NavigationControl, setWorkerUrl } from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import "./live-map.css";
import { useEffect, useRef, useState } from "react";
import { drawMarker } from "@/components/map/draw-marker";
import { frameOf, paddingIn } from "@/components/map/fit";
import { glideTo } from "@/components/map/glide";
import type { MapLine, MapMarker } from "@/components/map/marker";
import { plainStyle } from "@/components/map/plain-style";
import { MAP_WORDS } from "@/components/map/words";

export interface LiveMapProps {
  readonly markers: readonly MapMarker[];
  readonly lines: readonly MapLine[];
  /** What the map shows, for screen readers. */
  readonly label: string;
  /** URL of the style; when it is null, or anything fails to load, the map uses the plain one. */
  readonly styleUrl: string | null;
  readonly locale: "ru" | "en";
  readonly selected?: string | null;
  readonly onSelect?: (id: string) => void;
  /** The map covers a sketch, and appears only once its style and first tiles are loaded. */
  readonly isOverSketch?: boolean;
  readonly onReady?: () => void;
  /** Called when the device cannot draw maps, or not soon enough. */
  readonly onFail?: () => void;
  readonly className?: string;
}

const WORKER = "/vendor/maplibre-gl-worker.mjs";
const READY_WITHIN_MS = 4_000;
const READY_OVER_SKETCH_WITHIN_MS = 20_000;
const LINES = "lines";

/** A map of moving things. It fills its parent, and keeps what it shows in view until the reader moves it. */
export function LiveMap(props: LiveMapProps) {
  const { markers, lines, label, styleUrl, locale, selected = null, className = "" } = props;
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<GlMap | null>(null);
  const placed = useRef(new Map<string, { marker: Marker; element: HTMLElement; stop: () => void }>());
  const latest = useRef(props);
  const isMoved = useRef(false);
  const [showsReturn, setShowsReturn] = useState(false);
  const [isReady, setReady] = useState(false);
  latest.current = props;
  const words = MAP_WORDS[locale];

  useEffect(() => {
    if (box.current === null) return;
    const shown = openMap(box.current, styleUrl, words.controls, () => latest.current.onFail?.());
    if (shown === null) return;
    map.current = shown;
    const fail = () => latest.current.onFail?.();
    const { isOverSketch = false } = latest.current;
    const fallBack = isOverSketch ? fail : () => shown.setStyle(plainStyle());
    let hasStyle = false;
    let hasTiles = false;
    const watchdog = setTimeout(() => {
      if (!hasStyle && !isOverSketch) fallBack();
    }, READY_WITHIN_MS);
    const giveUp = setTimeout(fail, isOverSketch ? READY_OVER_SKETCH_WITHIN_MS : 2 * READY_WITHIN_MS);
    shown.once("style.load", () => {
      hasStyle = true;
    });
    shown.on("error", () => {
      if (!hasStyle) fallBack();
    });
    shown.on("sourcedata", ({ sourceId, tile }) => {
      hasTiles ||= sourceId !== LINES && tile !== undefined;
    });
    shown.on("webglcontextlost", () => {
      if (isOverSketch) fail();
    });
    shown.on("styledata", () => drawLines(shown, latest.current.lines));
    shown.on("resize", () => {
      if (!isMoved.current) keepInView(shown, latest.current, "at once");
    });
    shown.once("idle", () => {
      clearTimeout(watchdog);
      clearTimeout(giveUp);
      if (isOverSketch && !hasTiles) return fail();
      setReady(true);
      latest.current.onReady?.();
    });
    shown.on("movestart", (event) => {
      if (event.originalEvent === undefined) return;
      isMoved.current = true;
      setShowsReturn(true);
    });
    const known = placed.current;
    return () => {
      clearTimeout(watchdog);
      clearTimeout(giveUp);
      for (const { stop } of known.values()) stop();
      known.clear();
      shown.remove();
      map.current = null;
    };
  }, [styleUrl, words]);

  useEffect(() => {
    const shown = map.current;
    if (shown === null) return;
    placeMarkers(shown, placed.current, markers, (id) => latest.current.onSelect?.(id));
    for (const [id, { element }] of placed.current) element.dataset.selected = String(id === selected);
    if (shown.isStyleLoaded()) drawLines(shown, lines);
    if (!isMoved.current) keepInView(shown, { markers, lines }, "when needed");
  }, [markers, lines, selected]);

  const returnToView = () => {
    isMoved.current = false;
    setShowsReturn(false);
    if (map.current !== null) keepInView(map.current, props, "gently");
  };

  return (
    <section aria-label={label} className={`live-map ${className}`} data-ready={isReady}>
      <div ref={box} className="live-map-canvas" />
      {showsReturn && (
        <button type="button" onClick={returnToView} className="live-map-return">
          {words.returnToView}
        </button>
      )}
    </section>
  );
}

function openMap(
  container: HTMLElement,
  styleUrl: string | null,
  controls: Record<string, string>,
  onFail: () => void,
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
    onFail();
    return null;
  }
}

function drawLines(map: GlMap, lines: readonly MapLine[]): void {
  const data = {
    type: "FeatureCollection" as const,
    features: lines.map(({ points }) => ({
      type: "Feature" as const,
      properties: {},
      geometry: {
        type: "LineString" as const,
        coordinates: points.map(({ latitude, longitude }) => [longitude, latitude]),
      },
    })),
  };
  const source = map.getSource(LINES);
  if (source !== undefined && "setData" in source) {
    (source as { setData(value: typeof data): void }).setData(data);
    return;
  }
  map.addSource(LINES, { type: "geojson", data });
  const layout = { "line-cap": "round", "line-join": "round" } as const;
  const halo = { "line-color": "#ffffff", "line-width": 9, "line-opacity": 0.85 };
  const line = { "line-color": "#0b5cd5", "line-width": 5 };
  map.addLayer({ id: "lines-halo", type: "line", source: LINES, layout, paint: halo });
  map.addLayer({ id: "lines-line", type: "line", source: LINES, layout, paint: line });
}

function placeMarkers(
  map: GlMap,
  placed: Map<string, { marker: Marker; element: HTMLElement; stop: () => void }>,
  markers: readonly MapMarker[],
  onSelect: (id: string) => void,
): void {
  const wanted = new Set(markers.map(({ id }) => id));
  for (const [id, { marker, stop }] of placed) {
    if (wanted.has(id)) continue;
    stop();
    marker.remove();
    placed.delete(id);
  }
  for (const one of markers) {
    const known = placed.get(one.id);
    if (known === undefined) {
      const element = document.createElement("div");
      drawMarker(element, one);
      element.addEventListener("click", () => onSelect(one.id));
      const marker = new Marker({ element }).setLngLat([one.longitude, one.latitude]).addTo(map);
      placed.set(one.id, { marker, element, stop: () => {} });
    } else {
      drawMarker(known.element, one);
      known.stop();
      known.stop = glideTo(known.marker, one);
    }
  }
}

function keepInView(
  map: GlMap,
  { markers, lines }: Pick<LiveMapProps, "markers" | "lines">,
  how: "when needed" | "at once" | "gently",
): void {
  const container = map.getContainer();
  const padding = paddingIn({ width: container.clientWidth, height: container.clientHeight });
  if (markers.length === 0 || padding === null) return;
  const view = map.getBounds();
  const isInView = markers.every(({ longitude, latitude }) => view.contains([longitude, latitude]));
  const isFirst = container.dataset.fitted !== "true";
  if (how === "when needed" && !isFirst && isInView) return;
  container.dataset.fitted = "true";
  const { west, south, east, north } = frameOf([...markers, ...lines.flatMap(({ points }) => points)]);
  map.fitBounds([west, south, east, north], {
    padding: { left: padding.x, right: padding.x, top: padding.y, bottom: padding.y },
    animate: how !== "at once" && !isFirst && !prefersLittleMotion(),
  });
}

function prefersLittleMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
