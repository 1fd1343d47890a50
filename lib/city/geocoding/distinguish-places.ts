import type { AddressMatch } from "@/lib/city/geocoding/address-match";
import { listStreetPieces } from "@/lib/city/geocoding/list-street-pieces";
import { metersBetween } from "@/lib/city/geocoding/planar-geometry";
import type { Queryable } from "@/lib/db/client";
import type { Point } from "@/lib/point";

/** Houses on a corner and in the next block are within it. */
const STREET_WITHIN_METERS = 250;

/**
 * Adds to equal labels, in parentheses, what tells the places apart: the nearest street that is not near the others,
 * or else the point.
 *
 * @param nameStreet the name of a street in the language of the labels
 */
export async function distinguishPlaces(
  db: Queryable,
  version: string,
  places: readonly AddressMatch[],
  nameStreet: (streetId: number) => string,
): Promise<AddressMatch[]> {
  const notes = new Map<AddressMatch, string>();
  for (const label of new Set(places.map((place) => place.label))) {
    const equal = places.filter((place) => place.label === label);
    if (equal.length === 1) continue;
    const streets: string[][] = [];
    for (const place of equal) streets.push(await listStreets(db, version, place, nameStreet));
    for (const [index, place] of equal.entries()) {
      const others = new Set(streets.filter((_, other) => other !== index).flat());
      const street = streets[index]?.find((name) => !others.has(name));
      notes.set(place, street ?? formatPoint(place));
    }
  }
  return places.map((place) => {
    const note = notes.get(place);
    return note === undefined ? place : { ...place, label: `${place.label} (${note})` };
  });
}

/** The names of the other streets around a place, the nearest first. */
async function listStreets(
  db: Queryable,
  version: string,
  place: AddressMatch,
  nameStreet: (streetId: number) => string,
): Promise<string[]> {
  const pieces = await listStreetPieces(db, version, place, STREET_WITHIN_METERS);
  const names = pieces
    .map(({ streetId, ...point }) => ({ name: nameStreet(streetId), meters: metersBetween(place, point) }))
    .filter(({ name, meters }) => name !== "" && name !== place.street && meters <= STREET_WITHIN_METERS)
    .sort((a, b) => a.meters - b.meters)
    .map(({ name }) => name);
  return [...new Set(names)];
}

/** About 10 m. */
const formatPoint = ({ latitude, longitude }: Point): string =>
  `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
