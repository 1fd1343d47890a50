import { deleteAttemptsBefore, deleteTokensBefore } from "@/lib/accounts/people-store";
import type { Queryable } from "@/lib/db/client";

/** Deletes links that went out of date before an instant, and tries at passwords that were made before it. */
export async function deleteStaleTokens(db: Queryable, before: Date): Promise<void> {
  await deleteTokensBefore(db, before);
  await deleteAttemptsBefore(db, before);
}
