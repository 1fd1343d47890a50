import {
  AttributionControl,
  Map as GlMap,
  type MapOptions,
  NavigationControl,
  type StyleSpecification,
  setWorkerUrl,
} from "maplibre-gl";
import { MAP_COLORS, type MapTheme } from "@/lib/city/map/colors";

const WORKER = "/vendor/maplibre-gl-worker.mjs";
const STYLE_WITHIN_MS = 4_000;

export interface MapOpening extends Pick<MapOptions, "center" | "zoom"> {
  readonly style: string | StyleSpecification;
  readonly controls: Record<string, string>;
  readonly hasZoom?: boolean;
}

/** Returns null if the device cannot draw maps. */
export function openMap(
  container: HTMLElement,
  { controls, hasZoom = true, ...options }: MapOpening,
): GlMap | null {
  setWorkerUrl(WORKER);
  try {
    const map = new GlMap({
      container,
      ...options,
      locale: controls,
      attributionControl: false,
      // One finger scrolls the page, two fingers move the map.
      cooperativeGestures: true,
      dragRotate: false,
      pitchWithRotate: false,
      fadeDuration: 0,
    });
    map.touchZoomRotate.disableRotation();
    map.addControl(new AttributionControl({ compact: false }), "bottom-right");
    if (hasZoom) map.addControl(new NavigationControl({ showCompass: false }), "bottom-right");
    return map;
  } catch {
    return null;
  }
}

/** Calls `fallBack` once if the style fails to load or takes too long. Returns a function that stops watching. */
export function watchStyle(map: GlMap, fallBack: () => void, withinMs = STYLE_WITHIN_MS): () => void {
  let isDecided = false;
  const decide = (then?: () => void) => {
    if (isDecided) return;
    // Set first, since the fallback itself can fail.
    isDecided = true;
    then?.();
  };
  const watchdog = setTimeout(() => decide(fallBack), withinMs);
  map.once("style.load", () => decide());
  map.on("error", () => decide(fallBack));
  map.once("idle", () => clearTimeout(watchdog));
  return () => clearTimeout(watchdog);
}

export const showPlain = (map: GlMap, theme: MapTheme): void => void map.setStyle(plainStyle(theme));

export const plainStyle = (theme: MapTheme): StyleSpecification => ({
  version: 8,
  sources: {},
  layers: [{ id: "ground", type: "background", paint: { "background-color": MAP_COLORS[theme].ground } }],
});
