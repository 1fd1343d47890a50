import type { Queryable } from "@/lib/db/client";
import { deleteOldRows } from "@/lib/db/delete-in-batches";

/** Readers ignore claims that have ended. */
export function deleteClaims(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  return deleteOldRows(db, "exception_claims", { by: "claimed_until", before }, isTimeUp);
}
