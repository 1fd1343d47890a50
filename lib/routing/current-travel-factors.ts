import type { Queryable } from "@/lib/db/client";
import { travelFactors } from "@/lib/db/generated/columns";
import { pick } from "@/lib/db/row";
import { invalidateRow, RowCache } from "@/lib/db/row-cache";
import { query } from "@/lib/db/sql";
import type { TravelFactors } from "@/lib/routing/travel-factors";

const FACTORS = { ...pick(travelFactors, "weekday weekend"), since: travelFactors.createdAt };

const TABLE = "travel_factors";
const ONLY = "current";

type FactorsInForce = TravelFactors & { readonly since: Date };

const current = new RowCache<FactorsInForce>({ table: TABLE, most: 1 });

/** The current factors and their start; new ones apply on every process within a second. @throws Error without any */
export function getTravelFactors(db: Queryable): Promise<FactorsInForce> {
  return current.get(db, ONLY, () => readFactors(db));
}

export async function setTravelFactors(db: Queryable, { weekday, weekend }: TravelFactors): Promise<void> {
  await db.models.travelFactors.create({ data: { weekday: [...weekday], weekend: [...weekend] } });
  invalidateRow(db, TABLE, null);
}

async function readFactors(db: Queryable): Promise<FactorsInForce> {
  const [row] = await query(db, FACTORS)`
    SELECT weekday, weekend, created_at AS since FROM travel_factors ORDER BY id DESC LIMIT 1`;
  if (row === undefined) throw new Error("The travel_factors table is empty.");
  return row;
}
