import type { Database } from "@/lib/db/client";

/** Lets couriers of this database have orders of several accounts at once, as many as their vehicles carry. */
export async function allowSeveralOrders(db: Database): Promise<void> {
  await db.models.stackingSettings.updateMany({
    data: {
      scope: "all_accounts",
      maxOrdersFoot: 20,
      maxOrdersBike: 20,
      maxOrdersCar: 20,
      maxOrdersVan: 20,
    },
  });
}
