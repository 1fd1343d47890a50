import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Position, Ring } from "@/packages/city/extract/feature";
import { isWithinRing, joinRings, type MemberWay } from "@/packages/city/extract/rings";

interface TestRings {
  readonly outer: Ring;
  readonly holes: readonly Ring[];
}

/** A ring around a center, with corners at most `reach` and at least half of that away from it. */
const ringAround = (x: number, y: number, reach: number): fc.Arbitrary<Ring> =>
  fc.array(fc.integer({ min: 50, max: 100 }), { minLength: 4, maxLength: 14 }).map((distances) => {
    const corners = distances.map((percent, index): Position => {
      const angle = (2 * Math.PI * index) / distances.length;
      const distance = (reach * percent) / 100;
      return [x + distance * Math.cos(angle), y + distance * Math.sin(angle)];
    });
    return [...corners, corners[0] ?? [x, y]];
  });

/** A polygon within 1000 of a center with up to four holes, some of which contain islands. */
const polygonAround = (x: number): fc.Arbitrary<TestRings[]> => {
  const places = [-1, 1].flatMap((dx) => [-1, 1].map((dy): Position => [x + dx * 160, dy * 160]));
  return fc
    .tuple(
      ringAround(x, 0, 1000),
      fc.tuple(
        ...places.map(([cx, cy]) =>
          fc.option(fc.tuple(ringAround(cx, cy, 100), fc.option(ringAround(cx, cy, 30)))),
        ),
      ),
    )
    .map(([outer, insides]) => {
      const filled = insides.filter((inside) => inside !== null);
      const islands = filled.flatMap(([, island]) => (island === null ? [] : [{ outer: island, holes: [] }]));
      return [{ outer, holes: filled.map(([hole]) => hole) }, ...islands];
    });
};

const polygons: fc.Arbitrary<TestRings[]> = fc
  .integer({ min: 1, max: 3 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => polygonAround(index * 2500))))
  .map((drawn) => drawn.flat());

const getId = ([x, y]: Position): number => Math.round(x * 1e3) * 1e7 + Math.round(y * 1e3);

const getLegs = (positions: readonly Position[]): MemberWay => ({ nodeIds: positions.map(getId), positions });

/** Splits a ring into member ways: cut where `cuts` says, each possibly reversed. */
function getMembers(ring: Ring, random: () => number): MemberWay[] {
  const corners = ring.slice(1);
  const start = Math.floor(random() * corners.length);
  const turned = [...corners.slice(start), ...corners.slice(0, start)];
  const closed = [...turned, turned[0] ?? [0, 0]];
  const ways: MemberWay[] = [];
  let from = 0;
  for (let at = 1; at < closed.length; at++) {
    if (at < closed.length - 1 && random() < 0.6) continue;
    const piece = closed.slice(from, at + 1);
    ways.push(getLegs(random() < 0.5 ? piece : piece.toReversed()));
    from = at;
  }
  return ways;
}

/** Returns the same text for the same ring, wherever it begins and whichever way it runs. */
function formatName(ring: Ring): string {
  const ids = ring.slice(1).map(getId);
  const from = ids.indexOf(Math.min(...ids));
  const forward = [...ids.slice(from), ...ids.slice(0, from)];
  const backward = [forward[0], ...forward.slice(1).toReversed()];
  return [forward.join(" "), backward.join(" ")].sort()[0] ?? "";
}

const formatNames = (drawn: readonly (readonly Ring[])[]): string[] =>
  drawn
    .map(([outer = [], ...holes]) => [formatName(outer), ...holes.map(formatName).sort()].join(" / "))
    .sort();

const seeds = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }));

const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

describe("the rings of a multipolygon", () => {
  it("are restored with their holes and islands from members in any order and direction", () => {
    fc.assert(
      fc.property(polygons, seeds, (drawn, seed) => {
        const random = (): number => seed.next().value;
        const rings = drawn.flatMap(({ outer, holes }) => [outer, ...holes]);
        const members = shuffled(
          rings.flatMap((ring) => getMembers(ring, random)),
          random,
        );
        const joined = joinRings(members);
        expect(joined.openWays).toBe(0);
        expect(formatNames(joined.polygons)).toEqual(
          formatNames(drawn.map(({ outer, holes }) => [outer, ...holes])),
        );
      }),
    );
  });

  it("cover exactly the squares of a grid whose edges are the members, even with touching corners", () => {
    const side = 6;
    const fields = fc.array(fc.boolean(), { minLength: side * side, maxLength: side * side });
    fc.assert(
      fc.property(fields, seeds, (isLand, seed) => {
        const random = (): number => seed.next().value;
        const landAt = (x: number, y: number): boolean =>
          x >= 0 && y >= 0 && x < side && y < side && isLand[y * side + x] === true;
        const edges: MemberWay[] = [];
        for (let x = 0; x <= side; x++) {
          for (let y = 0; y <= side; y++) {
            if (landAt(x, y) !== landAt(x - 1, y))
              edges.push(
                getLegs([
                  [x, y],
                  [x, y + 1],
                ]),
              );
            if (landAt(x, y) !== landAt(x, y - 1))
              edges.push(
                getLegs([
                  [x, y],
                  [x + 1, y],
                ]),
              );
          }
        }
        const turned = edges.map(({ positions }) =>
          getLegs(random() < 0.5 ? positions : positions.toReversed()),
        );
        const once = joinRings(shuffled(turned, random));
        expectCover(once, landAt);
        // Members with several edges run through the places where rings touch.
        const recut = once.polygons.flat().flatMap((ring) => getMembers(ring, random));
        expectCover(joinRings(shuffled(recut, random)), landAt);
      }),
    );

    function expectCover(
      { polygons, openWays }: ReturnType<typeof joinRings>,
      landAt: (x: number, y: number) => boolean,
    ): void {
      expect(openWays).toBe(0);
      for (let x = 0; x < side; x++) {
        for (let y = 0; y < side; y++) {
          const covering = polygons.filter(
            ([outer = [], ...holes]) =>
              isWithinRing([x + 0.5, y + 0.5], outer) &&
              !holes.some((hole) => isWithinRing([x + 0.5, y + 0.5], hole)),
          );
          expect(covering).toHaveLength(landAt(x, y) ? 1 : 0);
        }
      }
    }
  });

  it("are omitted and counted when they do not close, and the others remain", () => {
    fc.assert(
      fc.property(polygons, polygonAround(20_000), seeds, (drawn, [broken], seed) => {
        const random = (): number => seed.next().value;
        const whole = drawn.flatMap(({ outer, holes }) => [outer, ...holes]);
        const open = getMembers(broken?.outer ?? [], random);
        const stored = open.length === 1 ? [] : open.slice(1);
        // A spur off the first ring does not close anything either.
        const spur = getLegs([whole[0]?.[1] ?? [0, 0], [50_000, 50_000]]);
        const members = shuffled(
          [...whole.flatMap((ring) => getMembers(ring, random)), ...stored, spur],
          random,
        );
        const joined = joinRings(members);
        expect(joined.openWays).toBe(stored.length + 1);
        expect(formatNames(joined.polygons)).toEqual(
          formatNames(drawn.map(({ outer, holes }) => [outer, ...holes])),
        );
      }),
    );
  });

  it("are not created from a line that only retraces itself", () => {
    expect(
      joinRings([
        getLegs([
          [0, 0],
          [1, 1],
        ]),
        getLegs([
          [1, 1],
          [0, 0],
        ]),
      ]).polygons,
    ).toEqual([]);
    expect(joinRings([])).toEqual({ polygons: [], openWays: 0 });
  });
});
