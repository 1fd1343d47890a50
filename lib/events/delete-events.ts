import type { Queryable } from "@/lib/db/client";

/** Deletes the events that the journal no longer hands out. */
export async function deleteEvents(db: Queryable, before: Date): Promise<void> {
  await db.event.deleteMany({ where: { createdAt: { lt: before } } });
}
