import type { Queryable } from "@/lib/db/client";
import type { ProofFile } from "@/lib/proofs/proof-file";
import { selectFile } from "@/lib/proofs/store";

/**
 * The file with this id; null when there is none, or none any more.
 *
 * @param id a UUID, from an address that this service has signed or from the courier whose phone made it
 */
export function findProofFile(db: Queryable, id: string): Promise<ProofFile | null> {
  return selectFile(db, id);
}
