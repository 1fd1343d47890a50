import type { AreaRow, HouseRow, PieceRow, StreetRow } from "@/lib/city/geocoding/city-row";
import { interpolate, toCell } from "@/lib/city/geocoding/planar-geometry";
import type { Database, Queryable } from "@/lib/db/client";
import { execute, type Sql, sql } from "@/lib/db/sql";

const ROWS_AT_ONCE = 5_000;
/** One model call sends several statements, which must keep the limit of a transaction on a busy machine too. */
const STREETS_AT_ONCE = 200;

export interface CityRows {
  readonly areas: readonly AreaRow[];
  readonly streets: readonly StreetRow[];
  readonly pieces: readonly PieceRow[];
  readonly houses: readonly HouseRow[];
}

export async function saveCity(db: Database, version: string, rows: CityRows): Promise<void> {
  await deleteCities(db, { only: version });
  const inParts = async <Row>(
    all: readonly Row[],
    insert: (part: readonly Row[], first: number) => Promise<void>,
    size = ROWS_AT_ONCE,
  ) => {
    for (let first = 0; first < all.length; first += size)
      await insert(all.slice(first, first + size), first);
  };
  const withVersion = <Row extends AreaRow | StreetRow>(part: readonly Row[]) =>
    part.map((row) => ({ ...row, version, otherNames: [...row.otherNames] }));
  await inParts(rows.areas, async (part) => {
    await db.models.cityArea.createMany({ data: withVersion(part) });
  });
  await inParts(rows.pieces, (part, first) => insertPieces(db, version, first, part));
  await inParts(rows.houses, (part, first) => insertHouses(db, version, first, part));
  await inParts(
    rows.streets,
    async (part) => {
      await db.transaction((tx) => tx.models.cityStreet.createMany({ data: withVersion(part) }));
    },
    STREETS_AT_ONCE,
  );
}

const column =
  <Row>(rows: readonly Row[]) =>
  <Value>(value: (row: Row) => Value): Value[] =>
    rows.map(value);

async function insertPieces(
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

async function insertHouses(
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

type Versions = { readonly only: string } | { readonly allBut: readonly string[] };

const whereVersion = (versions: Versions): Sql =>
  "only" in versions ? sql`version = ${versions.only}` : sql`version <> ALL(${[...versions.allBut]}::text[])`;

export async function deleteCities(db: Database, versions: Versions): Promise<void> {
  const where = { version: "only" in versions ? versions.only : { notIn: [...versions.allBut] } };
  await db.models.cityStreet.deleteMany({ where });
  await db.models.cityArea.deleteMany({ where });
  while ((await deleteRows(db, "pieces", versions, ROWS_AT_ONCE)) > 0);
  while ((await deleteRows(db, "houses", versions, ROWS_AT_ONCE)) > 0);
}

const BULK_TABLES = { houses: sql`city_houses`, pieces: sql`city_street_pieces` } as const;

function deleteRows(
  db: Queryable,
  table: keyof typeof BULK_TABLES,
  versions: Versions,
  limit: number,
): Promise<number> {
  return execute(db)`
    DELETE FROM ${BULK_TABLES[table]} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${BULK_TABLES[table]} WHERE ${whereVersion(versions)} LIMIT ${limit}))`;
}

/** Streets are saved last, so a city with streets is complete. */
export async function hasCity(db: Queryable, version: string): Promise<boolean> {
  return (await db.models.cityStreet.findFirst({ where: { version }, select: { id: true } })) !== null;
}
