"use client";

import type { Point } from "@/lib/point";
import "maplibre-gl/dist/maplibre-gl.css";
import "./live-map.css";
import "./markers.css";
import { LocateFixed, Minus, Plus } from "lucide-react";
import type { Map as GlMap, MapSourceDataEvent } from "maplibre-gl";
import { useEffect, useRef, useState } from "react";
import { drawClusters, listenToCrowd, splitMarkers } from "@/components/map/crowd";
import { besideButtons, isCovered, type Padding, paddingIn, toBounds, toCamera } from "@/components/map/fit";
import { MAP_LABELS } from "@/components/map/map-labels";
import { drawBoxes, drawLines, OWN_SOURCES } from "@/components/map/map-layers";
import type { MapLine, MapMarker } from "@/components/map/map-marker";
import { MarkerPlacements, toPoint } from "@/components/map/marker-placements";
import { openMap, plainStyle, showPlain, watchStyle } from "@/components/map/open-map";
import { themeColors } from "@/components/map/theme-colors";
import { themedStyle, usePageTheme } from "@/components/map/themed-style";
import { useLatest } from "@/components/ui/use-latest";
import type { Frame } from "@/lib/city/map/frame";

export interface LiveMapProps {
  readonly markers: readonly MapMarker[];
  readonly lines: readonly MapLine[];
  readonly label: string;
  /** The placeholder `{theme}` stands for the page's theme. Without a style, the map shows a plain one. */
  readonly styleUrl: string | null;
  readonly locale: "ru" | "en";
  readonly selected?: string | null;
  readonly onSelect?: (id: string) => void;
  readonly onDrop?: (id: string, point: Point) => void;
  /** While set, the pointer is a crosshair. */
  readonly onPoint?: ((point: Point) => void) | undefined;
  /** The frame of the picture below, or a closer one. Without it, the map fits its markers. */
  readonly pictured?: Frame;
  /** The covered width at each side, in pixels. */
  readonly cover?: Padding;
  readonly isAtDoor?: boolean;
  /** Defaults to the courier, if there is one. */
  readonly home?: "courier" | "all" | "me";
  readonly buttons?: "all" | "home" | "none";
  /** After a reconnection, a map that failed to load is opened again. */
  readonly isConnected?: boolean;
  readonly onReady?: () => void;
  /** Called when the device cannot draw maps, or takes too long. */
  readonly onFail?: () => void;
  readonly className?: string;
}

// Slow phones render maps in software.
const READY_WITHIN_MS = 20_000;

