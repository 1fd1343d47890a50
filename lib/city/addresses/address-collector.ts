import { getAddresses, type TaggedAddress } from "@/lib/city/addresses/address-tags";
import { interpolateHouses, type NumberedHouse } from "@/lib/city/addresses/interpolate-houses";
import { findMiddle } from "@/lib/city/addresses/middle";
import { findNames } from "@/lib/city/addresses/names";
import { type CityMark, type NamedArea, Settlements } from "@/lib/city/addresses/settlements";
import { type NamedLine, type Street, StreetBuilder } from "@/lib/city/addresses/street-builder";
import { type HouseRow, SAME_HOUSE_METERS } from "@/lib/city/geocoding/city-row";
import { metersBetween } from "@/lib/city/geocoding/planar-geometry";
import type { CityRows } from "@/lib/city/geocoding/save-city";
import type { Point } from "@/lib/point";
import type { Feature, LineFeature, Tags } from "@/packages/city/extract/feature";

/** A house without a street name belongs to the nearest street within this distance. */
const NEAREST_STREET_METERS = 150;
const NO_STREETS = new Set([
  "motorway",
  "motorway_link",
  "construction",
  "proposed",
  "abandoned",
  "razed",
  "raceway",
  "bus_stop",
  "platform",
  "rest_area",
  "services",
]);

interface HouseRecord extends TaggedAddress {
  readonly place: Point;
  /** A building's outline locates a house better than the shop in it. */
  readonly isPoint: boolean;
}

export class AddressCollector {
  readonly #lines: NamedLine[] = [];
  readonly #areas: NamedArea[] = [];
  readonly #marks: CityMark[] = [];
  readonly #houses: HouseRecord[] = [];
  readonly #interpolations: LineFeature[] = [];
  readonly #numberedNodes = new Map<number, Tags>();

  add(feature: Feature): void {
    const { tags } = feature;
    // A point or a building with an interpolation is a house with a range of numbers.
    if (tags["addr:interpolation"] !== undefined && feature.kind === "line" && !feature.isClosed) {
      this.#interpolations.push(feature);
      return;
    }
    if (tags["addr:housenumber"] !== undefined) this.#addHouse(feature);
    if (tags.highway !== undefined && feature.kind === "line" && !NO_STREETS.has(tags.highway)) {
      const names = findNames(tags);
      if (names !== null) this.#lines.push({ names, line: feature.line });
    }
    if (tags.place !== undefined || tags.boundary === "administrative") this.#addArea(feature);
  }

  rows(): CityRows {
    const settlements = new Settlements(this.#areas, this.#marks);
    const builder = new StreetBuilder(this.#lines, settlements);
    const houses = new Map<Street, Map<string, HouseRow[]>>();
    const counted = this.#interpolations.flatMap((line) => interpolateHouses(line, this.#numberedNodes));
    const isNamed = ({ street }: HouseRecord): boolean => street !== null;
    // The most reliable ones first, since a house that exists is not added again.
    const inOrder = [
      ...this.#houses.filter((house) => isNamed(house) && !house.isPoint),
      ...this.#houses.filter((house) => isNamed(house) && house.isPoint),
      ...this.#houses.filter((house) => !isNamed(house)),
    ].map(({ place, ...house }) => ({ ...house, ...place, isApproximate: false }));
    for (const house of [...inOrder, ...counted]) addHouse(builder, houses, house);
    const rows = [...houses.values()].flatMap((ofStreet) => [...ofStreet.values()].flat());
    return { areas: settlements.rows, ...builder.rows(), houses: rows };
  }

  #addHouse(feature: Feature): void {
    const place = findMiddle(feature);
    const addresses = getAddresses(feature.tags);
    if (place === null) return;
    if (feature.kind === "point") this.#numberedNodes.set(feature.id, feature.tags);
    for (const address of addresses) {
      this.#houses.push({ ...address, place, isPoint: feature.kind === "point" });
      if (address.city !== undefined) this.#marks.push({ ...place, city: address.city });
    }
  }

  #addArea(feature: Feature): void {
    const names = findNames(feature.tags);
    const place = findMiddle(feature);
    if (names === null || place === null) return;
    const kind = feature.tags.place ?? "";
    if (feature.kind === "area") this.#areas.push({ names, kind, place, polygons: feature.polygons });
    else if (feature.kind === "line" && feature.isClosed)
      this.#areas.push({ names, kind, place, polygons: [[feature.line]] });
    else if (feature.kind === "point") this.#areas.push({ names, kind, place, polygons: [] });
  }
}

function addHouse(
  builder: StreetBuilder,
  houses: Map<Street, Map<string, HouseRow[]>>,
  { street: name, city, number, key, label, latitude, longitude, isApproximate }: NumberedHouse,
): void {
  const place = { latitude, longitude };
  const street =
    name === null
      ? builder.nearestStreet(place, NEAREST_STREET_METERS)
      : builder.streetNamed(name, place, city);
  if (street === null) return;
  const ofStreet = houses.get(street) ?? new Map<string, HouseRow[]>();
  houses.set(street, ofStreet);
  const same = ofStreet.get(key) ?? [];
  ofStreet.set(key, same);
  if (same.some((house) => isApproximate || metersBetween(house, place) < SAME_HOUSE_METERS)) return;
  same.push({ streetId: street.id, number, key, label, ...place, isApproximate });
  street.houses += 1;
}
