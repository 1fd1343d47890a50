// Creates the orders of a database's live batches until a test kills it.

import { openDatabase } from "@/lib/db/client";
import { MemoryRateLimiter } from "@/lib/http/rate-limit";
import { RUN_BATCHES } from "@/lib/imports/batches/batch";
import { runBatches } from "@/lib/imports/batches/run-batches";
import { DONE, JOB_KINDS, type JobHandler, type JobKind } from "@/lib/jobs/job";
import { runJobs } from "@/lib/jobs/run-jobs";
import { CourierSide } from "@/testing/shop";

const [databaseUrl = ""] = process.argv.slice(2);
const { context } = new CourierSide(openDatabase(databaseUrl, 4));
const ignored: JobHandler = async () => DONE;
const handlers = Object.fromEntries(JOB_KINDS.map((kind) => [kind, ignored])) as Record<JobKind, JobHandler>;
runJobs({
  context,
  handlers: { ...handlers, [RUN_BATCHES.live]: runBatches(() => new MemoryRateLimiter()).live },
  schedules: [],
  listKinds: async () => [RUN_BATCHES.live],
  onFailure: (_, error) => process.stderr.write(`${error}\n`),
});
