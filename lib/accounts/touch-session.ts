import { type ClientInfo, renewSession, type Session } from "@/lib/accounts/session";
import { writeUse } from "@/lib/accounts/session-store";
import type { Clock } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";

/** Records a use at most every five minutes. @returns the new cookie value, null if unchanged */
export async function touchSession(
  { db, clock }: { db: Queryable; clock: Clock },
  session: Session,
  trace: ClientInfo,
): Promise<Session | null> {
  const next = renewSession(session, clock.now());
  return next !== null && (await writeUse(db, next, trace)) ? next : null;
}
