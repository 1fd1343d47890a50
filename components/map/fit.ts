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

/** The edges of what to show, in degrees. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Nothing is shown closer than this across, however near things are to each other. */
const LEAST_SPAN_DEGREES = 0.004;

/** Returns the smallest bounds around one or more places that are still wide enough to show where they are. */
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

/** The room a marker needs around its place: a pin is drawn above it. */
const MARKER_PX = 38;
const LEAST_BOX_PX = 44;

/**
 * Returns how far a frame stays from the edges of its box, in pixels, so that the map shows it as the picture does;
 * null for a box too small to show anything.
 */
export function paddingIn({ width, height }: Box): { readonly x: number; readonly y: number } | null {
  const scale = Math.max(width / PICTURE.width, height / PICTURE.height);
  const x = within(width, PICTURE.margin * scale - (PICTURE.width * scale - width) / 2);
  const y = within(height, PICTURE.margin * scale - (PICTURE.height * scale - height) / 2);
  return x === null || y === null ? null : { x, y };
}

/** Leaves markers their room where possible, and half of the box for what is between them. */
function within(size: number, padding: number): number | null {
  return size < LEAST_BOX_PX ? null : Math.min(Math.max(padding, MARKER_PX), size / 4);
}
