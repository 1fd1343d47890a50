import { SpanKind } from "@opentelemetry/api";
import type { Context } from "@/lib/context";
import { isUnavailable } from "@/lib/db/pg-errors";
import { isOverload } from "@/lib/domain-error";
import { createAlarm } from "@/lib/jobs/alarm";
import { type ClaimedJob, type JobHandler, type JobKind, retryDelayMs } from "@/lib/jobs/job";
import {
  claimJobs,
  claimScheduleSlots,
  failJob,
  finishJob,
  finishWithFollowUps,
  releaseJobs,
  renewClaim,
  rescheduleJob,
} from "@/lib/jobs/store";
import { inSpan } from "@/lib/trace";

export interface Schedule {
  readonly name: string;
  readonly everyMs: number;
  readonly kind: JobKind;
}

const DEFAULT_SLOTS = 6;
const POLL_MS = 1_000;
const SLOTS_EVERY_MS = 10_000;
const MAX_MISSED_SLOTS = 10;

/** Claims due jobs and runs them until stopped. A failed job is retried; `onFailure` omits outages and overload. */
export function runJobs(options: {
  context: Context;
  handlers: Readonly<Record<JobKind, JobHandler>>;
  schedules: readonly Schedule[];
  listKinds: () => Promise<readonly JobKind[]>;
  /** Number of jobs that run at once. */
  slots?: number;
  onFailure: (kind: JobKind, error: unknown) => void;
}) {
  const { context, handlers, schedules, listKinds, slots = DEFAULT_SLOTS, onFailure } = options;
  const { db } = context;
  const running = new Set<Promise<void>>();
  let isStopping = false;
  const { wake, reset, sleep } = createAlarm();

  /** While a slot is free, no due job waits for this one. */
  const keepClaim = async (job: ClaimedJob): Promise<boolean> => {
    if (isStopping || running.size >= slots || !(await listKinds()).includes(job.kind)) return false;
    return renewClaim(db, job);
  };

  const run = async (job: ClaimedJob): Promise<void> => {
    try {
      const outcome = await inSpan(`job ${job.kind}`, { kind: SpanKind.CONSUMER }, () =>
        handlers[job.kind](context, job.key, () => keepClaim(job)),
      );
      if (outcome.type === "done") await finishJob(db, job);
      else if (outcome.type === "split") await finishWithFollowUps(db, job, outcome);
      else await rescheduleJob(db, job, outcome.afterMs);
    } catch (error) {
      if (!isUnavailable(error) && !isOverload(error)) onFailure(job.kind, error);
      const reason = error instanceof Error ? error.name : typeof error;
      // If the database is down, the job becomes due again when its lease expires.
      await failJob(db, job, reason, retryDelayMs(job.attempts)).catch(() => {});
    }
  };

  let slotsTakenAt = Number.NEGATIVE_INFINITY;

  const round = async (): Promise<number> => {
    const kinds = await listKinds();
    if (kinds.length === 0) return POLL_MS;
    if (performance.now() - slotsTakenAt >= SLOTS_EVERY_MS) {
      for (const schedule of schedules.filter(({ kind }) => kinds.includes(kind))) {
        await claimScheduleSlots(db, schedule, MAX_MISSED_SLOTS);
      }
      slotsTakenAt = performance.now();
    }
    if (running.size === slots) return POLL_MS;
    const { jobs, nextMs } = await claimJobs(db, slots - running.size, kinds);
    if (isStopping) {
      await releaseJobs(db, jobs);
      return 0;
    }
    for (const job of jobs) {
      const done = run(job).finally(() => {
        running.delete(done);
        wake();
      });
      running.add(done);
    }
    if (running.size === slots) return POLL_MS;
    return Math.min(POLL_MS, Math.max(0, nextMs ?? POLL_MS));
  };

  const loop = (async () => {
    while (!isStopping) {
      reset();
      const waitMs = await round().catch(() => POLL_MS);
      if (!isStopping) await sleep(waitMs);
    }
    await Promise.all(running);
  })();

  return {
    wake,
    stop: () => {
      isStopping = true;
      wake();
      return loop;
    },
  };
}
