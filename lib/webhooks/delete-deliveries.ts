import type { Queryable } from "@/lib/db/client";
import { deleteInBatches } from "@/lib/db/delete-in-batches";
import {
  deleteEmptyEndpoints,
  deleteOldDeliveries,
  deleteRemovedDeliveries,
} from "@/lib/webhooks/delivery-store";

const HOUR_MS = 60 * 60_000;

/** Also deletes the deliveries of removed endpoints. @returns whether nothing is left */
export async function deleteDeliveries(
  db: Queryable,
  before: Date,
  now: Date,
  isTimeUp: () => boolean,
): Promise<boolean> {
  const areOldGone = await deleteInBatches(isTimeUp, (most) => deleteOldDeliveries(db, before, most));
  // After an hour, all that read the endpoint before its removal has ended.
  const removedBefore = new Date(now.getTime() - HOUR_MS);
  const areRemainsGone = await deleteInBatches(isTimeUp, (most) =>
    deleteRemovedDeliveries(db, removedBefore, most),
  );
  if (areRemainsGone) await deleteEmptyEndpoints(db, removedBefore);
  return areOldGone && areRemainsGone;
}