export function LiveMap(props: LiveMapProps) {
  const { markers, lines, label, styleUrl, locale, selected = null, pictured, className = "" } = props;
  const { isConnected = true } = props;
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<GlMap | null>(null);
  const placed = useRef<MarkerPlacements | null>(null);
  const latest = useLatest(props);
  const isMoved = useRef(false);
  const [showsReturn, setShowsReturn] = useState(false);
  const [isReady, setReady] = useState(false);
  const isIncomplete = useRef(false);
  const [reopenings, setReopenings] = useState(0);
  const words = MAP_LABELS[locale];
  const theme = usePageTheme();
  const drawnTheme = useRef(theme);
  // Layers can be added only after the style has loaded.
  const hasStyle = useRef(false);
  const pictureId = pictured && Object.values(pictured).join();

  const place = () => {
    const shown = map.current;
    const standing = placed.current;
    if (shown === null || standing === null) return;
    const now = latest.current;
    const chosen = now.selected ?? null;
    standing.show(splitMarkers(now.markers, chosen).alone, now.lines, chosen);
    if (hasStyle.current) drawLayers(shown, latest.current, standing);
    if (!isMoved.current) keepInView(shown, latest.current, "when needed");
  };

  const open = (canvas: HTMLElement): (() => void) => {
    const first = drawnTheme.current;
    const style = themedStyle(styleUrl, first) ?? plainStyle(first);
    const fail = () => latest.current.onFail?.();
    const shown = openMap(canvas, { style, controls: words.controls, hasZoom: false });
    if (shown === null) {
      fail();
      return () => {};
    }
    map.current = shown;
    isIncomplete.current = false;
    shown.on("error", () => {
      isIncomplete.current = true;
    });
    const select = (id: string) => latest.current.onSelect?.(id);
    const draw = () => {
      if (hasStyle.current) drawLayers(shown, latest.current, standing);
    };
    const standing = new MarkerPlacements(shown, select, draw, (id, point) =>
      latest.current.onDrop?.(id, point),
    );
    placed.current = standing;
    const needsStreets = latest.current.pictured !== undefined;
    let hasTiles = false;
    const stopWatching = needsStreets
      ? watchStyle(shown, fail, READY_WITHIN_MS)
      : watchStyle(shown, () => {
          isIncomplete.current = true;
          showPlain(shown, drawnTheme.current);
        });
    const giveUp = setTimeout(fail, READY_WITHIN_MS);
    let streets: readonly string[] = [];
    const finish = () => {
      clearTimeout(giveUp);
      if (needsStreets && !hasTiles) return fail();
      setReady(true);
      latest.current.onReady?.();
    };
    const lookForTiles = ({ sourceId, tile }: MapSourceDataEvent) => {
      if (OWN_SOURCES.has(sourceId)) return;
      hasTiles ||= tile !== undefined;
      // MapLibre's `idle` event never fires while something keeps moving.
      if (!hasTiles || !streets.every((id) => shown.isSourceLoaded(id))) return;
      shown.off("sourcedata", lookForTiles);
      shown.once("render", finish);
    };
    shown.on("sourcedata", lookForTiles);
    shown.on("webglcontextlost", () => {
      if (needsStreets) fail();
    });
    shown.on("style.load", () => {
      // A container that was removed from the page has no computed colors.
      if (map.current !== shown || !canvas.isConnected) return;
      hasStyle.current = true;
      streets = Object.keys(shown.getStyle().sources).filter((id) => !OWN_SOURCES.has(id));
      if (!needsStreets) clearTimeout(giveUp);
      draw();
    });
    listenToCrowd(shown, select);
    shown.on("click", ({ lngLat }) => latest.current.onPoint?.(toPoint(lngLat)));
    shown.on("resize", () => {
      if (!isMoved.current) keepInView(shown, latest.current, "at once");
    });
    shown.once("idle", finish);
    shown.on("movestart", (event) => {
      if (event.originalEvent === undefined) return;
      isMoved.current = true;
      setShowsReturn(true);
    });
    return () => {
      stopWatching();
      clearTimeout(giveUp);
      standing.clear();
      delete shown.getContainer().dataset.fitted;
      shown.remove();
    };
  };

  // Opening and removing a map are slow, so neither delays a paint.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the markers are always the latest
  useEffect(() => {
    const canvas = box.current;
    if (canvas === null) return;
    let close = () => {};
    const callOff = afterPaint(() => {
      close = open(canvas);
      place();
    });
    return () => {
      callOff();
      hasStyle.current = false;
      map.current = null;
      placed.current = null;
      afterPaint(() => close());
    };
  }, [styleUrl, words, reopenings]);

  // MapLibre requests neither its worker nor a failed style or tile a second time.
  useEffect(() => {
    if (!isConnected || !isIncomplete.current) return;
    isMoved.current = false;
    setShowsReturn(false);
    setReopenings((count) => count + 1);
  }, [isConnected]);

  useEffect(() => {
    if (drawnTheme.current === theme) return;
    drawnTheme.current = theme;
    hasStyle.current = false;
    map.current?.setStyle(themedStyle(styleUrl, theme) ?? plainStyle(theme), { diff: false });
  }, [theme, styleUrl]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: frames are compared by their numbers
  useEffect(place, [markers, lines, selected, pictureId]);

  const returnToView = () => {
    isMoved.current = false;
    setShowsReturn(false);
    if (map.current !== null) keepInView(map.current, props, "gently");
  };
  const zoomBy = (step: 1 | -1) => {
    isMoved.current = true;
    setShowsReturn(true);
    map.current?.zoomTo(Math.round(map.current.getZoom() + step), {
      duration: prefersLittleMotion() ? 0 : 200,
    });
  };

  const { buttons = "all", home = hasOneCourier(markers) ? "courier" : "all" } = props;
  return (
    <section
      aria-label={label}
      className={`live-map ${className}`}
      data-ready={isReady}
      data-picking={props.onPoint !== undefined}
      data-theme-drawn={theme}
    >
      <div ref={box} className="live-map-canvas" />
      {buttons !== "none" && (
        <MapButtons
          controls={words.controls}
          home={words.home[home]}
          isAway={showsReturn}
          onHome={returnToView}
          onZoom={buttons === "all" ? zoomBy : null}
        />
      )}
    </section>
  );
}

const hasOneCourier = (markers: readonly MapMarker[]): boolean =>
  markers.filter(({ kind }) => kind === "courier").length === 1;

function drawLayers(map: GlMap, shown: LiveMapProps, standing: MarkerPlacements): void {
  const { markers, lines, selected = null } = shown;
  const colors = themeColors(map.getContainer());
  const { alone, crowd } = splitMarkers(markers, selected);
  drawLines(map, standing.linesNow(markers, lines), colors);
  drawClusters(map, crowd, colors);
  drawBoxes(map, standing.now(alone));
}

const DOOR_SPAN_DEGREES = 0.0005;

function keepInView(map: GlMap, shown: LiveMapProps, how: "when needed" | "at once" | "gently"): void {
  const { markers, lines, pictured, isAtDoor = false, buttons = "all" } = shown;
  const cover = buttons === "none" ? shown.cover : besideButtons(shown.cover);
  const container = map.getContainer();
  const size = { width: container.clientWidth, height: container.clientHeight };
  const padding = paddingIn(size, cover);
  if (markers.length === 0 || padding === null) return;
  const fitted = pictured === undefined ? "true" : Object.values(pictured).join();
  const isFirst = container.dataset.fitted === undefined;
  const isAsBefore = container.dataset.fitted === fitted;
  const view = map.getBounds();
  const isClear = ({ longitude, latitude }: Point) =>
    cover === undefined || !isCovered(map.project([longitude, latitude]), size, cover);
  const isInView = markers.every(
    (marker) => view.contains([marker.longitude, marker.latitude]) && isClear(marker),
  );
  if (how === "when needed" && isAsBefore && (pictured !== undefined || isInView)) return;
  container.dataset.fitted = fitted;
  const animate = how !== "at once" && !isFirst && !prefersLittleMotion();
  if (pictured !== undefined) {
    // The padding of the box reserves its left part for an overlay.
    const box = container.closest(".map-box") ?? container;
    const left = Number.parseFloat(getComputedStyle(box).paddingLeft) || 0;
    const free = { ...size, width: size.width - left };
    const camera = { ...toCamera(pictured, free), padding: { top: 0, right: 0, bottom: 0, left } };
    if (animate) map.easeTo(camera);
    else map.jumpTo(camera);
    return;
  }
  const { west, south, east, north } = toBounds(
    [...markers, ...lines.flatMap(({ points }) => points)],
    isAtDoor ? DOOR_SPAN_DEGREES : undefined,
  );
  map.fitBounds([west, south, east, north], { padding, animate, maxZoom: 16.5 });
}

const prefersLittleMotion = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

const ZOOMS = [
  { name: "NavigationControl.ZoomIn", step: 1, icon: Plus },
  { name: "NavigationControl.ZoomOut", step: -1, icon: Minus },
] as const;

interface ButtonProps {
  controls: Readonly<Record<(typeof ZOOMS)[number]["name"], string>>;
  home: string;
  isAway: boolean;
  onHome: () => void;
  onZoom: ((step: 1 | -1) => void) | null;
}

const MapButtons = ({ controls, home, isAway, onHome, onZoom }: ButtonProps) => (
  <div className="live-map-buttons">
    {isAway && (
      <button type="button" onClick={onHome} className="live-map-return">
        {home}
      </button>
    )}
    <div>
      {onZoom !== null &&
        ZOOMS.map(({ name, step, icon: Icon }) => (
          <button key={name} type="button" data-zoom aria-label={controls[name]} onClick={() => onZoom(step)}>
            <Icon aria-hidden="true" />
          </button>
        ))}
      {!isAway && (
        <button type="button" aria-label={home} onClick={onHome}>
          <LocateFixed aria-hidden="true" />
        </button>
      )}
    </div>
  </div>
);

/** Returns a function that cancels the work. */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Callbacks run before their frame is painted, so the second callback proves that the first frame was painted.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      timer = setTimeout(work);
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
