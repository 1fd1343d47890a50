import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import { execute } from "@/lib/db/sql";
import { enqueueJobs } from "@/lib/jobs/enqueue-job";
import { DONE, JOB_KINDS, type JobHandler, type JobKind, TEST_KINDS } from "@/lib/jobs/job";
import { startJobRunners } from "@/lib/process/start-job-runners";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { PATIENCE_MS } from "@/testing/patience.mjs";

const MANY = 30;

describe("the jobs of a process", () => {
  let local: LocalApi;
  let context: Context;

  beforeAll(async () => {
    local = await openLocalApi();
    ({ context } = local.couriers);
  });
  afterAll(() => local?.close());

  it("are done in live mode while jobs of test mode fill all their slots", async () => {
    const done: JobKind[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const handle =
      (kind: JobKind): JobHandler =>
      async () => {
        if (TEST_KINDS.includes(kind)) await released;
        done.push(kind);
        return DONE;
      };
    const handlers = Object.fromEntries(JOB_KINDS.map((kind) => [kind, handle(kind)])) as Record<
      JobKind,
      JobHandler
    >;
    const keys = Array.from({ length: MANY }, (_, index) => String(index));
    await enqueueJobs(
      local.db,
      keys.map((key) => ({ kind: "simulate_order", key })),
    );
    // They have waited longer than what follows.
    await execute(local.db)`UPDATE jobs SET run_at = now() - interval '1 minute' WHERE finished_at IS NULL`;
    await enqueueJobs(local.db, [{ kind: "run_batches", key: "live" }]);
    const failures: unknown[] = [];
    const runners = startJobRunners({
      context,
      handlers,
      schedules: [],
      onFailure: (_, error) => failures.push(error),
    });
    await vi.waitFor(() => expect(done).toEqual(["run_batches"]), PATIENCE_MS);
    release();
    await vi.waitFor(() => expect(done).toHaveLength(MANY + 1), PATIENCE_MS);
    await runners.stop();
    expect(failures).toEqual([]);
  });
});
