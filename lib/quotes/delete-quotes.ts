import type { Queryable } from "@/lib/db/client";

/** Deletes the quotes that expired before an instant. */
export async function deleteQuotes(db: Queryable, before: Date): Promise<void> {
  await db.quote.deleteMany({ where: { expiresAt: { lt: before } } });
}
