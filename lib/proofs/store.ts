import type { Queryable } from "@/lib/db/client";
import { int4, int8, oneOf, text, timestamptz, uuid } from "@/lib/db/row";
import { query, type Sql, sql } from "@/lib/db/sql";
import { PROOF_KINDS, type ProofFile } from "@/lib/proofs/proof-file";

const FILE = {
  id: uuid,
  orderId: int8,
  position: int4,
  courierId: uuid,
  kind: oneOf(PROOF_KINDS),
  objectKey: text,
  bytes: int4,
  takenAt: timestamptz,
  receivedAt: timestamptz,
};

/** The files of which a condition holds, in the order in which they were taken. */
export function selectFiles(db: Queryable, condition: Sql): Promise<ProofFile[]> {
  return query(db, FILE)`
    SELECT id, order_id, position, courier_id, kind, object_key, bytes, taken_at, received_at
    FROM proof_files WHERE ${condition} ORDER BY order_id, position, taken_at, id`;
}

/** The file with this id. */
export async function selectFile(db: Queryable, id: string): Promise<ProofFile | null> {
  const [file] = await selectFiles(db, sql`id = ${id}::uuid`);
  return file ?? null;
}
