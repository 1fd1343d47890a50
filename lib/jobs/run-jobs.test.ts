import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { DONE, JOB_KINDS, type JobHandler, type JobKind, type KeepClaim } from "@/lib/jobs/job";
import { runJobs } from "@/lib/jobs/run-jobs";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { PATIENCE_MS } from "@/testing/patience.mjs";
import { pollUntil } from "@/testing/until";

/** A run of a job, which ends when the test says so. */
interface Run {
  readonly key: string;
  readonly keepClaim: KeepClaim;
  readonly end: () => void;
}

describe("a running job", () => {
  let local: LocalApi;
  let context: Context;

  beforeAll(async () => {
    local = await openLocalApi();
    ({ context } = local.couriers);
  });
  afterAll(() => local?.close());

  /** Runs jobs of one kind in two slots. */
  function start() {
    const runs: Run[] = [];
    const kinds: JobKind[] = ["clean_up"];
    const handle: JobHandler = (_, key, keepClaim = async () => false) =>
      new Promise((resolve) => runs.push({ key, keepClaim, end: () => resolve(DONE) }));
    const handlers = Object.fromEntries(JOB_KINDS.map((kind) => [kind, handle])) as Record<
      JobKind,
      JobHandler
    >;
    const options = { context, handlers, schedules: [], slots: 2, listKinds: async () => kinds };
    const runner = runJobs({ ...options, onFailure: () => {} });
    const enqueue = async (key: string) => {
      await enqueueJob(local.db, { kind: "clean_up", key });
      runner.wake();
    };
    const getRun = (key: string): Run => {
      const run = runs.find((one) => one.key === key);
      if (run === undefined) throw new Error(`${key} does not run`);
      return run;
    };
    const waitForRun = (key: string): Promise<Run> => vi.waitFor(() => getRun(key), PATIENCE_MS);
    const stop = async () => {
      for (const run of runs) run.end();
      await runner.stop();
      await local.db.models.job.deleteMany();
    };
    return { kinds, runner, enqueue, waitForRun, stop };
  }

  const leaseEnd = async (key: string) =>
    (await local.db.models.job.findFirst({ where: { key }, orderBy: { id: "desc" } }))?.runAt.getTime() ?? 0;

  it("may go on with a renewed lease while a slot is free, and must end once all are taken", async () => {
    const { enqueue, waitForRun, stop } = start();
    await enqueue("first");
    const first = await waitForRun("first");
    const before = await leaseEnd("first");
    await pollUntil(async () => (await first.keepClaim()) && (await leaseEnd("first")) > before);
    await enqueue("second");
    const second = await waitForRun("second");
    expect(await first.keepClaim()).toBe(false);
    second.end();
    await pollUntil(first.keepClaim);
    await stop();
  });

  it("must end once it is enqueued again, since the next run does the rest", async () => {
    const { enqueue, waitForRun, stop } = start();
    await enqueue("again");
    const run = await waitForRun("again");
    await enqueueJob(local.db, { kind: "clean_up", key: "again" });
    expect(await run.keepClaim()).toBe(false);
    await stop();
  });

  it("must end when its kind no longer runs or the process stops", async () => {
    const { kinds, enqueue, waitForRun, runner, stop } = start();
    await enqueue("last");
    const run = await waitForRun("last");
    kinds.pop();
    expect(await run.keepClaim()).toBe(false);
    kinds.push("clean_up");
    await pollUntil(run.keepClaim);
    const stopped = runner.stop();
    expect(await run.keepClaim()).toBe(false);
    await stop();
    await stopped;
  });
});
