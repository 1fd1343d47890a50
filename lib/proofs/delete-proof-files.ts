import type { Queryable } from "@/lib/db/client";
import { proofFiles } from "@/lib/db/generated/columns";
import { pick } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { FileStore } from "@/lib/files/stored-file";

/** Files deleted at once: their requests to the store run side by side. */
const BATCH_FILES = 32;

/**
 * Deletes the files that their accounts keep no longer: first the bytes, for good, and then the rows, so that nothing is
 * left behind that nobody knows of.
 *
 * @returns whether nothing is left
 * @throws when the store cannot be reached; the rows of what it has not deleted stay for the next run
 */
export async function deleteProofFiles(
  { db, files, now }: { db: Queryable; files: FileStore; now: Date },
  isTimeUp: () => boolean,
): Promise<boolean> {
  while (!isTimeUp()) {
    const expired = await listExpired(db, now);
    const deleted = await Promise.allSettled(expired.map(({ objectKey }) => files.delete(objectKey)));
    const gone = expired.filter((_, index) => deleted[index]?.status === "fulfilled").map(({ id }) => id);
    await db.models.proofFile.deleteMany({ where: { id: { in: gone } } });
    const failure = deleted.find((one) => one.status === "rejected");
    if (failure !== undefined) throw failure.reason;
    if (expired.length < BATCH_FILES) return true;
  }
  return false;
}

/** The first files, account by account, that are as old as their account lets them become. */
function listExpired(db: Queryable, now: Date): Promise<{ id: string; objectKey: string }[]> {
  return query(db, pick(proofFiles, "id objectKey"))`
    SELECT f.id, f.object_key
    FROM accounts a CROSS JOIN LATERAL (
      SELECT id, object_key FROM proof_files
      WHERE account_id = a.id AND received_at <= ${now}::timestamptz - a.proof_days * interval '24 hours'
      ORDER BY received_at LIMIT ${BATCH_FILES}
    ) f
    LIMIT ${BATCH_FILES}`;
}
