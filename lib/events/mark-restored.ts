import type { Database } from "@/lib/db/client";
import { invalidateRow } from "@/lib/db/row-cache";
import { readDataState, TABLE } from "@/lib/events/data-state";

/**
 * Begins a new data epoch and the quarantine. No other process may use the database: a transaction that is open now
 * could still write an event into the former epoch.
 */
export async function markRestored(
  db: Database,
  { until, now = new Date() }: { until: Date; now?: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { epoch } = await readDataState(tx);
    // As renew_journal_epoch(): the minute differs from that of an earlier restore of the same backup.
    const nextEpoch = Math.max(epoch + 1, Math.floor(now.getTime() / 60_000));
    await tx.models.journal.updateMany({
      data: { epoch: nextEpoch, dataUntil: until, restoredAt: now, quarantinedAt: now },
    });
  });
  invalidateRow(db, TABLE, null);
}
