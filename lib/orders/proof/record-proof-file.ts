import type { Transaction } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import type { EventSubject } from "@/lib/events/build-event-insert";
import { findProofFile } from "@/lib/orders/proof/find-proof-file";
import { isSameFile, MAX_FILES_PER_STOP, type ProofFile } from "@/lib/orders/proof/proof-file";

/** Call with the order locked. @returns false for a repeated upload @throws DomainError STEP_NOT_POSSIBLE */
export async function recordProofFile(
  tx: Transaction,
  { id: orderId, scope }: EventSubject,
  file: Omit<ProofFile, "orderId">,
): Promise<boolean> {
  const { position, takenAt, receivedAt } = file;
  const inserted = await execute(tx)`
    INSERT INTO proof_files
      (id, order_id, position, account_id, mode, courier_id, kind, object_key, bytes, taken_at, received_at)
    SELECT ${file.id}::uuid, ${orderId}::bigint, ${position}::smallint, ${scope.accountId}::uuid, ${scope.mode}::mode,
           ${file.courierId}::uuid, ${file.kind}::proof_kind, ${file.objectKey}, ${file.bytes}::int,
           ${takenAt}::timestamptz, ${receivedAt}::timestamptz
    WHERE (SELECT count(*) FROM proof_files
           WHERE order_id = ${orderId} AND position = ${position}) < ${MAX_FILES_PER_STOP}
    ON CONFLICT (id) DO NOTHING`;
  if (inserted === 1) return true;
  const known = await findProofFile(tx, file.id);
  if (known !== null && isSameFile(known, { ...file, orderId })) return false;
  throw new DomainError("STEP_NOT_POSSIBLE");
}
