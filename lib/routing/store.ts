import type { Queryable } from "@/lib/db/client";
import type { TravelFactors } from "@/lib/routing/travel-factors";

export async function selectFactors(db: Queryable): Promise<(TravelFactors & { since: Date }) | null> {
  const row = await db.models.travelFactors.findFirst({ orderBy: { id: "desc" } });
  return row === null ? null : { weekday: row.weekday, weekend: row.weekend, since: row.createdAt };
}

export async function insertFactors(db: Queryable, { weekday, weekend }: TravelFactors): Promise<void> {
  await db.models.travelFactors.create({ data: { weekday: [...weekday], weekend: [...weekend] } });
}
