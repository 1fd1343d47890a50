import type { Queryable } from "@/lib/db/client";
import { cityAreas, cityHouses, cityStreets } from "@/lib/db/generated/columns";
import { float8, int4, pick } from "@/lib/db/row";
import { execute, query, type Sql, sql } from "@/lib/db/sql";
import type { AreaRow, HouseRow, Names, PieceRow, StreetRow } from "@/lib/geocoding/city-row";
import { interpolate, toCell } from "@/lib/geocoding/planar-geometry";

const column =
  <Row>(rows: readonly Row[]) =>
  <Value>(value: (row: Row) => Value): Value[] =>
    rows.map(value);

/** Joins the names of a row into one text, since PostgreSQL has no arrays of arrays of different lengths. */
const joined = ({ otherNames }: Names): string => otherNames.join("\n");

export async function insertAreas(db: Queryable, version: string, rows: readonly AreaRow[]): Promise<void> {
  const all = column(rows);
  await execute(db)`
    INSERT INTO city_areas (version, id, name, name_ru, name_en, other_names, is_district, latitude, longitude)
    SELECT ${version}, id, name, ru, en, string_to_array(others, E'\n'), is_district, latitude, longitude
    FROM unnest(${all(({ id }) => id)}::int[], ${all(({ name }) => name)}::text[],
      ${all(({ nameRu }) => nameRu)}::text[], ${all(({ nameEn }) => nameEn)}::text[], ${all(joined)}::text[],
      ${all(({ isDistrict }) => isDistrict)}::bool[], ${all(({ latitude }) => latitude)}::float8[],
      ${all(({ longitude }) => longitude)}::float8[])
      AS area(id, name, ru, en, others, is_district, latitude, longitude)`;
}

export async function insertStreets(
  db: Queryable,
  version: string,
  rows: readonly StreetRow[],
): Promise<void> {
  const all = column(rows);
  await execute(db)`
    INSERT INTO city_streets
      (version, id, name, name_ru, name_en, other_names, area_id, district_id, latitude, longitude, houses)
    SELECT ${version}, id, name, ru, en, string_to_array(others, E'\n'), area, district, latitude, longitude, houses
    FROM unnest(${all(({ id }) => id)}::int[], ${all(({ name }) => name)}::text[],
      ${all(({ nameRu }) => nameRu)}::text[], ${all(({ nameEn }) => nameEn)}::text[], ${all(joined)}::text[],
      ${all(({ areaId }) => areaId)}::int[], ${all(({ districtId }) => districtId)}::int[],
      ${all(({ latitude }) => latitude)}::float8[], ${all(({ longitude }) => longitude)}::float8[],
      ${all(({ houses }) => houses)}::int[])
      AS street(id, name, ru, en, others, area, district, latitude, longitude, houses)`;
}

export async function insertPieces(
  db: Queryable,
  version: string,
  firstId: number,
  rows: readonly PieceRow[],
): Promise<void> {
  const all = column(rows);
  await execute(db)`
    INSERT INTO city_street_pieces
      (version, id, street_id, from_latitude, from_longitude, to_latitude, to_longitude, cell)
    SELECT ${version}, ${firstId}::int + place - 1, street, from_lat, from_lon, to_lat, to_lon, cell
    FROM unnest(${all(({ streetId }) => streetId)}::int[],
      ${all(({ from }) => from.latitude)}::float8[], ${all(({ from }) => from.longitude)}::float8[],
      ${all(({ to }) => to.latitude)}::float8[], ${all(({ to }) => to.longitude)}::float8[],
      ${all(({ from, to }) => toCell(interpolate(from, to, 0.5)))}::bigint[])
      WITH ORDINALITY AS piece(street, from_lat, from_lon, to_lat, to_lon, cell, place)`;
}

export async function insertHouses(
  db: Queryable,
  version: string,
  firstId: number,
  rows: readonly HouseRow[],
): Promise<void> {
  const all = column(rows);
  await execute(db)`
    INSERT INTO city_houses
      (version, id, street_id, number, key, label, latitude, longitude, cell, is_approximate)
    SELECT ${version}, ${firstId}::int + place - 1, street, number, key, label, latitude, longitude, cell, approximate
    FROM unnest(${all(({ streetId }) => streetId)}::int[], ${all(({ number }) => number)}::int[],
      ${all(({ key }) => key)}::text[], ${all(({ label }) => label)}::text[],
      ${all(({ latitude }) => latitude)}::float8[], ${all(({ longitude }) => longitude)}::float8[],
      ${all(toCell)}::bigint[], ${all(({ isApproximate }) => isApproximate)}::bool[])
      WITH ORDINALITY AS house(street, number, key, label, latitude, longitude, cell, approximate, place)`;
}

