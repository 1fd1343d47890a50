import type { Context } from "@/lib/context";
import { isQuarantined } from "@/lib/events/data-state";
import { JOB_KINDS, type JobHandler, type JobKind, QUARANTINE_KINDS, TEST_KINDS } from "@/lib/jobs/job";
import { runJobs, type Schedule } from "@/lib/jobs/run-jobs";

const LIVE_SLOTS = 6;
const TEST_SLOTS = 3;

/** Runs all jobs until stopped; those of test mode in separate slots. */
export function startJobRunners(options: {
  context: Context;
  handlers: Readonly<Record<JobKind, JobHandler>>;
  schedules: readonly Schedule[];
  onFailure: (kind: JobKind, error: unknown) => void;
}) {
  const { db } = options.context;
  const start = (isTest: boolean, slots: number) => {
    const listKinds = async () => {
      const kinds = (await isQuarantined(db)) ? QUARANTINE_KINDS : JOB_KINDS;
      return kinds.filter((kind) => TEST_KINDS.includes(kind) === isTest);
    };
    return runJobs({ ...options, listKinds, slots });
  };
  const [live, test] = [start(false, LIVE_SLOTS), start(true, TEST_SLOTS)];
  return {
    wake: () => {
      live.wake();
      test.wake();
    },
    stop: async () => {
      await Promise.all([live.stop(), test.stop()]);
    },
  };
}
