// Runs the jobs of a database, letters among them, for as long as it lives; tests kill it.
import { systemClock } from "@/lib/clock";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { openDatabase } from "@/lib/db/client";
import { runJobs } from "@/lib/jobs/run-jobs";
import { createRouter } from "@/lib/routing/route-trip";
import { handlersOf } from "@/lib/worker";

const [databaseUrl = "", smtpUrl = ""] = process.argv.slice(2);
const mail = { url: smtpUrl, from: "mail@example.com" };
const publicUrl = "http://localhost:3000";
runJobs({
  context: {
    db: openDatabase(databaseUrl, 4),
    clock: systemClock,
    router: createRouter(),
    actor: { type: "job", id: "test" },
    publicUrl,
    dispatch: DEFAULT_DISPATCH,
  },
  handlers: handlersOf({ mail, authSecret: null, publicUrl }),
  schedules: [],
  onFailure: () => {},
});
process.stdout.write("ready\n");
