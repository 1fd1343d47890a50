"use client";

import { Map as GlMap, Marker, NavigationControl, type StyleSpecification, setWorkerUrl } from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import "./live-map.css";
import { useEffect, useRef } from "react";
import { drawMarker } from "@/components/map/draw-marker";
import { plainStyle } from "@/components/map/plain-style";
import { themedStyle, usePageTheme } from "@/components/map/themed-style";
import { MAP_WORDS } from "@/components/map/words";

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const WORKER = "/vendor/maplibre-gl-worker.mjs";
const READY_WITHIN_MS = 4_000;
// About 0.1 m, which is as fine as prices tell places apart.
const DECIMALS = 6;
const CITY_ZOOM = 11;
const HOUSE_ZOOM = 15;

/** A map on which a click, or a drag of the marker, says where something is. It fills its parent. */
export function PointPicker({
  point,
  near,
  kind,
  label,
  markerLabel,
  styleUrl,
  locale,
  onPick,
  onFail,
}: {
  point: Point | null;
  /** Where to look while no point is known. */
  near: Point | null;
  kind: "pickup" | "dropoff";
  /** What the map is for, for who cannot see it. */
  label: string;
  markerLabel: string;
  /** Address of the style, `{theme}` in it standing for the page's, which says where the city is; null, and whatever cannot be loaded, gives the plain one. */
  styleUrl: string | null;
  locale: "ru" | "en";
  onPick: (point: Point) => void;
  onFail: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<GlMap | null>(null);
  const marker = useRef<Marker | null>(null);
  const latest = useRef({ point, near, onPick, onFail });
  latest.current = { point, near, onPick, onFail };
  const words = MAP_WORDS[locale].controls;
  const { latitude, longitude } = point ?? { latitude: null, longitude: null };
  const theme = usePageTheme();
  const drawnTheme = useRef(theme);

  useEffect(() => {
    if (box.current === null) return;
    const first = drawnTheme.current;
    const style = themedStyle(styleUrl, first) ?? plainStyle(first);
    const shown = openMap(box.current, latest.current, style, words);
    if (shown === null) {
      latest.current.onFail();
      return;
    }
    map.current = shown;
    const fallBack = () => shown.setStyle(plainStyle(drawnTheme.current));
    let hasStyle = false;
    const watchdog = setTimeout(() => {
      if (!hasStyle) fallBack();
    }, READY_WITHIN_MS);
    shown.once("style.load", () => {
      hasStyle = true;
    });
    shown.on("error", () => {
      if (!hasStyle) fallBack();
    });
    shown.once("idle", () => {
      clearTimeout(watchdog);
      if (box.current !== null) box.current.dataset.ready = "true";
    });
    shown.on("click", ({ lngLat }) => latest.current.onPick(rounded(lngLat)));
    return () => {
      clearTimeout(watchdog);
      shown.remove();
      map.current = null;
      marker.current = null;
    };
  }, [styleUrl, words]);

  useEffect(() => {
    if (drawnTheme.current === theme) return;
    drawnTheme.current = theme;
    map.current?.setStyle(themedStyle(styleUrl, theme) ?? plainStyle(theme), { diff: false });
  }, [theme, styleUrl]);

  useEffect(() => {
    const shown = map.current;
    if (shown === null) return;
    if (latitude === null || longitude === null) {
      marker.current?.remove();
      marker.current = null;
      return;
    }
    if (marker.current === null) {
      const element = document.createElement("div");
      const created = new Marker({ element, draggable: true }).setLngLat([longitude, latitude]).addTo(shown);
      created.on("dragend", () => latest.current.onPick(rounded(created.getLngLat())));
      marker.current = created;
    }
    const stands = { id: "point", latitude, longitude, kind, heading: null, label: markerLabel };
    drawMarker(marker.current.getElement(), { ...stands, tone: "normal" });
    marker.current.setLngLat([longitude, latitude]);
    if (!shown.getBounds().contains([longitude, latitude])) shown.jumpTo({ center: [longitude, latitude] });
  }, [latitude, longitude, kind, markerLabel]);

  return (
    <section aria-label={label} className="live-map" data-theme-drawn={theme}>
      <div ref={box} className="live-map-canvas cursor-crosshair" />
    </section>
  );
}

function openMap(
  container: HTMLElement,
  { point, near }: { point: Point | null; near: Point | null },
  style: string | StyleSpecification,
  controls: Record<string, string>,
): GlMap | null {
  setWorkerUrl(WORKER);
  const known = point ?? near;
  // Where no place is known, the style opens on its city.
  const view = known && {
    center: [known.longitude, known.latitude] as [number, number],
    zoom: point !== null ? HOUSE_ZOOM : CITY_ZOOM,
  };
  try {
    const map = new GlMap({
      container,
      style,
      ...view,
      locale: controls,
      attributionControl: { compact: false },
      // One finger scrolls the page, two move the map.
      cooperativeGestures: true,
      dragRotate: false,
      pitchWithRotate: false,
      fadeDuration: 0,
    });
    map.touchZoomRotate.disableRotation();
    map.addControl(new NavigationControl({ showCompass: false }), "top-right");
    return map;
  } catch {
    return null;
  }
}

function rounded({ lat, lng }: { lat: number; lng: number }): Point {
  // A map that was moved around the Earth counts on.
  const wrapped = ((((lng + 180) % 360) + 360) % 360) - 180;
  return { latitude: Number(lat.toFixed(DECIMALS)), longitude: Number(wrapped.toFixed(DECIMALS)) };
}
