import * as z from "zod";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import type { Queryable } from "@/lib/db/client";
import { decodeCursor, encodeCursor, JOURNAL_RETENTION_MS } from "@/lib/events/journal";
import {
  findEvent,
  type JournalFilter,
  type JournalRow,
  selectNewestEvents,
} from "@/lib/webhooks/journal-store";

export interface JournalEvent extends JournalRow {
  readonly cursor: string;
}

export const withCursor = <Line extends JournalRow>(line: Line): Line & JournalEvent => ({
  ...line,
  cursor: encodeCursor(line),
});

export async function listJournal(
  { db, clock }: Pick<Context, "db" | "clock">,
  scope: AccountScope,
  { filter, before, limit }: { filter: JournalFilter; before: string; limit: number },
): Promise<{ events: readonly JournalEvent[]; hasOlder: boolean }> {
  const since = new Date(clock.now().getTime() - JOURNAL_RETENTION_MS);
  const place = decodeCursor(before);
  const lines = await selectNewestEvents(db, scope, filter, { before: place, since, limit: limit + 1 });
  return { events: lines.slice(0, limit).map(withCursor), hasOlder: lines.length > limit };
}

export async function findJournalEvent(db: Queryable, scope: AccountScope, id: string) {
  if (!z.guid().safeParse(id).success) return null;
  const event = await findEvent(db, scope, id);
  return event === null ? null : withCursor(event);
}
