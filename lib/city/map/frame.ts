import type { MapTheme } from "@/lib/city/map/colors";
import type { Point } from "@/lib/point";
import { buildUrl, MAP_IMAGE } from "@/lib/urls";

/** One of a limited set of frames, so that pictures can be cached and their URLs reveal no door. */
export interface Frame {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/** `sides` and `ends` stay free for buttons and the sheet; boxes of other shapes crop the picture. */
export const PICTURE = { width: 400, height: 400, sides: 46, ends: 96 } as const;

/** From a whole country to about a kilometer across: anything closer would reveal a door. */
export const LEVELS = { least: 8, most: 28 } as const;
/** About 300 meters across, the closest automatic zoom of an interactive map. Not used for pictures. */
export const STREET_LEVEL = 33;
const STEPS = 8;
const LEVELS_TOO_WIDE = 2;

/** On the Web Mercator square, whose sides are 1. */
export function toSquare({ latitude, longitude }: Point): { readonly x: number; readonly y: number } {
  const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

export function pointFromUnitSquare({ x, y }: { x: number; y: number }): Point {
  return {
    longitude: x * 360 - 180,
    latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
  };
}

export function toSquareArea({ level, column, row }: Frame): { x: number; y: number; width: number } {
  const width = 2 ** (-level / 2);
  return { x: (column * width) / STEPS, y: (row * width) / STEPS, width };
}

/** The closest frame, up to level `most`, that shows all places with room for their markers. */
export function toFrame(places: readonly Point[], most: number = LEVELS.most): Frame {
  const points = places.map(toSquare);
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const x = middle(points.map((point) => point.x));
  const y = middle(points.map((point) => point.y));
  for (let level = most; level > LEVELS.least; level -= 1) {
    const frame = frameAround(x, y, level);
    if (isSeen(frame, places)) return frame;
  }
  return frameAround(x, y, LEVELS.least);
}

export function frameAround(x: number, y: number, level: number): Frame {
  const step = 2 ** (-level / 2) / STEPS;
  return { level, column: Math.round(x / step), row: Math.round(y / step) };
}

export function nextFrame(before: Frame, places: readonly Point[]): Frame {
  const closest = toFrame(places);
  const isClose = closest.level - before.level <= LEVELS_TOO_WIDE;
  return isClose && isSeen(before, places) ? before : closest;
}

function isSeen(frame: Frame, places: readonly Point[]): boolean {
  const { width, height, sides, ends } = PICTURE;
  const project = projection(frame);
  return places.every((place) => {
    const [x, y] = project(place);
    return x >= sides && x <= width - sides && y >= ends && y <= height - ends;
  });
}

export function projection(frame: Frame): (place: Point) => [x: number, y: number] {
  const { x, y, width } = toSquareArea(frame);
  const scale = PICTURE.width / width;
  return (place) => {
    const point = toSquare(place);
    return [
      tenth(PICTURE.width / 2 + (point.x - x) * scale),
      tenth(PICTURE.height / 2 + (point.y - y) * scale),
    ];
  };
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

export const pictureAddress = (version: string, { level, column, row }: Frame, theme: MapTheme): string =>
  buildUrl(MAP_IMAGE, { version, kind: "picture", theme, level, column, row });
