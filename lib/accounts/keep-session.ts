import { renewed, type Session, type Trace } from "@/lib/accounts/session";
import { writeUse } from "@/lib/accounts/session-store";
import type { Clock } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";

/**
 * Lets a session go on because it is used, and writes down from where, at most every five minutes.
 *
 * @returns what its cookie holds from now on; null when that need not change, or the session has ended
 */
export async function keepSession(
  { db, clock }: { db: Queryable; clock: Clock },
  session: Session,
  trace: Trace,
): Promise<Session | null> {
  const next = renewed(session, clock.now());
  return next !== null && (await writeUse(db, next, trace)) ? next : null;
}
