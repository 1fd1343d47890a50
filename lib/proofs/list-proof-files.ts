import type { Queryable } from "@/lib/db/client";
import type { EventSubject } from "@/lib/events/insert-event";
import type { ProofFile } from "@/lib/proofs/proof-file";
import { selectFiles } from "@/lib/proofs/store";

/** The files of these orders, by order and stop, and of each stop in the order in which they were taken. */
export async function listProofFiles(db: Queryable, orders: readonly EventSubject[]): Promise<ProofFile[]> {
  if (orders.length === 0) return [];
  return selectFiles(
    db,
    orders.map(({ id }) => id),
  );
}
