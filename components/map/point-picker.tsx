"use client";

import { type Map as GlMap, Marker } from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import "./live-map.css";
import "./markers.css";
import { useEffect, useRef } from "react";
import { drawMarker } from "@/components/map/draw-marker";
import { type MapOpening, openMap, showPlain, watchStyle } from "@/components/map/open-map";
import { plainStyle } from "@/components/map/plain-style";
import { themedStyle, usePageTheme } from "@/components/map/themed-style";
import { MAP_WORDS } from "@/components/map/words";

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

// About 0.1 m, the precision at which prices tell places apart.
const DECIMALS = 6;
const CITY_ZOOM = 11;
const HOUSE_ZOOM = 15;

/** A map on which a click, or dragging the marker, sets a point. It fills its parent. */
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
  /** What the map is for, for screen readers. */
  label: string;
  markerLabel: string;
  /**
   * URL of the style, where `{theme}` stands for the page's theme; if null or if it fails to load, the map uses the
   * plain style.
   */
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
    const { point: at, near: around } = latest.current;
    const shown = openMap(box.current, { style, controls: words, ...viewOf(at, around) });
    if (shown === null) {
      latest.current.onFail();
      return;
    }
    map.current = shown;
    const stopWatching = watchStyle(shown, () => showPlain(shown, drawnTheme.current));
    shown.once("idle", () => {
      if (box.current !== null) box.current.dataset.ready = "true";
    });
    shown.on("click", ({ lngLat }) => latest.current.onPick(rounded(lngLat)));
    return () => {
      stopWatching();
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
      const created = new Marker({
        element,
        draggable: true,
        anchor: kind === "dropoff" ? "bottom" : "center",
      })
        .setLngLat([longitude, latitude])
        .addTo(shown);
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

/** Returns where the map opens; if no place is known, the style decides and opens on its city. */
function viewOf(point: Point | null, near: Point | null): Partial<Pick<MapOpening, "center" | "zoom">> {
  const known = point ?? near;
  if (known === null) return {};
  return { center: [known.longitude, known.latitude], zoom: point === null ? CITY_ZOOM : HOUSE_ZOOM };
}

function rounded({ lat, lng }: { lat: number; lng: number }): Point {
  // A map dragged around the globe keeps counting degrees.
  const wrapped = ((((lng + 180) % 360) + 360) % 360) - 180;
  return { latitude: Number(lat.toFixed(DECIMALS)), longitude: Number(wrapped.toFixed(DECIMALS)) };
}
