import type { MapMarker } from "@/components/map/map-marker";
import { getInitial } from "@/lib/accounts/shop-identity";

/** Drawn in a 24-unit square. */
export const SIGNS = {
  arrow: "M12 2.5 20 21l-8-4.6L4 21z",
  dot: "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
  check: "M20 6 9 17l-5-5",
  house:
    "M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8M3 10a2 2 0 0 1 .7-1.5l7-6a2 2 0 0 1 2.6 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z",
  box: "M12 22V12M3.3 7l8.7 5 8.7-5M21 16V8a2 2 0 0 0-1-1.7l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.7l7 4a2 2 0 0 0 2 0l7-4a2 2 0 0 0 1-1.7z",
  clock: "M12 6v6l4 2M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z",
  alarm: "M12 5v9M12 19v.01",
  nobody:
    "M10.1 2.2a10 10 0 0 1 3.8 0M13.9 21.8a10 10 0 0 1-3.8 0M17.6 3.7a10 10 0 0 1 2.7 2.7M2.2 13.9a10 10 0 0 1 0-3.8M20.3 17.6a10 10 0 0 1-2.7 2.7M21.8 10.1a10 10 0 0 1 0 3.8M3.7 6.4a10 10 0 0 1 2.7-2.7M6.4 20.3a10 10 0 0 1-2.7-2.7",
} as const;

type Sign = keyof typeof SIGNS;

export type MarkerShape = "puck" | "courier" | "tile" | "pin" | "circle" | "square";

export type MarkerInside =
  | { readonly is: "sign"; readonly sign: Sign; readonly path: string; readonly isFilled: boolean }
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "logo"; readonly url: string };

/** In pixels. The tip of a pin is at its point. */
export const SHAPE_PX: Readonly<Record<MarkerShape, { readonly width: number; readonly height: number }>> = {
  puck: { width: 44, height: 44 },
  courier: { width: 26, height: 26 },
  tile: { width: 34, height: 34 },
  pin: { width: 38, height: 48 },
  circle: { width: 28, height: 28 },
  square: { width: 24, height: 24 },
};

export function getMarkerShape({ kind, isPuck, isRough }: MapMarker): MarkerShape {
  if (kind === "courier") return isPuck ? "puck" : "courier";
  if (kind === "pickup") return "tile";
  if (kind === "order") return "square";
  return isRough ? "circle" : "pin";
}

export function getMarkerInside(marker: MapMarker): MarkerInside {
  const { kind, shop = null, number, isDone = false } = marker;
  if (kind === "pickup" && shop !== null)
    return shop.logoUrl === null
      ? { is: "text", text: getInitial(shop.name) }
      : { is: "logo", url: shop.logoUrl };
  if (number !== undefined && !isDone) return { is: "text", text: String(number) };
  const sign = getSign(marker);
  return { is: "sign", sign, path: SIGNS[sign], isFilled: sign === "arrow" || sign === "dot" };
}

function getSign({ kind, tone, heading, isDone = false }: MapMarker): Sign {
  if (isDone) return "check";
  if (kind === "courier") return heading === null ? "dot" : "arrow";
  if (kind === "dropoff") return "house";
  if (kind === "pickup") return "box";
  return ({ new: "nobody", late: "clock", bad: "alarm", stale: "check" } as const)[tone as "new"] ?? "box";
}

export function getMarkerAttributes(marker: MapMarker): Record<`data-${string}`, string> {
  const { kind, tone, isDone = false, isSearching = false, shop = null } = marker;
  const inside = getMarkerInside(marker);
  return {
    "data-kind": kind,
    "data-shape": getMarkerShape(marker),
    "data-tone": isDone && kind !== "courier" ? "stale" : tone,
    "data-inside": inside.is === "sign" ? inside.sign : inside.is,
    "data-searching": String(isSearching),
    "data-glyph": shop?.accent == null ? "own" : shop.glyph,
  };
}
