import type { Queryable } from "@/lib/db/client";

/** Forgets where a courier is, until they are heard of again. */
export async function forgetPosition(db: Queryable, courierId: string): Promise<void> {
  await db.models.courierPosition.deleteMany({ where: { courierId } });
}
