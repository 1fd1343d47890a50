import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { fromCursor, JOURNAL_RETENTION_MS, JOURNAL_START, toCursor } from "@/lib/events/journal";
import { selectEventsAfter } from "@/lib/events/store";

/** A page of the journal: serialised events, and where the next page begins. */
export interface EventPage {
  readonly bodies: readonly string[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

/**
 * The account's events after a cursor, in the order in which they became final; the very bytes that
 * webhooks carry. Without a cursor, from the oldest that is kept (30 days).
 *
 * @throws DomainError INVALID_PAYLOAD when the cursor is none of ours
 */
export async function listEvents(
  context: Pick<Context, "db" | "clock">,
  scope: AccountScope,
  page: { after?: string | undefined; limit: number },
): Promise<EventPage> {
  const after = page.after === undefined ? JOURNAL_START : fromCursor(page.after);
  if (after === null) {
    throw new DomainError("INVALID_PAYLOAD", [
      { field: "after", message: "must be a cursor from this journal" },
    ]);
  }
  const since = new Date(context.clock.now().getTime() - JOURNAL_RETENTION_MS);
  const entries = await selectEventsAfter(context.db, scope, after, since, page.limit + 1);
  const shown = entries.slice(0, page.limit);
  return {
    bodies: shown.map((entry) => entry.body),
    nextCursor: toCursor(shown.at(-1)?.place ?? after),
    hasMore: entries.length > page.limit,
  };
}
