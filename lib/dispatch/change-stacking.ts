import type * as z from "zod";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { invalidateRow } from "@/lib/db/row-cache";
import { notifyDispatch } from "@/lib/dispatch/notify-dispatch";
import { STACKING_TABLE, type stackingChoice } from "@/lib/dispatch/stacking-settings";

/** Applies to later assignments: couriers keep the orders that they have. */
export async function changeStacking(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  choice: z.infer<typeof stackingChoice>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.models.stackingSettings.updateMany({
      data: {
        scope: choice.scope,
        maxOrdersFoot: choice.max_orders_foot,
        maxOrdersBike: choice.max_orders_bike,
        maxOrdersCar: choice.max_orders_car,
        maxOrdersVan: choice.max_orders_van,
        maxAddedMinutes: choice.max_added_minutes,
        changedAt: clock.now(),
      },
    });
    await notifyDispatch(tx);
  });
  invalidateRow(db, STACKING_TABLE, null);
}
