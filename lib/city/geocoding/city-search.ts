import {
  type AddressMatch,
  formatAddress,
  MAX_MATCHES,
  type PlaceQuery,
} from "@/lib/city/geocoding/address-match";
import { type AreaRow, HOUSE, type Names, SAME_HOUSE_METERS } from "@/lib/city/geocoding/city-row";
import { distinguishPlaces } from "@/lib/city/geocoding/distinguish-places";
import { locateHouse, MAX_NUMBERS, type PlacedHouse } from "@/lib/city/geocoding/locate-house";
import { parseQuery } from "@/lib/city/geocoding/parse-query";
import { metersBetween } from "@/lib/city/geocoding/planar-geometry";
import type { StreetList, StreetMatch } from "@/lib/city/geocoding/street-list";
import type { Queryable } from "@/lib/db/client";
import { query } from "@/lib/db/sql";
import type { Point } from "@/lib/point";

const MAX_STREETS = 24;
/** Points of a known house must stay below those of a street name without a typo. */
const POINTS = { known: 2.5, estimated: 0.5, streetAlone: -1 } as const;
/** A search with a greater share of unmatched words is for a place outside the city. */
const MAX_UNMATCHED = 0.34;
/**
 * A namesake at least this many times as far from `near` is not meant: a trip to it is about a hundred times as rare,
 * because shops deliver less the further away, and the area grows with the square of the distance.
 */
const DECIDING_RATIO = 10;

interface SearchMatch {
  readonly match: StreetMatch;
  readonly house: PlacedHouse;
  readonly points: number;
}

export async function searchCity(
  db: Queryable,
  version: string,
  index: StreetList,
  { text, language: wanted, near, limit = MAX_MATCHES }: PlaceQuery,
): Promise<AddressMatch[]> {
  const language = /\p{Script=Cyrillic}/u.test(text) ? "ru" : wanted;
  const readings = parseQuery(text);
  const all = index.match(readings, near, MAX_STREETS);
  const { unmatched = 0, unmatchedBefore = 0 } = all[0] ?? {};
  const matches = all.filter(
    (match) =>
      match.unmatched === unmatched &&
      match.unmatchedBefore === unmatchedBefore &&
      match.unmatched - match.unmatchedNumbers <= match.reading.words.length * MAX_UNMATCHED,
  );
  const found = await placeMatches(db, version, matches);
  const [best] = found;
  // Streets beyond the limit may have the house as well.
  const isCut = all.length === MAX_STREETS && isAsGood(all.at(-1), best?.match);
  const ambiguous = best === undefined ? new Set<SearchMatch>() : findAmbiguous(best, found, { near, isCut });
  const more = best === undefined ? [] : await housesToCome(db, version, best, limit);
  const [words = []] = readings.filter(({ house }) => house === null).map((reading) => reading.words);
  const inOrder = new Set([...found.slice(0, 1), ...ambiguous, ...more, ...found]);
  const places = [...inOrder].flatMap((one) => {
    const { match, house } = one;
    const place = formatHouse(index, match.street.id, { ...house, isApproximate: isEstimate(one) }, language);
    return place === null ? [] : [{ ...place, isAmbiguous: ambiguous.has(one) }];
  });
  const areas = index.matchAreas(words, limit).map(({ area }) => labelArea(area, language));
  const shown = withoutRepeats([...places, ...areas]).slice(0, limit);
  return distinguishPlaces(db, version, shown, (id) => {
    const street = index.streets.get(id);
    return street === undefined ? "" : nameIn(street, language);
  });
}

/** A word that matches nothing may be another town, and a number another house. */
const isEstimate = ({ match, house }: SearchMatch): boolean =>
  house.isApproximate || match.unmatched > 0 || match.isGuessed || match.isOtherKind;

/** Whether the words decide nothing between the matches, or prefer the first. */
function isAsGood(one: StreetMatch | undefined, other: StreetMatch | undefined): boolean {
  if (one === undefined || other === undefined || one.unmatched !== other.unmatched) return false;
  return one.wordPoints + one.reading.points >= other.wordPoints + other.reading.points;
}

/**
 * The best match and other exact places that the words fit as well; none if there is no other, or only the best one is
 * near.
 *
 * @param isCut whether there may be more of them than were found
 */
