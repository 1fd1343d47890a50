import type { Queryable } from "@/lib/db/client";
import { deleteInBatches, deleteOldRows } from "@/lib/db/delete-in-batches";
import { execute, sql } from "@/lib/db/sql";

export const AUDIT_DETAILS_DAYS = 365;
export const AUDIT_REFUSAL_DAYS = 90;

/** Deletes the personal part; the chain keeps its hash. */
export function deleteAuditDetails(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  return deleteInBatches(
    isTimeUp,
    (most) => execute(db)`
      DELETE FROM audit_details WHERE ctid = ANY (ARRAY(
        SELECT d.ctid FROM audit_details d JOIN audit_records r ON r.id = d.record_id
        WHERE d.created_at < ${before}::timestamptz AND r.position IS NOT NULL LIMIT ${most}))`,
  );
}

export function deleteRefusals(db: Queryable, before: Date, isTimeUp: () => boolean): Promise<boolean> {
  const where = sql`refusal IS NOT NULL`;
  return deleteOldRows(db, "audit_records", { by: "at", before, where }, isTimeUp);
}
