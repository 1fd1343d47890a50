import type { Queryable } from "@/lib/db/client";

export async function deletePosition(db: Queryable, courierId: string): Promise<void> {
  await db.models.courierPosition.deleteMany({ where: { courierId } });
}
