import type { Queryable } from "@/lib/db/client";
import { proofFiles } from "@/lib/db/generated/columns";
import { pick } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { FileStore } from "@/lib/files/stored-file";

const BATCH_FILES = 32;

/** Deletes files before their rows, so that none is orphaned. @returns whether nothing is left */
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
