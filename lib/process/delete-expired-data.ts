import { deleteStaleTokens } from "@/lib/accounts/delete-stale-tokens";
import { rotatePartitions } from "@/lib/api/request-log/rotate-partitions";
import {
  AUDIT_DETAILS_DAYS,
  AUDIT_REFUSAL_DAYS,
  deleteAuditDetails,
  deleteRefusals,
} from "@/lib/audit/delete-audit-details";
import type { Config } from "@/lib/config";
import { deleteClaims } from "@/lib/console/delete-claims";
import { deleteHandled } from "@/lib/console/delete-handled";
import { deletePositions } from "@/lib/couriers/delete-positions";
import { DAY_MS } from "@/lib/duration";
import { deleteEvents } from "@/lib/events/delete-events";
import { JOURNAL_RETENTION_MS } from "@/lib/events/journal";
import type { FileStore } from "@/lib/files/stored-file";
import { deleteBatches } from "@/lib/imports/batches/delete-batches";
import { deleteImports } from "@/lib/imports/delete-imports";
import { deleteJobs } from "@/lib/jobs/delete-jobs";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { deleteEndedSubscriptions } from "@/lib/notify/push-to-recipients";
import { deleteProofFiles } from "@/lib/orders/proof/delete-proof-files";
import { deleteQuotes } from "@/lib/pricing/quotes/delete-quotes";
import { replayErasures } from "@/lib/privacy/replay-erasures";
import { eraseExpiredPeople, findRetention } from "@/lib/privacy/retention";
import { deleteMessages } from "@/lib/tracking/messages/delete-messages";
import { deleteDeliveries } from "@/lib/webhooks/delete-deliveries";

const POSITION_DAYS = 7;
const FORMER_POSITION_DAYS = 30;

const MAX_DURATION_MS = 8_000;
// Stops earlier, since an unresponsive file store takes until its time limit.
const MAX_BEFORE_FILES_MS = 4_000;

/** Deletes expired data. The rest is left for the next run, which follows at once. */
export function deleteExpiredData(
  files: FileStore,
  { requestLogDays }: Pick<Config, "requestLogDays">,
): JobHandler {
  return async ({ db, clock }) => {
    const now = clock.now();
    const startedAt = performance.now();
    const isPast = (milliseconds: number) => performance.now() - startedAt > milliseconds;
    const isTimeUp = () => isPast(MAX_DURATION_MS);
    const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
    await rotatePartitions(db, now, requestLogDays);
    await deleteEndedSubscriptions(db);
    await deleteImports(db, ago(DAY_MS));
    // Unchanged until an operator chooses, so that an upgrade deletes nothing.
    const positionDays = (await findRetention(db)) ? POSITION_DAYS : FORMER_POSITION_DAYS;
    const areGone = [
      await deleteQuotes(db, ago(DAY_MS), isTimeUp),
      await deleteEvents(db, ago(JOURNAL_RETENTION_MS), isTimeUp),
      await deletePositions(db, ago(positionDays * DAY_MS), isTimeUp),
      await deleteDeliveries(db, ago(30 * DAY_MS), now, isTimeUp),
      await deleteBatches(db, ago(30 * DAY_MS), isTimeUp),
      await deleteJobs(db, ago(7 * DAY_MS), isTimeUp),
      await deleteMessages(db, ago(30 * DAY_MS), isTimeUp),
      await deleteAuditDetails(db, ago(AUDIT_DETAILS_DAYS * DAY_MS), isTimeUp),
      await deleteRefusals(db, ago(AUDIT_REFUSAL_DAYS * DAY_MS), isTimeUp),
      await deleteHandled(db, ago(30 * DAY_MS), isTimeUp),
      await deleteClaims(db, now, isTimeUp),
      await deleteStaleTokens(db, ago(DAY_MS), isTimeUp),
      await eraseExpiredPeople(db, now, isTimeUp),
      await deleteProofFiles({ db, files, now }, () => isPast(MAX_BEFORE_FILES_MS)),
    ];
    await replayErasures({ db, clock, files });
    return areGone.includes(false) ? { type: "again", afterMs: 0 } : DONE;
  };
}
