import type { Queryable } from "@/lib/db/client";
import { selectJournalLag } from "@/lib/events/store";

/** How far the journal is behind, in seconds: the age of the oldest event that it does not hand out yet, else 0. */
export function measureLag(db: Queryable): Promise<number> {
  return selectJournalLag(db);
}
