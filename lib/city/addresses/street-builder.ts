import { cutIntoPieces, distanceToLines, getMiddle } from "@/lib/city/addresses/broken-line";
import { Grid } from "@/lib/city/addresses/grid";
import { toPlace } from "@/lib/city/addresses/middle";
import { allNames, toNames } from "@/lib/city/addresses/names";
import type { Settlements } from "@/lib/city/addresses/settlements";
import type { AreaRow, Names, PieceRow, StreetRow } from "@/lib/city/geocoding/city-row";
import { coreKey, streetKey } from "@/lib/city/geocoding/street-words";
import type { Point } from "@/lib/point";
import type { Position } from "@/packages/city/extract/feature";

/** Ways with the same name in one settlement are one street if they are no further apart than this. */
const GAP_METERS = 700;
/** Maximum distance of a house from the street in its address. */
const REACH_METERS = 1_500;

export interface NamedLine {
  readonly names: Names;
  readonly line: readonly Position[];
}

export interface Street {
  readonly names: Names;
  readonly area: AreaRow | null;
  readonly lines: Point[][];
  readonly id: number;
  houses: number;
}

export class StreetBuilder {
  readonly #streets: Street[] = [];
  readonly #byKey = new Map<string, Street[]>();
  readonly #byCore = new Map<string, Street[]>();
  readonly #grid = new Grid<Street>();
  readonly #settlements: Settlements;
  readonly #keys = new Map<string, { key: string; core: string }>();

  constructor(lines: readonly NamedLine[], settlements: Settlements) {
    this.#settlements = settlements;
    for (const { names, line } of lines) {
      const places = line.map(toPlace);
      const middle = places[Math.floor(places.length / 2)];
      if (middle !== undefined) this.#addLine(names, places, settlements.settlementOf(middle));
    }
    for (const street of this.#streets) {
      for (const line of street.lines) {
        for (const [from, to] of cutIntoPieces(line)) this.#grid.add(street, from, to);
      }
    }
  }

  /** The street with that name nearby, or a new one without ways. `city` is the address's own settlement. */
  streetNamed(name: string, place: Point, city: string | undefined): Street {
    const expected = city === undefined ? null : this.#settlements.settlementOf(place, city);
    const { key, core } = this.#keysOf(name);
    const near =
      this.#nearestOf(this.#byKey.get(key), place, expected) ??
      this.#nearestOf(this.#byKey.get(core), place, expected) ??
      // Without a street type, a name matches any type; a typed name never matches a street of another type.
      (key === core ? this.#nearestOf(this.#byCore.get(core), place, expected) : null);
    if (near !== null) return near;
    // Some mappers repeat the house number after the street name.
    const bare = name.replace(/[\s,]+\d+\S*$/, "");
    const known = bare === name ? undefined : this.#byKey.get(this.#keysOf(bare).key);
    const intended = this.#nearestOf(known, place, expected);
    if (intended !== null) return intended;
    // A street with this name elsewhere may have translations.
    const namesake = this.#byKey.get(key)?.find(({ names }) => this.#keysOf(names.name).key === key);
    const area = expected ?? this.#settlements.settlementOf(place);
    return this.#newStreet(namesake?.names ?? toNames(name), area, [place]);
  }

  /** Null if no street is within this many meters. */
  nearestStreet(place: Point, meters: number): Street | null {
    return this.#grid.near(place, meters)[0]?.owner ?? null;
  }

  rows(): { streets: StreetRow[]; pieces: PieceRow[] } {
    const whole = this.#streets.filter(({ lines }) => lines.length > 0);
    const streets = whole.map((street): StreetRow => {
      const { latitude, longitude } = getMiddle(street.lines);
      const alike = this.#byKey.get(this.#keysOf(street.names.name).key) ?? [];
      const isAmbiguous =
        alike.filter(({ area, lines }) => area === street.area && lines.length > 0).length > 1;
      const district = isAmbiguous ? this.#settlements.districtOf({ latitude, longitude }) : null;
      return {
        ...{ ...street.names, id: street.id, areaId: street.area?.id ?? null },
        ...{ districtId: district?.id ?? null, latitude, longitude, houses: street.houses },
      };
    });
    const pieces = whole.flatMap(({ id, lines }) =>
      lines.flatMap((line) => cutIntoPieces(line).map(([from, to]) => ({ streetId: id, from, to }))),
    );
    return { streets, pieces };
  }

  #addLine(names: Names, line: Point[], area: AreaRow | null): void {
    const { key } = this.#keysOf(names.name);
    const near = (this.#byKey.get(key) ?? []).filter(
      (street) =>
        street.area === area &&
        this.#keysOf(street.names.name).key === key &&
        [line[0], line.at(-1)].some(
          (end) => end !== undefined && distanceToLines(street.lines, end, GAP_METERS) < GAP_METERS,
        ),
    );
    const [first, ...others] = near;
    if (first === undefined) {
      this.#newStreet(names, area, line);
      return;
    }
    first.lines.push(line);
    // A way that joins two parts makes them one street.
    for (const other of others) {
      first.lines.push(...other.lines.splice(0));
    }
  }

  #newStreet(names: Names, area: AreaRow | null, line: Point[]): Street {
    const street = { names, area, lines: [line], id: this.#streets.length, houses: 0 };
    this.#streets.push(street);
    for (const name of allNames(names)) {
      const { key, core } = this.#keysOf(name);
      addTo(this.#byKey, key, street);
      addTo(this.#byCore, core, street);
    }
    return street;
  }

  #keysOf(name: string): { key: string; core: string } {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const keys = { key: streetKey(name), core: coreKey(name) };
    this.#keys.set(name, keys);
    return keys;
  }

  #nearestOf(streets: readonly Street[] | undefined, place: Point, area: AreaRow | null): Street | null {
    let [best, least] = [null as Street | null, REACH_METERS];
    for (const street of streets ?? []) {
      if (area !== null && street.area !== area) continue;
      const away = distanceToLines(street.lines, place, least);
      if (away < least) [best, least] = [street, away];
    }
    return best;
  }
}

function addTo(map: Map<string, Street[]>, key: string, street: Street): void {
  const found = map.get(key);
  if (key === "") return;
  if (found === undefined) map.set(key, [street]);
  else if (!found.includes(street)) found.push(street);
}
