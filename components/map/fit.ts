import { type Frame, PICTURE, pointFromUnitSquare, toSquareArea } from "@/lib/city/map/frame";
import type { Point } from "@/lib/point";

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** In degrees. */
export type Bounds = Readonly<Record<"west" | "south" | "east" | "north", number>>;

const LEAST_SPAN_DEGREES = 0.004;

export function toBounds(places: readonly Point[], leastDegrees = LEAST_SPAN_DEGREES): Bounds {
  const [south, north] = ends(places.map(({ latitude }) => latitude));
  const [west, east] = ends(places.map(({ longitude }) => longitude));
  // A degree of longitude is shorter the farther it is from the equator.
  const shrink = Math.max(0.05, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const lack = (span: number): number => Math.max(0, leastDegrees - span) / 2;
  const [tall, wide] = [lack(north - south), lack((east - west) * shrink) / shrink];
  return {
    west: west - wide,
    south: Math.max(-90, south - tall),
    east: east + wide,
    north: Math.min(90, north + tall),
  };
}

const ends = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];

/** In pixels. */
export type Padding = Readonly<Partial<Record<"top" | "right" | "bottom" | "left", number>>>;

const BUTTONS_PX = 56;

export const besideButtons = (cover: Padding = {}): Padding => ({
  ...cover,
  right: (cover.right ?? 0) + BUTTONS_PX,
});

const ROOM_PX = { top: 60, right: 40, bottom: 40, left: 40 } as const;
const LEAST_BOX_PX = 44;

/** In pixels. Returns null if the box is too small to show anything. */
export function paddingIn({ width, height }: Box, cover: Padding = {}): Required<Padding> | null {
  if (Math.min(width, height) < LEAST_BOX_PX) return null;
  const { top = 0, right = 0, bottom = 0, left = 0 } = cover;
  const room = {
    top: ROOM_PX.top + top,
    right: ROOM_PX.right + right,
    bottom: ROOM_PX.bottom + bottom,
    left: ROOM_PX.left + left,
  };
  const [x, y] = [getShare(width, room.left + room.right), getShare(height, room.top + room.bottom)];
  return { top: room.top * y, right: room.right * x, bottom: room.bottom * y, left: room.left * x };
}

/** True if an overlay covers a point of a box, in pixels from the box's upper left corner. */
export function isCovered({ x, y }: { x: number; y: number }, box: Box, cover: Padding): boolean {
  const padding = paddingIn(box, cover);
  if (padding === null) return false;
  const edge = (side: keyof Padding) => padding[side] - ROOM_PX[side];
  return (
    x < edge("left") || x > box.width - edge("right") || y < edge("top") || y > box.height - edge("bottom")
  );
}

/** Leaves at least half of the box to the markers. */
const getShare = (size: number, room: number): number => Math.min(1, size / 2 / room);

const TILE_PX = 512;

export function toCamera(frame: Frame, { width, height }: Box): { center: [number, number]; zoom: number } {
  const { width: across, ...middle } = toSquareArea(frame);
  const { latitude, longitude } = pointFromUnitSquare(middle);
  const pixels = PICTURE.width * Math.max(width / PICTURE.width, height / PICTURE.height);
  return { center: [longitude, latitude], zoom: Math.log2(pixels / TILE_PX / across) };
}
