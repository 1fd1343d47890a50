import type { Queryable } from "@/lib/db/client";
import { bool } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

/** Whether the database holds the addresses of this version of a city. Its streets are the last that is saved. */
export async function hasCity(db: Queryable, version: string): Promise<boolean> {
  const [row] = await query(db, { isThere: bool.orNull })`
    SELECT EXISTS (SELECT FROM city_streets WHERE version = ${version}) AS is_there`;
  return row?.isThere === true;
}
