import type { Database } from "@/lib/db/client";
import { invalidateRow } from "@/lib/db/row-cache";
import { TABLE } from "@/lib/recovery/data-state";

/** @returns false if the database is not quarantined */
export async function releaseQuarantine(db: Database): Promise<boolean> {
  const { count } = await db.models.journal.updateMany({
    where: { quarantinedAt: { not: null } },
    data: { quarantinedAt: null },
  });
  invalidateRow(db, TABLE, null);
  return count > 0;
}
