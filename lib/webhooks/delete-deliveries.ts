import type { Queryable } from "@/lib/db/client";
import { deleteOldDeliveries, deleteRemovedEndpoints } from "@/lib/webhooks/delivery-store";

const AT_ONCE = 5_000;
const HOUR_MS = 60 * 60_000;

/** Deletes deliveries older than `before` with their attempts, and the remains of removed endpoints. */
export async function deleteDeliveries(db: Queryable, before: Date, now: Date): Promise<void> {
  while ((await deleteOldDeliveries(db, before, AT_ONCE)) === AT_ONCE);
  // After an hour, everything that took a removed endpoint for a live one has ended.
  const removedBefore = new Date(now.getTime() - HOUR_MS);
  while ((await deleteRemovedEndpoints(db, removedBefore, AT_ONCE)) > 0);
}
