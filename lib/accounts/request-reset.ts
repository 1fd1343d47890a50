import { createHash } from "node:crypto";
import { limitPerEmail, limitPerNetwork } from "@/lib/accounts/attempt-limit";
import { consumeAttempt } from "@/lib/accounts/consume-attempt";
import { findUser } from "@/lib/accounts/store";
import type { Context } from "@/lib/context";
import { enqueueJob } from "@/lib/jobs/enqueue-job";

/** Does the same work for unknown addresses. @param network from `clientAddress` */
export async function requestReset(
  context: Pick<Context, "db" | "clock">,
  address: string,
  network: string,
): Promise<void> {
  const { db } = context;
  const email = address.trim().toLowerCase();
  const unknownKey = createHash("sha256").update(`reset ${email}`).digest("hex");
  const bounds = [limitPerNetwork("reset", email, network), limitPerEmail("reset", email)];
  if (!(await consumeAttempt(context, bounds)).isAllowed) return;
  const user = await findUser(db, { email });
  await enqueueJob(db, { kind: "mail_reset", key: user?.id ?? unknownKey });
}
