import { createHash } from "node:crypto";
import { claimAttempt, findUserByEmail } from "@/lib/accounts/store";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { enqueueJob } from "@/lib/jobs/enqueue-job";

/**
 * Has a link to a new password mailed to whoever this address belongs to, and does the same work for nobody's: one
 * look-up, and a job, which finds out. After five in a row each further one of an address has to wait.
 */
export async function requestReset(context: { db: Database; clock: Clock }, address: string): Promise<void> {
  const { db, clock } = context;
  const email = address.trim().toLowerCase();
  const nobody = createHash("sha256").update(`reset ${email}`).digest("hex");
  if (!(await claimAttempt(db, nobody, clock.now()))) return;
  const user = await findUserByEmail(db, email);
  await enqueueJob(db, "mail_reset", user?.id ?? nobody);
}
