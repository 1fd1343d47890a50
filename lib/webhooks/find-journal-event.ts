import * as z from "zod";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { findEvent } from "@/lib/webhooks/journal-store";
import { withCursor } from "@/lib/webhooks/list-journal";

export async function findJournalEvent(db: Queryable, scope: AccountScope, id: string) {
  if (!z.guid().safeParse(id).success) return null;
  const event = await findEvent(db, scope, id);
  return event === null ? null : withCursor(event);
}
