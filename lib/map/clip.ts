export type Spot = readonly [x: number, y: number];

export interface Corners {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function clipLine(spots: readonly Spot[], corners: Corners): Spot[][] {
  const parts: Spot[][] = [];
  let part: Spot[] = [];
  for (const [index, spot] of spots.entries()) {
    const before = spots[index - 1];
    if (before === undefined || isOutside(before, spot, corners)) {
      if (part.length > 1) parts.push(part);
      part = [spot];
    } else part.push(spot);
  }
  return part.length > 1 ? [...parts, part] : parts;
}

const isOutside = ([ax, ay]: Spot, [bx, by]: Spot, { left, top, right, bottom }: Corners): boolean =>
  (ax < left && bx < left) ||
  (ax > right && bx > right) ||
  (ay < top && by < top) ||
  (ay > bottom && by > bottom);

export function clipRing(ring: readonly Spot[], { left, top, right, bottom }: Corners): Spot[] {
  let kept: readonly Spot[] = ring;
  for (const [axis, limit, sign] of [
    [0, left, 1],
    [0, right, -1],
    [1, top, 1],
    [1, bottom, -1],
  ] as const) {
    const isIn = (spot: Spot) => sign * (spot[axis] - limit) >= 0;
    const next: Spot[] = [];
    for (const [index, to] of kept.entries()) {
      const from = kept.at(index - 1) ?? to;
      if (isIn(from) !== isIn(to)) next.push(crossing(from, to, axis, limit));
      if (isIn(to)) next.push(to);
    }
    kept = next;
  }
  return [...kept];
}

function crossing(from: Spot, to: Spot, axis: 0 | 1, limit: number): Spot {
  const part = (limit - from[axis]) / (to[axis] - from[axis]);
  const across = axis === 0 ? 1 : 0;
  const other = Math.round(from[across] + (to[across] - from[across]) * part);
  return axis === 0 ? [limit, other] : [other, limit];
}