export type Versions = { readonly only: string } | { readonly allBut: readonly string[] };

const whereVersion = (versions: Versions): Sql =>
  "only" in versions ? sql`version = ${versions.only}` : sql`version <> ALL(${[...versions.allBut]}::text[])`;

export function deleteHouses(db: Queryable, versions: Versions, limit: number): Promise<number> {
  return execute(db)`
    DELETE FROM city_houses WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM city_houses WHERE ${whereVersion(versions)} LIMIT ${limit}))`;
}

export function deletePieces(db: Queryable, versions: Versions, limit: number): Promise<number> {
  return execute(db)`
    DELETE FROM city_street_pieces WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM city_street_pieces WHERE ${whereVersion(versions)} LIMIT ${limit}))`;
}

export async function deleteStreets(db: Queryable, versions: Versions): Promise<void> {
  const where = { version: "only" in versions ? versions.only : { notIn: [...versions.allBut] } };
  await db.models.cityStreet.deleteMany({ where });
  await db.models.cityArea.deleteMany({ where });
}

export function selectAreas(db: Queryable, version: string): Promise<AreaRow[]> {
  return query(db, pick(cityAreas, "id name nameRu nameEn otherNames isDistrict latitude longitude"))`
    SELECT id, name, name_ru, name_en, coalesce(other_names, '{}') AS other_names, is_district, latitude, longitude
    FROM city_areas WHERE version = ${version}`;
}

export function selectStreets(db: Queryable, version: string): Promise<StreetRow[]> {
  return query(
    db,
    pick(cityStreets, "id name nameRu nameEn otherNames areaId districtId latitude longitude houses"),
  )`
    SELECT id, name, name_ru, name_en, coalesce(other_names, '{}') AS other_names, area_id, district_id,
      latitude, longitude, houses
    FROM city_streets WHERE version = ${version}`;
}

export function selectHouses(
  db: Queryable,
  version: string,
  wanted: readonly { streetId: number; from: number; to: number }[],
): Promise<HouseRow[]> {
  const all = column(wanted);
  return query(db, HOUSE)`
    SELECT street_id, number, key, label, latitude, longitude, is_approximate
    FROM unnest(${all(({ streetId }) => streetId)}::int[], ${all(({ from }) => from)}::int[],
      ${all(({ to }) => to)}::int[]) AS wanted(street, lowest, highest)
    JOIN city_houses ON version = ${version} AND street_id = street AND number BETWEEN lowest AND highest`;
}

export function selectHousesBeginning(
  db: Queryable,
  version: string,
  streetId: number,
  beginning: string,
  limit: number,
): Promise<HouseRow[]> {
  return query(db, HOUSE)`
    SELECT street_id, number, key, label, latitude, longitude, is_approximate FROM city_houses
    WHERE version = ${version} AND street_id = ${streetId} AND starts_with(key, ${beginning})
    ORDER BY number, key, id LIMIT ${limit}`;
}

export function selectHousesIn(
  db: Queryable,
  version: string,
  cells: readonly number[],
): Promise<HouseRow[]> {
  return query(db, HOUSE)`
    SELECT street_id, number, key, label, latitude, longitude, is_approximate FROM city_houses
    WHERE version = ${version} AND cell = ANY(${[...cells]}::bigint[])`;
}

export async function selectPiecesIn(
  db: Queryable,
  version: string,
  cells: readonly number[],
): Promise<PieceRow[]> {
  const rows = await query(db, {
    ...{
      streetId: int4,
      fromLatitude: float8,
      fromLongitude: float8,
      toLatitude: float8,
      toLongitude: float8,
    },
  })`
    SELECT street_id, from_latitude, from_longitude, to_latitude, to_longitude FROM city_street_pieces
    WHERE version = ${version} AND cell = ANY(${[...cells]}::bigint[])`;
  return rows.map(({ streetId, fromLatitude, fromLongitude, toLatitude, toLongitude }) => ({
    streetId,
    from: { latitude: fromLatitude, longitude: fromLongitude },
    to: { latitude: toLatitude, longitude: toLongitude },
  }));
}

const HOUSE = pick(cityHouses, "streetId number key label latitude longitude isApproximate");
