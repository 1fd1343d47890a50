import { NEAR_METERS, type PointQuery, type ReverseMatch } from "@/lib/city/geocoding/address-match";
import { AREA, HOUSE, STREET } from "@/lib/city/geocoding/city-row";
import { formatHouse, searchCity } from "@/lib/city/geocoding/city-search";
import type { Geocoder } from "@/lib/city/geocoding/geocoder";
import { listStreetPieces } from "@/lib/city/geocoding/list-street-pieces";
import { cellsAround, metersBetween } from "@/lib/city/geocoding/planar-geometry";
import { StreetList } from "@/lib/city/geocoding/street-list";
import type { Database } from "@/lib/db/client";
import { isUnavailable } from "@/lib/db/pg-errors";
import { query } from "@/lib/db/sql";

/** Keeps the streets in memory and reads houses on demand; finds nothing while the version is null. */
export function createCityGeocoder(db: Database, versionOf: () => string | null): Geocoder {
  let loaded: { version: string; index: Promise<StreetList> } | null = null;
  const loadStreetIndex = (version: string): Promise<StreetList> => {
    if (loaded?.version === version) return loaded.index;
    const loading = { version, index: loadIndex(db, version) };
    loaded = loading;
    loading.index.catch(() => {
      if (loaded === loading) loaded = null;
    });
    return loading.index;
  };
  const answer = async <Answer>(
    ask: (version: string, index: StreetList) => Promise<Answer>,
    nothing: Answer,
  ): Promise<Answer | null> => {
    const version = versionOf();
    if (version === null) return nothing;
    try {
      return await ask(version, await loadStreetIndex(version));
    } catch (error) {
      if (isUnavailable(error)) return null;
      throw error;
    }
  };
  return {
    searchPlaces: (query) => answer((version, index) => searchCity(db, version, index, query), []),
    findNearest: (query) =>
      answer(async (version, index) => ({ place: await findNearest(db, version, index, query) }), {
        place: null,
      }),
  };
}

async function loadIndex(db: Database, version: string): Promise<StreetList> {
  const [streets, areas] = await Promise.all([
    query(db, STREET)`
      SELECT id, name, name_ru, name_en, coalesce(other_names, '{}') AS other_names, area_id, district_id,
        latitude, longitude, houses
      FROM city_streets WHERE version = ${version}`,
    query(db, AREA)`
      SELECT id, name, name_ru, name_en, coalesce(other_names, '{}') AS other_names, is_district, latitude, longitude
      FROM city_areas WHERE version = ${version}`,
  ]);
  return new StreetList(streets, areas);
}

/** The nearest house within NEAR_METERS, or else the nearest street; null if there is neither. */
async function findNearest(
  db: Database,
  version: string,
  index: StreetList,
  { latitude, longitude, language }: PointQuery,
): Promise<ReverseMatch | null> {
  const point = { latitude, longitude };
  const houses = await query(db, HOUSE)`
    SELECT street_id, number, key, label, latitude, longitude, is_approximate FROM city_houses
    WHERE version = ${version} AND cell = ANY(${cellsAround(point, NEAR_METERS)}::bigint[])`;
  const house = nearest(houses, (one) => metersBetween(point, one));
  if (house !== null) {
    const { streetId, label, isApproximate, ...place } = house.one;
    const found = formatHouse(index, streetId, { ...place, building: label, isApproximate }, language);
    return found && { ...found, distanceMeters: house.meters };
  }
  const pieces = await listStreetPieces(db, version, point, NEAR_METERS);
  const piece = nearest(pieces, (one) => metersBetween(point, one));
  if (piece === null) return null;
  const { streetId, ...place } = piece.one;
  const found = formatHouse(index, streetId, { ...place, building: "", isApproximate: true }, language);
  return found && { ...found, distanceMeters: piece.meters };
}

function nearest<One>(all: readonly One[], away: (one: One) => number): { one: One; meters: number } | null {
  let best: { one: One; meters: number } | null = null;
  for (const one of all) {
    const meters = away(one);
    if (meters <= NEAR_METERS && meters < (best?.meters ?? Infinity)) best = { one, meters };
  }
  return best;
}
