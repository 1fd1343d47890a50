import type { Position, Ring } from "@/lib/city/extract/feature";

/** A member way of a multipolygon, or a piece of one: its nodes in order. */
export interface MemberWay {
  readonly nodeIds: readonly number[];
  readonly positions: readonly Position[];
}

interface Corner {
  readonly id: number;
  readonly position: Position;
}

/** A closed way round, its first corner once more at its end. */
type Loop = readonly Corner[];

const first = (way: readonly Corner[]): number => way[0]?.id ?? 0;
const last = (way: readonly Corner[]): number => way.at(-1)?.id ?? 0;

/**
 * Joins the member ways of a multipolygon, in any order and direction, into rings, and the rings into polygons.
 * Roles are not asked: they are often wrong, and a ring within a ring is a hole whatever its ways are called.
 *
 * @returns the polygons, each outer ring first and then its holes; and how many ways close no ring
 */
export function joinRings(members: readonly MemberWay[]): { polygons: Ring[][]; openWays: number } {
  const ways = members
    .map(({ nodeIds, positions }) =>
      positions.map((position, index) => ({ id: nodeIds[index] ?? 0, position })),
    )
    .filter((way) => way.length > 1);
  const { closed, openWays } = closeWays(ways);
  const rings = closed.flatMap(simpleLoops).map((loop) => loop.map(({ position }) => position));
  return { polygons: nestRings(rings), openWays };
}

/** Walks along the ways from end to end; a walk that comes back to where it has been has closed a ring. */
function closeWays(ways: readonly Loop[]): { closed: Loop[]; openWays: number } {
  const closed = ways.filter((way) => first(way) === last(way));
  const byEnd = new Map<number, Set<Loop>>();
  const open = ways.filter((way) => first(way) !== last(way));
  for (const way of open) {
    for (const end of [first(way), last(way)]) byEnd.set(end, (byEnd.get(end) ?? new Set()).add(way));
  }
  const take = (end: number): Loop | null => {
    const [way] = byEnd.get(end) ?? [];
    if (way === undefined) return null;
    byEnd.get(first(way))?.delete(way);
    byEnd.get(last(way))?.delete(way);
    return first(way) === end ? way : way.toReversed();
  };

  let openWays = 0;
  for (const way of open) {
    const walk: Loop[] = [];
    let at = first(way);
    while (true) {
      const next = take(at);
      if (next !== null) {
        walk.push(next);
        at = last(next);
        const since = walk.findIndex((step) => first(step) === at);
        if (since === -1) continue;
        const steps = walk.splice(since);
        closed.push(steps.flatMap((step, index) => (index === 0 ? step : step.slice(1))));
        continue;
      }
      // A dead end: the way that led here closes nothing.
      const dead = walk.pop();
      if (dead === undefined) break;
      openWays++;
      at = first(dead);
    }
  }
  return { closed, openWays };
}

/** Cuts a ring that touches itself at a node into rings that do not; spikes without any area fall away. */
function simpleLoops(ring: Loop): Loop[] {
  const loops: Loop[] = [];
  const walk: Corner[] = [];
  const places = new Map<number, number>();
  for (const corner of ring) {
    const since = places.get(corner.id);
    if (since !== undefined) {
      const loop = walk.splice(since);
      for (const { id } of loop) places.delete(id);
      if (loop.length > 2) loops.push([...loop, corner]);
    }
    places.set(corner.id, walk.length);
    walk.push(corner);
  }
  return loops;
}

interface Nested {
  readonly ring: Ring;
  readonly area: number;
  readonly box: readonly [number, number, number, number];
  /** How many rings are around it. */
  depth: number;
  /** Its polygon, where it is an outer ring; otherwise the one that it is a hole of. */
  polygon: Ring[];
}

/** Puts rings that do not cross into polygons: a ring within an outer ring is a hole, one within a hole outer. */
function nestRings(rings: readonly Ring[]): Ring[][] {
  const nested = rings.map((ring): Nested => ({ ring, ...measure(ring), depth: 0, polygon: [] }));
  nested.sort((a, b) => b.area - a.area);
  const polygons: Ring[][] = [];
  for (const [index, inner] of nested.entries()) {
    // The smallest of those around it, which is the last of those before it.
    const around = nested
      .slice(0, index)
      .findLast((outer) => isBoxWithin(inner.box, outer.box) && isRingWithin(inner.ring, outer.ring));
    inner.depth = around === undefined ? 0 : around.depth + 1;
    if (around !== undefined && inner.depth % 2 === 1) {
      inner.polygon = around.polygon;
      around.polygon.push(inner.ring);
    } else {
      inner.polygon = [inner.ring];
      polygons.push(inner.polygon);
    }
  }
  return polygons;
}

function measure(ring: Ring): Pick<Nested, "area" | "box"> {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  let twice = 0;
  const [originX, originY] = ring[0] ?? [0, 0];
  let before: Position = [originX, originY];
  for (const [x, y] of ring) {
    twice += (before[0] - originX) * (y - originY) - (x - originX) * (before[1] - originY);
    before = [x, y];
    west = Math.min(west, x);
    south = Math.min(south, y);
    east = Math.max(east, x);
    north = Math.max(north, y);
  }
  return { area: Math.abs(twice) / 2, box: [west, south, east, north] };
}

const isBoxWithin = (inner: Nested["box"], outer: Nested["box"]): boolean =>
  inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3];

/** Rings may touch: a corner of the one that is none of the other tells, or else the middle of an edge. */
function isRingWithin(inner: Ring, outer: Ring): boolean {
  const keyOf = ([x, y]: Position): string => `${x} ${y}`;
  const corners = new Set(outer.map(keyOf));
  const free = inner.find((corner) => !corners.has(keyOf(corner)));
  if (free !== undefined) return isWithinRing(free, outer);
  const edges = new Set(
    outer.slice(1).flatMap((to, index) => bothWays(keyOf(outer[index] ?? to), keyOf(to))),
  );
  const edge = inner
    .slice(1)
    .findIndex((to, index) => !edges.has(`${keyOf(inner[index] ?? to)} ${keyOf(to)}`));
  const from = inner[edge];
  const to = inner[edge + 1];
  if (from === undefined || to === undefined) return true;
  return isWithinRing([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], outer);
}

const bothWays = (a: string, b: string): string[] => [`${a} ${b}`, `${b} ${a}`];

/** Whether a position lies within a ring, by how many of its edges are east of it. */
export function isWithinRing([x, y]: Position, ring: Ring): boolean {
  let isWithin = false;
  let [beforeX, beforeY] = ring.at(-1) ?? [0, 0];
  for (const [atX, atY] of ring) {
    if (atY > y !== beforeY > y && x < ((beforeX - atX) * (y - atY)) / (beforeY - atY) + atX)
      isWithin = !isWithin;
    [beforeX, beforeY] = [atX, atY];
  }
  return isWithin;
}
