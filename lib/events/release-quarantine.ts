import { listAllOwners } from "@/lib/accounts/list-people";
import type { Database } from "@/lib/db/client";
import { invalidateRow } from "@/lib/db/row-cache";
import { readDataState, TABLE } from "@/lib/events/data-state";
import { restoreMailKey } from "@/lib/events/mail-restore";
import { enqueueJobs } from "@/lib/jobs/enqueue-job";

/** Lets the service send again, and notifies owners of what was lost. @returns false if nothing is quarantined */
export async function releaseQuarantine(db: Database): Promise<boolean> {
  const isReleased = await db.transaction(async (tx) => {
    const { count } = await tx.models.journal.updateMany({
      where: { quarantinedAt: { not: null } },
      data: { quarantinedAt: null },
    });
    if (count === 0) return false;
    const state = await readDataState(tx);
    const owners = await listAllOwners(tx);
    await enqueueJobs(
      tx,
      owners.map(({ id }) => ({ kind: "mail_restore", key: restoreMailKey(state, id) })),
    );
    return true;
  });
  invalidateRow(db, TABLE, null);
  return isReleased;
}
