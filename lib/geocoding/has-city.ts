import type { Queryable } from "@/lib/db/client";
import { bool } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

/** Returns whether the database holds the addresses of this version of a city. Streets are saved last. */
export async function hasCity(db: Queryable, version: string): Promise<boolean> {
  const [row] = await query(db, { isThere: bool.orNull })`
    SELECT EXISTS (SELECT FROM city_streets WHERE version = ${version}) AS is_there`;
  return row?.isThere === true;
}
