import type { FileStore } from "@/lib/files/stored-file";
import { DONE, type JobHandler } from "@/lib/jobs/job";
import { logFailure } from "@/lib/log";

const RETRY_MS = 10 * 60_000;

/** Deletes the bytes of an upload that has ended without a row; its job's key is theirs. */
export function discardFile(files: FileStore): JobHandler {
  return async ({ db }, key) => {
    if ((await db.models.proofFile.count({ where: { id: idOf(key), objectKey: key } })) > 0) return DONE;
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
