import { sessionEndReason } from "@/lib/accounts/session";
import { type ListedSession, selectSessions } from "@/lib/accounts/session-store";
import type { Clock } from "@/lib/clock";
import type { Queryable } from "@/lib/db/client";

export async function listSessions(
  { db, clock }: { db: Queryable; clock: Clock },
  userId: string,
): Promise<ListedSession[]> {
  const now = clock.now();
  return (await selectSessions(db, userId)).filter((session) => sessionEndReason(session, now) === null);
}
