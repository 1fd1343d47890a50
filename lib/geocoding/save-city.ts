import type { Database, Queryable } from "@/lib/db/client";
import type { AreaRow, HouseRow, PieceRow, StreetRow } from "@/lib/geocoding/city-row";
import {
  deleteHouses,
  deletePieces,
  deleteStreets,
  insertAreas,
  insertHouses,
  insertPieces,
  insertStreets,
  type Versions,
} from "@/lib/geocoding/city-store";

const ROWS_AT_ONCE = 5_000;

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
  ) => {
    for (let first = 0; first < all.length; first += ROWS_AT_ONCE) {
      await insert(all.slice(first, first + ROWS_AT_ONCE), first);
    }
  };
  await inParts(rows.areas, (part) => insertAreas(db, version, part));
  await inParts(rows.pieces, (part, first) => insertPieces(db, version, first, part));
  await inParts(rows.houses, (part, first) => insertHouses(db, version, first, part));
  await inParts(rows.streets, (part) => insertStreets(db, version, part));
}

export async function deleteCities(db: Database, versions: Versions): Promise<void> {
  await deleteStreets(db, versions);
  while ((await deletePieces(db, versions, ROWS_AT_ONCE)) > 0);
  while ((await deleteHouses(db, versions, ROWS_AT_ONCE)) > 0);
}

/** Streets are saved last, so a city with streets is complete. */
export async function hasCity(db: Queryable, version: string): Promise<boolean> {
  return (await db.models.cityStreet.findFirst({ where: { version }, select: { id: true } })) !== null;
}
