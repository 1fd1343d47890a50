import type { Queryable } from "@/lib/db/client";

/** Deletes courier positions recorded before an instant. */
export async function deletePositions(db: Queryable, before: Date): Promise<void> {
  await db.orderPosition.deleteMany({ where: { recordedAt: { lt: before } } });
}
