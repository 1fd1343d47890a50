import type { Queryable } from "@/lib/db/client";
import { forgetRow, Remembered } from "@/lib/db/remembered";
import type { TravelFactors } from "@/lib/routing/travel-factors";

const TABLE = "travel_factors";
const ONLY = "current";

type FactorsInForce = TravelFactors & { readonly since: Date };

const current = new Remembered<FactorsInForce>({ table: TABLE, most: 1 });

/** The factors in force and since when; new ones apply on every process within a second. @throws Error without any */
export function getTravelFactors(db: Queryable): Promise<FactorsInForce> {
  return current.get(db, ONLY, () => readFactors(db));
}

export function forgetFactors(db: Queryable): void {
  forgetRow(db, TABLE, null);
}

async function readFactors(db: Queryable): Promise<FactorsInForce> {
  const row = await db.models.travelFactors.findFirst({ orderBy: { id: "desc" } });
  if (row === null) throw new Error("The travel_factors table is empty.");
  return { weekday: row.weekday, weekend: row.weekend, since: row.createdAt };
}
