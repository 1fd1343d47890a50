import type { Mode } from "@/lib/account-scope";
import type { BatchOutcome } from "@/lib/db/generated/client";
import type { JobKind } from "@/lib/jobs/job";

export const MAX_BATCH_ORDERS = 500;
/** Maximum size of a request with a batch. */
export const MAX_BATCH_BYTES = 5 * 1024 * 1024;
/** Maximum number of JSON values of a batch: 500 for each order. */
export const MAX_BATCH_VALUES = 500 * MAX_BATCH_ORDERS;
export const MAX_EXTERNAL_BATCH_ID_LENGTH = 128;

/**
 * Pending orders of an account in one mode, beyond which a batch is refused. An import on the dashboard is several
 * batches.
 */
export const MAX_PENDING = { key: 2_000, user: 5_000 } as const;

/** Jobs that create the pending orders of the account that is their key. */
export const RUN_BATCHES = { live: "run_batches", test: "run_test_batches" } as const satisfies Record<
  Mode,
  JobKind
>;

export const BATCH_STATUSES = ["queued", "running", "finished", "stopped"] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export type BatchCounts = Readonly<Record<BatchOutcome, number>>;

export interface Batch extends BatchCounts {
  readonly id: string;
  readonly externalBatchId: string | null;
  readonly status: BatchStatus;
  readonly total: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** A batch with skipped orders was stopped, by a request or because its key has ended. */
export function toBatchStatus(
  { total, pending, skipped }: BatchCounts & { readonly total: number },
  finishedAt: Date | null,
): BatchStatus {
  if (finishedAt !== null) return skipped > 0 ? "stopped" : "finished";
  return pending === total ? "queued" : "running";
}
