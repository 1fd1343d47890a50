import type { Queryable } from "@/lib/db/client";
import { forgetFactors } from "@/lib/routing/get-travel-factors";
import { insertFactors } from "@/lib/routing/store";
import type { TravelFactors } from "@/lib/routing/travel-factors";

/** Applies to every account. Orders and open quotes keep their durations. */
export async function setTravelFactors(db: Queryable, factors: TravelFactors): Promise<void> {
  await insertFactors(db, factors);
  forgetFactors(db);
}
