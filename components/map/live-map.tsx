"use client";

import { type Map as GlMap, Marker } from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import "./live-map.css";
import { useEffect, useRef, useState } from "react";
import { drawMarker } from "@/components/map/draw-marker";
import { boundsOf, paddingIn } from "@/components/map/fit";
import { glideTo } from "@/components/map/glide";
import type { MapLine, MapMarker } from "@/components/map/marker";
import { openMap, showPlain, watchStyle } from "@/components/map/open-map";
import { plainStyle } from "@/components/map/plain-style";
import { themedStyle, usePageTheme } from "@/components/map/themed-style";
import { MAP_WORDS } from "@/components/map/words";
import type { MapTheme } from "@/lib/map/colors";
import { type Frame, fromSquare, PICTURE, squareOf } from "@/lib/map/frame";

export interface LiveMapProps {
  readonly markers: readonly MapMarker[];
  readonly lines: readonly MapLine[];
  /** What the map shows, for screen readers. */
  readonly label: string;
  /**
   * URL of the style, where `{theme}` stands for the page's theme; if null or if it fails to load, the map uses the
   * plain style.
   */
  readonly styleUrl: string | null;
  readonly locale: "ru" | "en";
  readonly selected?: string | null;
  readonly onSelect?: (id: string) => void;
  /**
   * Frame of the picture behind the map, which stays until the style and first tiles are loaded; the map opens on the
   * same frame. Without it, the map fits its markers.
   */
  readonly pictured?: Frame;
  readonly onReady?: () => void;
  /** Called when the device cannot draw maps, or not soon enough. */
  readonly onFail?: () => void;
  readonly className?: string;
}

const READY_WITHIN_MS = 4_000;
const READY_OVER_PICTURE_WITHIN_MS = 20_000;
const LINES = "lines";

