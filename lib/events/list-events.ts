import { setTimeout as sleep } from "node:timers/promises";
import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { decodeCursor, encodeCursor, JOURNAL_RETENTION_MS, JOURNAL_START } from "@/lib/events/journal";
import { type JournalEntry, selectEventsAfter } from "@/lib/events/store";

const MAX_ROUNDS = 8;
const ROUND_MS = 30;

export const INVALID_CURSOR_MESSAGE = "must be a next_cursor of this account and mode";

/** Journal order, kept for 30 days. @throws DomainError INVALID_PAYLOAD for a cursor of another scope */
export async function listEvents(
  context: Pick<Context, "db" | "clock">,
  scope: AccountScope,
  page: { after?: string | undefined; limit: number },
) {
  const after = page.after === undefined ? JOURNAL_START : decodeCursor(page.after, scope);
  if (after === null) {
    throw new DomainError("INVALID_PAYLOAD", [{ field: "after", message: INVALID_CURSOR_MESSAGE }]);
  }
  const since = new Date(context.clock.now().getTime() - JOURNAL_RETENTION_MS);
  const entries = await finalEntries(() =>
    selectEventsAfter(context.db, scope, after, since, page.limit + 1),
  );
  const shown = entries.slice(0, page.limit);
  return {
    bodies: shown.map((entry) => entry.body),
    nextCursor: encodeCursor(shown.at(-1)?.place ?? after, scope),
    hasMore: entries.length > page.limit,
  };
}

/** Waits briefly for open transactions, so that a client finds the event of a change that it has just made. */
async function finalEntries(read: () => Promise<JournalEntry[]>): Promise<JournalEntry[]> {
  for (let round = 1; ; round += 1) {
    const entries = await read();
    const open = entries.findIndex((entry) => !entry.isFinal);
    if (open === -1) return entries;
    if (round === MAX_ROUNDS) return entries.slice(0, open);
    await sleep(ROUND_MS);
  }
}
