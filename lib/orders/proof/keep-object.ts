import { randomUUID } from "node:crypto";
import type { Clock } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";
import type { FileStore } from "@/lib/files/stored-file";
import { enqueueJob } from "@/lib/jobs/enqueue-job";

const UNCLAIMED_AFTER_MS = 60 * 60_000;

/** Stores bytes (WebP) before their row; a job deletes them if the row never comes. @returns the object key */
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
