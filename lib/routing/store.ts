import type { Queryable } from "@/lib/db/client";
import { arrayOf, float8, timestamptz } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import type { TravelFactors } from "@/lib/routing/travel-factors";

const FACTORS = { weekday: arrayOf(float8), weekend: arrayOf(float8), since: timestamptz };

/** Selects the factors in force: the latest version. */
export async function selectFactors(db: Queryable): Promise<(TravelFactors & { since: Date }) | null> {
  const [row] = await query(db, FACTORS)`
    SELECT weekday, weekend, created_at AS since FROM travel_factors ORDER BY id DESC LIMIT 1`;
  return row ?? null;
}

export async function insertFactors(db: Queryable, { weekday, weekend }: TravelFactors): Promise<void> {
  await execute(db)`
    INSERT INTO travel_factors (weekday, weekend) VALUES (${[...weekday]}::float8[], ${[...weekend]}::float8[])`;
}
