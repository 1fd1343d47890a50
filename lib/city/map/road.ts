export const ROAD_KINDS = {
  small: ["minor", "service", "pedestrian"],
  middle: ["tertiary", "secondary"],
  main: ["primary", "trunk", "motorway"],
} as const;
export type RoadKind = keyof typeof ROAD_KINDS;

export const WIDTH_BASE = 1.6;

/** Pixels at zooms 10, 14 and 18; the zooms between are interpolated. */
export type Widths = readonly [number, number, number];

export const ROAD_WIDTHS: Readonly<Record<RoadKind, { readonly road: Widths; readonly casing: Widths }>> = {
  small: { road: [0.3, 2.2, 16], casing: [0.4, 3.4, 19] },
  middle: { road: [0.8, 4.8, 24], casing: [1.4, 6.4, 27] },
  main: { road: [1.6, 6.8, 30], casing: [2.6, 8.6, 33] },
};
export const WATERWAY_WIDTHS: Widths = [0.5, 1.5, 6];

export const SMALL_CASING_FROM = 14.6;

export function roadWidthAt([at10, at14, at18]: Widths, zoom: number): number {
  const [from, low, high] = zoom < 14 ? [10, at10, at14] : [14, at14, at18];
  const part = (WIDTH_BASE ** (Math.min(Math.max(zoom, 10), 18) - from) - 1) / (WIDTH_BASE ** 4 - 1);
  return low + (high - low) * part;
}
