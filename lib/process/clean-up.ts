import { deleteStaleTokens } from "@/lib/accounts/delete-stale-tokens";
import type { Context } from "@/lib/context";
import { deletePositions } from "@/lib/couriers/delete-positions";
import { deleteEvents } from "@/lib/events/delete-events";
import { JOURNAL_RETENTION_MS } from "@/lib/events/journal";
import { deleteJobs } from "@/lib/jobs/delete-jobs";
import { DONE, type JobOutcome } from "@/lib/jobs/job";
import { deleteQuotes } from "@/lib/quotes/delete-quotes";
import { deleteRequests } from "@/lib/requests/delete-requests";
import { REQUEST_RETENTION_MS } from "@/lib/requests/logged-request";
import { deleteDeliveries } from "@/lib/webhooks/delete-deliveries";

const DAY_MS = 24 * 60 * 60_000;

/**
 * Deletes expired data: events past the journal's 30 days, quotes a day after they expired, courier positions and
 * webhook deliveries after 30 days, logged API calls and finished jobs after a week, and invitations, reset links and
 * password tries a day after their end.
 */
export async function cleanUp(context: Context): Promise<JobOutcome> {
  const now = context.clock.now().getTime();
  const ago = (milliseconds: number) => new Date(now - milliseconds);
  await deleteQuotes(context.db, ago(DAY_MS));
  await deleteEvents(context.db, ago(JOURNAL_RETENTION_MS));
  await deletePositions(context.db, ago(30 * DAY_MS));
  await deleteRequests(context.db, ago(REQUEST_RETENTION_MS));
  await deleteDeliveries(context.db, ago(30 * DAY_MS), context.clock.now());
  await deleteJobs(context.db, ago(7 * DAY_MS));
  await deleteStaleTokens(context.db, ago(DAY_MS));
  return DONE;
}
