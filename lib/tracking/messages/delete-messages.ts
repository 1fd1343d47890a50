import type { Queryable } from "@/lib/db/client";
import { deleteOldRows } from "@/lib/db/delete-in-batches";

/** They contain phones. @returns whether nothing is left */
export function deleteMessages(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  return deleteOldRows(db, "recipient_messages", { by: "created_at", before }, isTimeUp);
}
