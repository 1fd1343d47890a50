import type { Queryable } from "@/lib/db/client";

/** Deletes links that went out of date before an instant, and tries at passwords that were made before it. */
export async function deleteStaleTokens(db: Queryable, before: Date): Promise<void> {
  await db.personToken.deleteMany({ where: { expiresAt: { lt: before } } });
  await db.signInAttempt.deleteMany({ where: { triedAt: { lt: before } } });
}