function findAmbiguous(
  best: SearchMatch,
  found: readonly SearchMatch[],
  { near, isCut }: { readonly near: Point | null; readonly isCut: boolean },
): ReadonlySet<SearchMatch> {
  if (isEstimate(best)) return new Set();
  const namesakes = found.filter(
    (one) =>
      !isEstimate(one) &&
      isAsGood(one.match, best.match) &&
      metersBetween(one.house, best.house) >= SAME_HOUSE_METERS,
  );
  const isDecided =
    near !== null &&
    namesakes.every(
      ({ match, house }) =>
        isAsGood(best.match, match) &&
        metersBetween(house, near) >= DECIDING_RATIO * metersBetween(best.house, near),
    );
  const isAlone = namesakes.length === 0 || isDecided;
  return new Set(isAlone && !isCut ? [] : [best, ...namesakes]);
}

async function placeMatches(
  db: Queryable,
  version: string,
  matches: readonly StreetMatch[],
): Promise<SearchMatch[]> {
  const requested = matches.flatMap(({ street, reading: { house } }) =>
    house === null ? [] : [{ streetId: street.id, number: house.number }],
  );
  const houses =
    requested.length === 0
      ? []
      : await query(db, HOUSE)`
          SELECT street_id, number, key, label, latitude, longitude, is_approximate
          FROM unnest(${requested.map(({ streetId }) => streetId)}::int[], ${requested.map(({ number }) => number)}::int[])
            AS requested(street, middle)
          JOIN city_houses ON version = ${version} AND street_id = street
            AND number BETWEEN middle - ${MAX_NUMBERS}::int AND middle + ${MAX_NUMBERS}::int`;
  const found = matches.flatMap((match): SearchMatch[] => {
    const { street, reading, points } = match;
    const { latitude, longitude } = street;
    const alone = { latitude, longitude, building: "", isApproximate: true };
    if (reading.house === null) return [{ match, house: alone, points }];
    const ofStreet = houses.filter(({ streetId }) => streetId === street.id);
    const placed = locateHouse(reading.house, ofStreet);
    if (placed.length === 0) return [{ match, house: alone, points: points + POINTS.streetAlone }];
    return placed.map((house) => ({
      match,
      house,
      points: points + reading.points + (house.isApproximate ? POINTS.estimated : POINTS.known),
    }));
  });
  return found.sort((a, b) => b.points - a.points);
}

/** Houses on the best street whose numbers begin with the typed one: 22 and 24 for 2. */
async function housesToCome(
  db: Queryable,
  version: string,
  best: SearchMatch,
  limit: number,
): Promise<SearchMatch[]> {
  const { reading, street } = best.match;
  if (reading.house === null || !reading.isHouseLast) return [];
  const rows = await query(db, HOUSE)`
    SELECT street_id, number, key, label, latitude, longitude, is_approximate FROM city_houses
    WHERE version = ${version} AND street_id = ${street.id} AND starts_with(key, ${reading.house.key})
    ORDER BY number, key, id LIMIT ${limit}`;
  return rows
    .filter(({ key }) => key !== reading.house?.key)
    .map(({ label, ...house }) => ({ ...best, house: { ...house, building: label } }));
}

function withoutRepeats(places: readonly AddressMatch[]): AddressMatch[] {
  // A street in two parts is one suggestion; two houses with the same number are two.
  const isSame = (one: AddressMatch, other: AddressMatch): boolean =>
    one.label === other.label && (one.building === "" || metersBetween(one, other) < SAME_HOUSE_METERS);
  return places.filter((place, index) => !places.slice(0, index).some((earlier) => isSame(earlier, place)));
}

type Language = PlaceQuery["language"];

function nameIn({ name, nameRu, nameEn }: Names, language: Language): string {
  return (language === "ru" ? nameRu : language === "en" ? nameEn : null) ?? name;
}

/** Null if the index does not have the street. An empty building means the street alone. */
export function formatHouse(
  { streets, areas }: StreetList,
  streetId: number,
  { latitude, longitude, building, isApproximate }: PlacedHouse,
  language: Language,
): AddressMatch | null {
  const row = streets.get(streetId);
  if (row === undefined) return null;
  const street = nameIn(row, language);
  // An address is stored as it is shown here, for couriers and recipients as well, so it has one script.
  const isLocal = language === "ru" && !/\p{Script=Cyrillic}/u.test(street);
  const nameArea = (id: number | null): string => {
    const area = id === null ? undefined : areas.get(id);
    return area === undefined ? "" : nameIn(area, isLocal ? null : language);
  };
  const area = nameArea(row.areaId);
  const label = formatAddress([formatAddress([street, building]), nameArea(row.districtId), area]);
  return { latitude, longitude, area, street, building, label, isApproximate, isAmbiguous: false };
}

export function labelArea(area: AreaRow, language: Language): AddressMatch {
  const { latitude, longitude } = area;
  const name = nameIn(area, language);
  const unknown = { street: "", building: "", isApproximate: true, isAmbiguous: false };
  return { latitude, longitude, area: name, label: name, ...unknown };
}
