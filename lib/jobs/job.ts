import type { Context } from "@/lib/context";

export const JOB_KINDS = [
  "check_acceptance",
  "answer_stop",
  "route_courier",
  "promise_arrival",
  "simulate_order",
  "simulate_idle",
  "demo_traffic",
  "chain_audit",
  "clean_up",
  "mail_invitation",
  "mail_reset",
  "mail_approval",
  "find_waiting_accounts",
  "mail_waiting_accounts",
  "watch_endpoint",
  "mail_endpoint",
  "discard_file",
  "erase_file",
  "push_courier",
  "push_offer",
  "push_message",
  "run_batches",
  "run_test_batches",
  "find_changed_days",
  "sum_order_days",
  "find_due_statements",
  "close_statement",
  "mail_statement",
  "merge_ended_order_sums",
  "mail_restore",
  "learn_durations",
  "pause_overloaded_zones",
] as const;

export type JobKind = (typeof JOB_KINDS)[number];

export interface ClaimedJob {
  readonly id: bigint;
  readonly kind: JobKind;
  readonly key: string;
  /** Increases with each claim; a result with an older number is discarded. */
  readonly claim: number;
  readonly attempts: number;
}

export type JobOutcome =
  | { readonly type: "done" }
  | { readonly type: "again"; readonly afterMs: number }
  | { readonly type: "split"; readonly kind: JobKind; readonly keys: readonly string[] };

export const DONE: JobOutcome = { type: "done" };

/** Renews the claim of a job that is running. False if the run must end: with `again`, if work is left. */
export type KeepClaim = () => Promise<boolean>;

export type JobHandler = (context: Context, key: string, keepClaim?: KeepClaim) => Promise<JobOutcome>;

/** Jobs of test mode and of the simulation, which run in separate slots, so that live work never waits for them. */
export const TEST_KINDS: readonly JobKind[] = [
  "simulate_order",
  "simulate_idle",
  "demo_traffic",
  "run_test_batches",
];

/**
 * Jobs of a quarantined database; the others wait. They send nothing out, except what lets people sign in. Erasures go
 * on, but files without a row stay, since another restore may bring their rows.
 */
export const QUARANTINE_KINDS: readonly JobKind[] = ["chain_audit", "clean_up", "erase_file", "mail_reset"];

/** Notified when a job is enqueued. Only a hint: the poll is what counts. */
export const JOBS_CHANNEL = "dropline_jobs";

/** Notified on that channel when orders or couriers wait for dispatch, which is no job. */
export const DISPATCH_MESSAGE = "dispatch";

/** Lease of a claim. Time limits on statements and transactions keep every handler well below it. */
export const LEASE_MS = 15_000;

/** A job is given up after this many consecutive attempts that failed or crashed the process. */
export const MAX_ATTEMPTS = 20;

/** Exponential backoff: 1 s, doubled after each failure, at most 5 minutes. */
export function retryDelayMs(attempts: number): number {
  return Math.min(1_000 * 2 ** Math.max(0, attempts - 1), 5 * 60_000);
}
