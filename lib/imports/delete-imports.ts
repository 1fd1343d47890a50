import type { Queryable } from "@/lib/db/client";

/** Their rows are personal data. */
export async function deleteImports(db: Queryable, before: Date): Promise<void> {
  await db.models.import.deleteMany({ where: { createdAt: { lt: before } } });
}
