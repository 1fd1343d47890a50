import type { Queryable } from "@/lib/db/client";
import { forgetFactors } from "@/lib/routing/get-travel-factors";
import type { TravelFactors } from "@/lib/routing/travel-factors";

export async function setTravelFactors(db: Queryable, { weekday, weekend }: TravelFactors): Promise<void> {
  await db.models.travelFactors.create({ data: { weekday: [...weekday], weekend: [...weekend] } });
  forgetFactors(db);
}
