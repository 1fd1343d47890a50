import type { FileStore } from "@/lib/files/stored-file";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { logFailure } from "@/lib/log";

const RETRY_MS = 10 * 60_000;

/** Deletes an upload without a row. The job's key is the object key. */
export function discardFile(files: FileStore): JobHandler {
  return async ({ db }, key) => {
    const id = key.slice(key.lastIndexOf("/") + 1).slice(0, 36);
    if ((await db.models.proofFile.count({ where: { id, objectKey: key } })) > 0) return DONE;
    try {
      await files.delete(key);
      return DONE;
    } catch (error) {
      // Never given up, however long the store is down.
      logFailure("file not deleted", error);
      return { type: "again", afterMs: RETRY_MS };
    }
  };
}
