import { endAll, endOne } from "@/lib/accounts/session-store";
import type { Queryable } from "@/lib/db/client";

/** Pages and event streams of these sessions end at once, on every process. */
export async function endSessions(
  db: Queryable,
  userId: string,
  which: { only: string } | { except: string } | "all" = "all",
): Promise<void> {
  if (which === "all") await endAll(db, userId);
  else if ("only" in which) await endOne(db, userId, which.only);
  else await endAll(db, userId, which.except);
}
