import type { Queryable } from "@/lib/db/client";
import { deleteOldest } from "@/lib/requests/store";

const BATCH = 5_000;
const MOST_BATCHES = 100;

/** Deletes calls from before an instant, in batches that hold their locks only briefly. */
export async function deleteRequests(db: Queryable, before: Date): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    if ((await deleteOldest(db, before, BATCH)) < BATCH) return;
  }
}
