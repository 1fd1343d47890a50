import type { Queryable } from "@/lib/db/client";
import { deleteInBatches, deleteOldRows } from "@/lib/db/delete-in-batches";
import { execute } from "@/lib/db/sql";
import { HOUR_MS } from "@/lib/duration";

/** Also deletes the deliveries of removed endpoints. @returns whether nothing is left */
export async function deleteDeliveries(
  db: Queryable,
  before: Date,
  now: Date,
  isTimeUp: () => boolean,
): Promise<boolean> {
  const areOldGone = await deleteOldRows(db, "webhook_deliveries", { by: "created_at", before }, isTimeUp);
  // After an hour, no transaction that read the endpoint before its removal is still running.
  const removedBefore = new Date(now.getTime() - HOUR_MS);
  const areRemainsGone = await deleteInBatches(
    isTimeUp,
    (most) => execute(db)`
      DELETE FROM webhook_deliveries WHERE ctid = ANY (ARRAY(
        SELECT d.ctid FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
        WHERE e.deleted_at < ${removedBefore}::timestamptz LIMIT ${most}))`,
  );
  if (areRemainsGone) {
    await db.models.webhookEndpoint.deleteMany({ where: { deletedAt: { lt: removedBefore } } });
  }
  return areOldGone && areRemainsGone;
}
