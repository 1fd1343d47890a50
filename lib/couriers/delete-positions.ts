import type { Queryable } from "@/lib/db/client";
import { deleteOldRows } from "@/lib/db/delete-in-batches";

export function deletePositions(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  return deleteOldRows(db, "order_positions", { by: "recorded_at", before }, isTimeUp);
}