/** A map of moving things. It fills its parent, and keeps what it shows in view until the reader moves it. */
export function LiveMap(props: LiveMapProps) {
  const { markers, lines, label, styleUrl, locale, selected = null, pictured, className = "" } = props;
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<GlMap | null>(null);
  const placed = useRef(new Map<string, { marker: Marker; element: HTMLElement; stop: () => void }>());
  const latest = useRef(props);
  const isMoved = useRef(false);
  const [showsReturn, setShowsReturn] = useState(false);
  const [isReady, setReady] = useState(false);
  latest.current = props;
  const words = MAP_WORDS[locale];
  const theme = usePageTheme();
  const drawnTheme = useRef(theme);
  const pictureId = pictured && Object.values(pictured).join();

  useEffect(() => {
    if (box.current === null) return;
    const first = drawnTheme.current;
    const style = themedStyle(styleUrl, first) ?? plainStyle(first);
    const fail = () => latest.current.onFail?.();
    const shown = openMap(box.current, { style, controls: words.controls });
    if (shown === null) return fail();
    map.current = shown;
    const isOverPicture = latest.current.pictured !== undefined;
    let hasTiles = false;
    const stopWatching = isOverPicture
      ? watchStyle(shown, fail, READY_OVER_PICTURE_WITHIN_MS)
      : watchStyle(shown, () => showPlain(shown, drawnTheme.current));
    const giveUp = setTimeout(fail, isOverPicture ? READY_OVER_PICTURE_WITHIN_MS : 2 * READY_WITHIN_MS);
    shown.on("sourcedata", ({ sourceId, tile }) => {
      hasTiles ||= sourceId !== LINES && tile !== undefined;
    });
    shown.on("webglcontextlost", () => {
      if (isOverPicture) fail();
    });
    shown.on("styledata", () => drawLines(shown, latest.current.lines, drawnTheme.current));
    shown.on("resize", () => {
      if (!isMoved.current) keepInView(shown, latest.current, "at once");
    });
    shown.once("idle", () => {
      clearTimeout(giveUp);
      if (isOverPicture && !hasTiles) return fail();
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
      stopWatching();
      clearTimeout(giveUp);
      for (const { stop } of known.values()) stop();
      known.clear();
      shown.remove();
      map.current = null;
    };
  }, [styleUrl, words]);

  useEffect(() => {
    if (drawnTheme.current === theme) return;
    drawnTheme.current = theme;
    map.current?.setStyle(themedStyle(styleUrl, theme) ?? plainStyle(theme), { diff: false });
  }, [theme, styleUrl]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: frames are compared by their numbers
  useEffect(() => {
    const shown = map.current;
    if (shown === null) return;
    placeMarkers(shown, placed.current, markers, (id) => latest.current.onSelect?.(id));
    for (const [id, { element }] of placed.current) element.dataset.selected = String(id === selected);
    if (shown.isStyleLoaded()) drawLines(shown, lines, drawnTheme.current);
    if (!isMoved.current) keepInView(shown, latest.current, "when needed");
  }, [markers, lines, selected, pictureId]);

  const returnToView = () => {
    isMoved.current = false;
    setShowsReturn(false);
    if (map.current !== null) keepInView(map.current, props, "gently");
  };

  return (
    <section
      aria-label={label}
      className={`live-map ${className}`}
      data-ready={isReady}
      data-theme-drawn={theme}
      data-follows={markers.filter(({ kind }) => kind === "courier").length === 1}
    >
      <div ref={box} className="live-map-canvas" />
      {showsReturn && (
        <button type="button" onClick={returnToView} className="live-map-return">
          {words.returnToView}
        </button>
      )}
    </section>
  );
}

/** The route ahead, in the one colour that the ground leaves free, with an edge that sets it off from the streets. */
const ROUTE = {
  light: { line: "#123b2f", casing: "#ffffff" },
  dark: { line: "#d4f23c", casing: "#0b1310" },
} as const;

function drawLines(map: GlMap, lines: readonly MapLine[], theme: MapTheme): void {
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
  const casing = { "line-color": ROUTE[theme].casing, "line-width": 11 };
  const line = { "line-color": ROUTE[theme].line, "line-width": 6 };
  // Draw the route below the names.
  const names = map.getStyle().layers.find(({ type }) => type === "symbol")?.id;
  map.addLayer({ id: "lines-casing", type: "line", source: LINES, layout, paint: casing }, names);
  map.addLayer({ id: "lines-line", type: "line", source: LINES, layout, paint: line }, names);
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

type Shown = Pick<LiveMapProps, "markers" | "lines" | "pictured">;

function keepInView(map: GlMap, shown: Shown, how: "when needed" | "at once" | "gently"): void {
  const { markers, lines, pictured } = shown;
  const container = map.getContainer();
  const size = { width: container.clientWidth, height: container.clientHeight };
  const padding = paddingIn(size);
  if (markers.length === 0 || padding === null) return;
  const fitted = pictured === undefined ? "true" : Object.values(pictured).join();
  const isFirst = container.dataset.fitted === undefined;
  const isAsBefore = container.dataset.fitted === fitted;
  const view = map.getBounds();
  const isInView = markers.every(({ longitude, latitude }) => view.contains([longitude, latitude]));
  if (how === "when needed" && isAsBefore && isInView) return;
  container.dataset.fitted = fitted;
  const animate = how !== "at once" && !isFirst && !prefersLittleMotion();
  if (pictured !== undefined) {
    const camera = cameraOf(pictured, size);
    if (animate) map.easeTo(camera);
    else map.jumpTo(camera);
    return;
  }
  const { west, south, east, north } = boundsOf([...markers, ...lines.flatMap(({ points }) => points)]);
  map.fitBounds([west, south, east, north], {
    padding: { left: padding.x, right: padding.x, top: padding.y, bottom: padding.y },
    animate,
  });
}

/** Width of a map tile, in pixels. */
const TILE_PX = 512;

/** Returns the camera that shows what a frame's picture shows when it covers a box. */
function cameraOf(frame: Frame, { width, height }: { width: number; height: number }) {
  const { width: across, ...middle } = squareOf(frame);
  const { latitude, longitude } = fromSquare(middle);
  const pixels = PICTURE.width * Math.max(width / PICTURE.width, height / PICTURE.height);
  return { center: [longitude, latitude] as [number, number], zoom: Math.log2(pixels / TILE_PX / across) };
}

function prefersLittleMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
