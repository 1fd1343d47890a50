import { PICTURE } from "@/lib/map/frame";

/** A box on the screen, in pixels. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The corners of what is to be seen, in degrees. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Nothing is shown larger than this across, however close things are. */
const LEAST_SPAN_DEGREES = 0.004;

/** The smallest bounds around places, one at least, that is not too small to know where one is. */
export function boundsOf(places: readonly Place[]): Bounds {
  const [south, north] = ends(places.map(({ latitude }) => latitude));
  const [west, east] = ends(places.map(({ longitude }) => longitude));
  // A degree of longitude is shorter the farther it is from the equator.
  const shrink = Math.max(0.05, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const [tall, wide] = [lack(north - south), lack((east - west) * shrink) / shrink];
  return { west: west - wide, south: south - tall, east: east + wide, north: north + tall };
}

const lack = (span: number): number => Math.max(0, LEAST_SPAN_DEGREES - span) / 2;

function ends(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

/** What a marker takes around its place: a pin stands above it. */
const MARKER_PX = 38;
const LEAST_BOX_PX = 44;

/**
 * How far from the edges of its box a frame is kept, in pixels, so that a map shows it as the picture does; null for
 * a box in which nothing can be shown.
 */
export function paddingIn({ width, height }: Box): { readonly x: number; readonly y: number } | null {
  const scale = Math.max(width / PICTURE.width, height / PICTURE.height);
  const x = within(width, PICTURE.margin * scale - (PICTURE.width * scale - width) / 2);
  const y = within(height, PICTURE.margin * scale - (PICTURE.height * scale - height) / 2);
  return x === null || y === null ? null : { x, y };
}

/** Markers keep their room where there is any, and half of the box is left for what is between them. */
function within(size: number, padding: number): number | null {
  return size < LEAST_BOX_PX ? null : Math.min(Math.max(padding, MARKER_PX), size / 4);
}
