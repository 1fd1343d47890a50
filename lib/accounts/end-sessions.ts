import type { Queryable } from "@/lib/db/client";

/** Ends every session of a person, on every device; the next sign-in begins a new one. */
export async function endSessions(db: Queryable, userId: string): Promise<void> {
  await db.user.updateMany({ where: { id: userId }, data: { sessionVersion: { increment: 1 } } });
}
