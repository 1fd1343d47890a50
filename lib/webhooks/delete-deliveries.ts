import type { Queryable } from "@/lib/db/client";
import { deleteOldDeliveries, deleteRemovedEndpoints } from "@/lib/webhooks/delivery-store";

const AT_ONCE = 5_000;
const HOUR_MS = 60 * 60_000;

/** Deletes deliveries with their attempts that are older than `before`, and what is left of removed endpoints. */
export async function deleteDeliveries(db: Queryable, before: Date, now: Date): Promise<void> {
  while ((await deleteOldDeliveries(db, before, AT_ONCE)) === AT_ONCE);
  // Whatever knew a removed endpoint as one that stands has ended an hour later.
  const removedBefore = new Date(now.getTime() - HOUR_MS);
  while ((await deleteRemovedEndpoints(db, removedBefore, AT_ONCE)) > 0);
}
