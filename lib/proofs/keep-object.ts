import { randomUUID } from "node:crypto";
import type { Clock } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";
import type { FileStore } from "@/lib/files/stored-file";
import { enqueueJob } from "@/lib/jobs/enqueue-job";

/** Much longer than anybody works on an upload. */
const UNCLAIMED_AFTER_MS = 60 * 60_000;

/**
 * Puts the bytes of a file in the store, before its row is written. Should the row never come, a job deletes them; so
 * each upload has a key of its own.
 *
 * @param fileId the id of the file that the row will have
 * @param bytes WebP
 * @returns the key for the row
 * @throws when the store or the database cannot be reached
 */
export async function keepObject(
  { db, clock, files }: { db: Queryable; clock: Clock; files: FileStore },
  fileId: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const key = `proofs/${fileId.slice(0, 2)}/${fileId}-${randomUUID()}.webp`;
  const runAt = new Date(clock.now().getTime() + UNCLAIMED_AFTER_MS);
  await enqueueJob(db, { kind: "discard_file", key, runAt });
  await files.put(key, bytes);
  return key;
}
