import type { Queryable } from "@/lib/db/client";
import { travelFactors } from "@/lib/db/generated/columns";
import { pick } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { TravelFactors } from "@/lib/routing/travel-factors";

const FACTORS = { ...pick(travelFactors, "weekday weekend"), since: travelFactors.createdAt };

/** Selects the factors in force: the latest version. */
export async function selectFactors(db: Queryable): Promise<(TravelFactors & { since: Date }) | null> {
  const [row] = await query(db, FACTORS)`
    SELECT weekday, weekend, created_at AS since FROM travel_factors ORDER BY id DESC LIMIT 1`;
  return row ?? null;
}

export async function insertFactors(db: Queryable, { weekday, weekend }: TravelFactors): Promise<void> {
  await db.models.travelFactors.create({ data: { weekday: [...weekday], weekend: [...weekend] } });
}
