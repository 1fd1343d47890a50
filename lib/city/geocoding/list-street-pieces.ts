import { MAX_PIECE_METERS } from "@/lib/city/geocoding/city-row";
import { cellsAround, closestPointOnSegment } from "@/lib/city/geocoding/planar-geometry";
import type { Queryable } from "@/lib/db/client";
import { cityStreetPieces } from "@/lib/db/generated/columns";
import { pick } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { Point } from "@/lib/point";

const PIECE = pick(cityStreetPieces, "streetId fromLatitude fromLongitude toLatitude toLongitude");

interface ClosestPoint extends Point {
  readonly streetId: number;
}

/** The closest point of each piece of a street that may be within the distance; some are further away. */
export async function listStreetPieces(
  db: Queryable,
  version: string,
  point: Point,
  meters: number,
): Promise<ClosestPoint[]> {
  const around = cellsAround(point, meters + MAX_PIECE_METERS / 2);
  const rows = await query(db, PIECE)`
    SELECT street_id, from_latitude, from_longitude, to_latitude, to_longitude FROM city_street_pieces
    WHERE version = ${version} AND cell = ANY(${around}::bigint[])`;
  return rows.map(({ streetId, fromLatitude, fromLongitude, toLatitude, toLongitude }) => {
    const from = { latitude: fromLatitude, longitude: fromLongitude };
    const to = { latitude: toLatitude, longitude: toLongitude };
    return { streetId, ...closestPointOnSegment(point, from, to) };
  });
}
