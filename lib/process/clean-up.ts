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
 * Deletes what nobody can ask for any more: events past the journal's 30 days, quotes a day after they expired,
 * where couriers were and deliveries of webhooks 30 days ago, calls of the API and jobs that ended a week ago, and a
 * day afterwards links to join or to a new password and tries at passwords.
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
