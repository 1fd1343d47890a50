import type * as z from "zod";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { invalidateRow } from "@/lib/db/row-cache";
import { notifyDispatch } from "@/lib/dispatch/notify-dispatch";
import { STACKING_TABLE, type stackingChoice } from "@/lib/dispatch/stacking-settings";
import { DomainError } from "@/lib/domain-error";
import { MINUTE_MS } from "@/lib/duration";
import { readVersion } from "@/lib/package-root";

/**
 * Applies to later assignments: couriers keep the orders that they have.
 * @throws DomainError VERSIONS_MIXED if it turns stacking on while processes of another version run
 */
export async function changeStacking(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  choice: z.infer<typeof stackingChoice>,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    if (choice.scope !== "none") {
      const seenAt = { gt: new Date(now.getTime() - MINUTE_MS) };
      const others = await tx.models.healthProcess.count({
        where: { seenAt, version: { not: readVersion() } },
      });
      if (others > 0) throw new DomainError("VERSIONS_MIXED");
    }
    await tx.models.stackingSettings.updateMany({
      data: {
        scope: choice.scope,
        maxOrdersFoot: choice.max_orders_foot,
        maxOrdersBike: choice.max_orders_bike,
        maxOrdersCar: choice.max_orders_car,
        maxOrdersVan: choice.max_orders_van,
        maxAddedMinutes: choice.max_added_minutes,
        changedAt: now,
      },
    });
    await notifyDispatch(tx);
  });
  invalidateRow(db, STACKING_TABLE, null);
}
