// Runs a database's jobs, including emails, at a fixed time until a test kills it.

import { openDatabase } from "@/lib/db/client";
import { JOB_KINDS } from "@/lib/jobs/job";
import { runJobs } from "@/lib/jobs/run-jobs";
import { jobHandlers } from "@/lib/process/worker";
import { TEST_FILES } from "@/testing/files";
import { CourierSide, FixedClock } from "@/testing/shop";

const [databaseUrl = "", smtpUrl = "", now = ""] = process.argv.slice(2);
const mail = { url: smtpUrl, from: "mail@example.com" };
const { context } = new CourierSide(openDatabase(databaseUrl, 4), new FixedClock(now));
runJobs({
  context,
  handlers: jobHandlers({
    mail,
    authSecret: null,
    supportEmail: null,
    formerAuthSecret: null,
    publicUrl: context.publicUrl,
    files: TEST_FILES,
    dataDir: "",
    requestLogDays: 30,
    billing: { vatPercent: null, legalName: null, legalDetails: null },
  }),
  schedules: [],
  listKinds: async () => JOB_KINDS,
  onFailure: () => {},
});
process.stdout.write("ready\n");
