import type { Position, Ring } from "@/packages/city/extract/feature";

export interface MemberWay {
  readonly nodeIds: readonly number[];
  readonly positions: readonly Position[];
}

interface Corner {
  readonly id: number;
  readonly position: Position;
}

type Loop = readonly Corner[];

interface Piece {
  readonly corners: readonly Corner[];
  readonly member: number;
}

const findDayStart = ({ corners }: Piece): number => corners[0]?.id ?? 0;
const getEnd = ({ corners }: Piece): number => corners.at(-1)?.id ?? 0;
const turn = (piece: Piece): Piece => ({ ...piece, corners: piece.corners.toReversed() });

/** Outer ring first. Ignores roles, which are often wrong. `openWays` counts members that close no ring. */
export function joinRings(members: readonly MemberWay[]): { polygons: Ring[][]; openWays: number } {
  const { loops, open } = closePieces(cutWhereTheyTouch(members));
  const rings = loops.flatMap(simpleLoops).map((loop) => loop.map(({ position }) => position));
  return { polygons: nestRings(rings), openWays: new Set(open.map(({ member }) => member)).size };
}

function cutWhereTheyTouch(members: readonly MemberWay[]): Piece[] {
  const passes = new Map<number, number>();
  for (const { nodeIds } of members) for (const id of nodeIds) passes.set(id, (passes.get(id) ?? 0) + 1);
  return members.flatMap(({ nodeIds, positions }, member) => {
    const pieces: Piece[] = [];
    let corners: Corner[] = [];
    for (const [index, position] of positions.entries()) {
      const corner = { id: nodeIds[index] ?? 0, position };
      // A repeated node would make an edge without a direction.
      if (corners.at(-1)?.id === corner.id) continue;
      corners.push(corner);
      if (corners.length < 2 || (index < positions.length - 1 && passes.get(corner.id) === 1)) continue;
      pieces.push({ corners, member });
      corners = [corner];
    }
    return pieces;
  });
}

/** At a junction takes the next piece clockwise, so no walk crosses itself or another. */
function closePieces(pieces: readonly Piece[]): { loops: Loop[]; open: Piece[] } {
  const loops: Loop[] = pieces
    .filter((piece) => findDayStart(piece) === getEnd(piece))
    .map(({ corners }) => corners);
  const open: Piece[] = [];
  const left = new Set(pieces.filter((piece) => findDayStart(piece) !== getEnd(piece)));
  const byEnd = new Map<number, Set<Piece>>();
  for (const piece of left) {
    for (const end of [findDayStart(piece), getEnd(piece)])
      byEnd.set(end, (byEnd.get(end) ?? new Set()).add(piece));
  }
  const take = (piece: Piece): void => {
    left.delete(piece);
    byEnd.get(findDayStart(piece))?.delete(piece);
    byEnd.get(getEnd(piece))?.delete(piece);
  };
  /** Pieces that begin at the end of a walk, and the walk's own beginning. */
  const onwards = (walk: readonly Piece[], at: number): { piece: Piece; from: Piece }[] => {
    const next = [...(byEnd.get(at) ?? [])].map((piece) => ({
      piece,
      from: findDayStart(piece) === at ? piece : turn(piece),
    }));
    const [begin] = walk;
    return begin !== undefined && findDayStart(begin) === at
      ? [...next, { piece: begin, from: begin }]
      : next;
  };

  dropDeadEnds(byEnd, take, open);
  for (const begin of left) {
    take(begin);
    const walk: Piece[] = [begin];
    for (let arrived = walk.at(-1); arrived !== undefined; arrived = walk.at(-1)) {
      const next = nextClockwise(arrived, onwards(walk, getEnd(arrived)));
      if (next === null) {
        open.push(arrived);
        walk.pop();
      } else if (next.piece === begin) {
        loops.push(walk.flatMap(({ corners }, index) => (index === 0 ? corners : corners.slice(1))));
        break;
      } else {
        take(next.piece);
        walk.push(next.from);
      }
    }
  }
  return { loops, open };
}

/** Removes pieces with a loose end until there are none. */
function dropDeadEnds(
  byEnd: ReadonlyMap<number, ReadonlySet<Piece>>,
  take: (piece: Piece) => void,
  open: Piece[],
): void {
  const lonely = [...byEnd.keys()];
  for (let end = lonely.pop(); end !== undefined; end = lonely.pop()) {
    const [piece, another] = byEnd.get(end) ?? [];
    if (piece === undefined || another !== undefined) continue;
    take(piece);
    open.push(piece);
    lonely.push(findDayStart(piece), getEnd(piece));
  }
}

function getDirection(from: Corner | undefined, to: Corner | undefined): number {
  const [x, y] = from?.position ?? [0, 0];
  const [toX, toY] = to?.position ?? [0, 0];
  return Math.atan2(toY - y, toX - x);
}

function nextClockwise<T extends { from: Piece }>(arrived: Piece, candidates: readonly T[]): T | null {
  if (candidates.length < 2) return candidates[0] ?? null;
  const back = getDirection(arrived.corners.at(-1), arrived.corners.at(-2));
  const angles = candidates.map(({ from }) => {
    const angle = back - getDirection(from.corners[0], from.corners[1]);
    return angle <= 0 ? angle + 2 * Math.PI : angle;
  });
  return candidates[angles.indexOf(Math.min(...angles))] ?? null;
}

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

interface NestedRing {
  readonly ring: Ring;
  readonly area: number;
  readonly box: readonly [number, number, number, number];
  depth: number;
  /** Its own polygon if it is an outer ring; otherwise the polygon it is a hole of. */
  polygon: Ring[];
}

/** A ring within an outer ring is a hole, a ring within a hole is an outer ring. */
function nestRings(rings: readonly Ring[]): Ring[][] {
  const nested = rings.map((ring): NestedRing => ({ ring, ...measure(ring), depth: 0, polygon: [] }));
  nested.sort((a, b) => b.area - a.area);
  const polygons: Ring[][] = [];
  for (const [index, inner] of nested.entries()) {
    // The smallest ring around it, which is the last of those before it.
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

function measure(ring: Ring): Pick<NestedRing, "area" | "box"> {
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

const isBoxWithin = (inner: NestedRing["box"], outer: NestedRing["box"]): boolean =>
  inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3];

/** Rings may touch, so this tests a corner of one that is not on the other, or the middle of an edge. */
function isRingWithin(inner: Ring, outer: Ring): boolean {
  const getKey = ([x, y]: Position): string => `${x} ${y}`;
  const corners = new Set(outer.map(getKey));
  const free = inner.find((corner) => !corners.has(getKey(corner)));
  if (free !== undefined) return isWithinRing(free, outer);
  const edges = new Set(
    outer.slice(1).flatMap((to, index) => bothWays(getKey(outer[index] ?? to), getKey(to))),
  );
  const edge = inner
    .slice(1)
    .findIndex((to, index) => !edges.has(`${getKey(inner[index] ?? to)} ${getKey(to)}`));
  const from = inner[edge];
  const to = inner[edge + 1];
  if (from === undefined || to === undefined) return true;
  return isWithinRing([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], outer);
}

const bothWays = (a: string, b: string): string[] => [`${a} ${b}`, `${b} ${a}`];

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
