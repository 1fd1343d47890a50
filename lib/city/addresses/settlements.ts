import { Grid } from "@/lib/city/addresses/grid";
import { computeArea, contains } from "@/lib/city/addresses/middle";
import { allNames, toNames } from "@/lib/city/addresses/names";
import type { AreaRow, Names } from "@/lib/city/geocoding/city-row";
import { metersBetween } from "@/lib/city/geocoding/planar-geometry";
import { streetWords } from "@/lib/city/geocoding/street-words";
import type { Point } from "@/lib/point";
import type { Ring } from "@/packages/city/extract/feature";

/** Radius around the node for each kind of place, used where the extract has no boundary, in meters. */
const SETTLEMENTS: Readonly<Record<string, number>> = {
  ...{ city: 15_000, town: 6_000, village: 3_000, hamlet: 1_500, isolated_dwelling: 500, allotments: 1_000 },
};
const DISTRICTS: Readonly<Record<string, number>> = {
  ...{ borough: 4_000, suburb: 3_000, quarter: 2_000, neighbourhood: 1_500 },
};
/** A town known only from `addr:city` needs at least this many addresses; fewer are mistakes. */
const MIN_ADDRESSES = 5;
const NEIGHBORS_METERS = 3_000;
const NEIGHBORS = 5;

export interface NamedArea {
  readonly names: Names;
  /** The value of the tag `place`; empty for a boundary. */
  readonly kind: string;
  readonly place: Point;
  readonly polygons: readonly (readonly Ring[])[];
}

export interface CityMark extends Point {
  readonly city: string;
}

interface Settlement {
  readonly row: AreaRow;
  readonly reach: number;
}

interface Border {
  readonly settlement: Settlement;
  readonly polygon: readonly Ring[];
  readonly size: number;
  readonly box: readonly [west: number, south: number, east: number, north: number];
}

export class Settlements {
  readonly #settlements: Settlement[] = [];
  readonly #districts: Settlement[] = [];
  readonly #borders: Border[] = [];
  readonly #byKey = new Map<string, Settlement>();
  readonly #marks = new Grid<{ readonly settlement: Settlement }>();

  constructor(areas: readonly NamedArea[], marks: readonly CityMark[]) {
    for (const area of areas) {
      if (area.kind in SETTLEMENTS) this.#addSettlement(area);
      else if (area.kind in DISTRICTS) this.#addDistrict(area);
    }
    // A boundary counts only if a settlement has the same name; a district of a region does not.
    for (const { kind, names, polygons } of areas) {
      const settlement = this.#byName(names);
      if (kind !== "" || settlement === undefined) continue;
      const own = polygons.filter((polygon) => contains(polygon, settlement.row));
      if (own.length > 0) for (const polygon of polygons) this.#addBorder(settlement, polygon);
    }
    this.#borders.sort((a, b) => a.size - b.size);
    this.#addUnknownTowns(marks);
  }

  get rows(): AreaRow[] {
    return [...this.#settlements, ...this.#districts].map(({ row }) => row);
  }

  /** Returns the settlement of a place; null if unknown. `city` is the address's own city, if it states one. */
  settlementOf(place: Point, city?: string): AreaRow | null {
    const output = city === undefined ? undefined : this.#byKey.get(getKey(city));
    return (output ?? this.#around(place) ?? this.#ofNeighbors(place))?.row ?? null;
  }

  districtOf(place: Point): AreaRow | null {
    return nearest(this.#districts, place)?.row ?? null;
  }

  #around(place: Point): Settlement | undefined {
    const { longitude: x, latitude: y } = place;
    const within = this.#borders.find(
      ({ box: [west, south, east, north], polygon }) =>
        x >= west && x <= east && y >= south && y <= north && contains(polygon, place),
    );
    return within?.settlement ?? nearest(this.#settlements, place);
  }

  #ofNeighbors(place: Point): Settlement | undefined {
    const counts = new Map<Settlement, number>();
    for (const { owner } of this.#marks.near(place, NEIGHBORS_METERS).slice(0, NEIGHBORS)) {
      counts.set(owner.settlement, (counts.get(owner.settlement) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
  }

  #byName(names: Names): Settlement | undefined {
    for (const name of allNames(names)) {
      const found = this.#byKey.get(getKey(name));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #addSettlement({ names, kind, place, polygons }: NamedArea): void {
    const same = this.#byName(names);
    const reach = SETTLEMENTS[kind] ?? 0;
    const isSame = same !== undefined && metersBetween(same.row, place) < Math.max(reach, same.reach);
    const settlement = isSame ? same : this.#newArea(this.#settlements, names, place, reach, false);
    for (const name of allNames(names)) {
      if (!this.#byKey.has(getKey(name))) this.#byKey.set(getKey(name), settlement);
    }
    for (const polygon of polygons) this.#addBorder(settlement, polygon);
  }

  #addDistrict({ names, kind, place }: NamedArea): void {
    this.#newArea(this.#districts, names, place, DISTRICTS[kind] ?? 0, true);
  }

  #addUnknownTowns(marks: readonly CityMark[]): void {
    const getMarks = new Map<string, CityMark[]>();
    for (const mark of marks) {
      const found = getMarks.get(mark.city);
      if (found === undefined) getMarks.set(mark.city, [mark]);
      else found.push(mark);
    }
    const known = [...this.#byKey.keys()];
    for (const [city, found] of getMarks) {
      const [first] = found;
      const key = getKey(city);
      if (this.#byKey.has(key) || first === undefined || found.length < MIN_ADDRESSES) continue;
      // "Chisinau Durlesti" is not a third town in addition to those two.
      if (known.some((one) => ` ${key} `.includes(` ${one} `))) continue;
      this.#byKey.set(key, this.#newArea(this.#settlements, toNames(city), first, 0, false));
    }
    // A town without a node or boundary in the extract is inferred from neighboring addresses.
    for (const [city, found] of getMarks) {
      const settlement = this.#byKey.get(getKey(city));
      if (settlement !== undefined) for (const mark of found) this.#marks.add({ settlement }, mark);
    }
  }

  #newArea(list: Settlement[], names: Names, place: Point, reach: number, isDistrict: boolean): Settlement {
    const id = this.#settlements.length + this.#districts.length;
    const { latitude, longitude } = place;
    const area = { row: { ...names, id, isDistrict, latitude, longitude }, reach };
    list.push(area);
    return area;
  }

  #addBorder(settlement: Settlement, polygon: readonly Ring[]): void {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [x, y] of polygon[0] ?? []) {
      [west, south] = [Math.min(west, x), Math.min(south, y)];
      [east, north] = [Math.max(east, x), Math.max(north, y)];
    }
    this.#borders.push({
      settlement,
      polygon,
      size: computeArea(polygon[0]),
      box: [west, south, east, north],
    });
  }
}

const getKey = (name: string): string =>
  streetWords(name)
    .map(({ word }) => word)
    .join(" ");

function nearest(areas: readonly Settlement[], place: Point): Settlement | undefined {
  let best: Settlement | undefined;
  let least = 1;
  for (const area of areas) {
    const share = area.reach === 0 ? Infinity : metersBetween(area.row, place) / area.reach;
    if (share < least) [best, least] = [area, share];
  }
  return best;
}
