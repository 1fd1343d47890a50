import { bool } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { FileStore } from "@/lib/files/stored-file";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { logFailure } from "@/lib/log";

const RETRY_MS = 10 * 60_000;

/** Deletes the bytes of an upload that has ended without a row; its job's key is theirs. */
export function discardFile(files: FileStore): JobHandler {
  return async ({ db }, key) => {
    const [row] = await query(db, { isClaimed: bool })`
      SELECT EXISTS (SELECT 1 FROM proof_files
                     WHERE id = ${idOf(key)}::uuid AND object_key = ${key}) AS is_claimed`;
    if (row?.isClaimed === true) return DONE;
    try {
      await files.delete(key);
      return DONE;
    } catch (error) {
      // It must not be given up, however long the store is away.
      logFailure("file not deleted", error);
      return { type: "again", afterMs: RETRY_MS };
    }
  };
}

/** The id of the file that a key of `keepObject` was made for. */
function idOf(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1).slice(0, 36);
}
