export type PixelPoint = readonly [x: number, y: number];

export type Corners = Readonly<Record<"left" | "top" | "right" | "bottom", number>>;

export function clipLine(spots: readonly PixelPoint[], corners: Corners): PixelPoint[][] {
  const parts: PixelPoint[][] = [];
  let part: PixelPoint[] = [];
  for (const [index, spot] of spots.entries()) {
    const before = spots[index - 1];
    if (before === undefined || isOutside(before, spot, corners)) {
      if (part.length > 1) parts.push(part);
      part = [spot];
    } else part.push(spot);
  }
  return part.length > 1 ? [...parts, part] : parts;
}

const isOutside = (
  [ax, ay]: PixelPoint,
  [bx, by]: PixelPoint,
  { left, top, right, bottom }: Corners,
): boolean =>
  (ax < left && bx < left) ||
  (ax > right && bx > right) ||
  (ay < top && by < top) ||
  (ay > bottom && by > bottom);

export function clipRing(ring: readonly PixelPoint[], { left, top, right, bottom }: Corners): PixelPoint[] {
  let stored: readonly PixelPoint[] = ring;
  for (const [axis, limit, sign] of [
    [0, left, 1],
    [0, right, -1],
    [1, top, 1],
    [1, bottom, -1],
  ] as const) {
    const isIn = (spot: PixelPoint) => sign * (spot[axis] - limit) >= 0;
    const next: PixelPoint[] = [];
    for (const [index, to] of stored.entries()) {
      const from = stored.at(index - 1) ?? to;
      if (isIn(from) !== isIn(to)) next.push(crossing(from, to, axis, limit));
      if (isIn(to)) next.push(to);
    }
    stored = next;
  }
  return [...stored];
}

function crossing(from: PixelPoint, to: PixelPoint, axis: 0 | 1, limit: number): PixelPoint {
  const part = (limit - from[axis]) / (to[axis] - from[axis]);
  const across = axis === 0 ? 1 : 0;
  const other = Math.round(from[across] + (to[across] - from[across]) * part);
  return axis === 0 ? [limit, other] : [other, limit];
}
