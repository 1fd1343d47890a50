import type { Queryable } from "@/lib/db/client";

/** Deletes links that expired, and password tries that were made, before an instant. */
export async function deleteStaleTokens(db: Queryable, before: Date): Promise<void> {
  await db.personToken.deleteMany({ where: { expiresAt: { lt: before } } });
  await db.signInAttempt.deleteMany({ where: { triedAt: { lt: before } } });
}
