import type { Queryable } from "@/lib/db/client";
import type { ProofFile } from "@/lib/proofs/proof-file";
import { selectFile } from "@/lib/proofs/store";

export function findProofFile(db: Queryable, id: string): Promise<ProofFile | null> {
  return selectFile(db, id);
}
