import type { Queryable } from "@/lib/db/client";
import { deleteOldRows } from "@/lib/db/delete-in-batches";

export function deleteQuotes(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  return deleteOldRows(db, "quotes", { by: "expires_at", before }, isTimeUp);
}
