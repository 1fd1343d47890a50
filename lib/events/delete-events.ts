import type { Queryable } from "@/lib/db/client";

/** Deletes events that the journal no longer returns. */
export async function deleteEvents(db: Queryable, before: Date): Promise<void> {
  await db.event.deleteMany({ where: { createdAt: { lt: before } } });
}
