import type { Queryable } from "@/lib/db/client";
import type { OrderKey } from "@/lib/events/insert-event";
import type { ProofFile } from "@/lib/proofs/proof-file";
import { selectFile, selectFiles } from "@/lib/proofs/store";

export function findProofFile(db: Queryable, id: string): Promise<ProofFile | null> {
  return selectFile(db, id);
}

/** By order, stop and time. */
export async function listProofFiles(db: Queryable, orders: readonly OrderKey[]): Promise<ProofFile[]> {
  if (orders.length === 0) return [];
  return selectFiles(
    db,
    orders.map(({ id }) => id),
  );
}
