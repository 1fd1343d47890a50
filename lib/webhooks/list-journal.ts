import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { fromCursor, JOURNAL_RETENTION_MS, toCursor } from "@/lib/events/journal";
import { type JournalFilter, type JournalLine, selectNewestEvents } from "@/lib/webhooks/journal-store";

/** The cursor is for `after` of GET /events. */
export interface JournalEvent extends JournalLine {
  readonly cursor: string;
}

export const withCursor = <Line extends JournalLine>(line: Line): Line & JournalEvent => ({
  ...line,
  cursor: toCursor(line),
});

export async function listJournal(
  { db, clock }: Pick<Context, "db" | "clock">,
  scope: AccountScope,
  { filter, before, limit }: { filter: JournalFilter; before: string; limit: number },
): Promise<{ events: readonly JournalEvent[]; hasOlder: boolean }> {
  const since = new Date(clock.now().getTime() - JOURNAL_RETENTION_MS);
  const place = fromCursor(before);
  const lines = await selectNewestEvents(db, scope, filter, { before: place, since, limit: limit + 1 });
  return { events: lines.slice(0, limit).map(withCursor), hasOlder: lines.length > limit };
}
