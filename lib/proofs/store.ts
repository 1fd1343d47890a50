import type { Queryable } from "@/lib/db/client";
import type { ProofFile } from "@/lib/proofs/proof-file";

const FILE = {
  id: true,
  orderId: true,
  position: true,
  courierId: true,
  kind: true,
  objectKey: true,
  bytes: true,
  takenAt: true,
  receivedAt: true,
} as const;

/** By order, stop and time. */
export function selectFiles(db: Queryable, orderIds: bigint[]): Promise<ProofFile[]> {
  return db.models.proofFile.findMany({
    where: { orderId: { in: orderIds } },
    select: FILE,
    orderBy: [{ orderId: "asc" }, { position: "asc" }, { takenAt: "asc" }, { id: "asc" }],
  });
}

export function selectFile(db: Queryable, id: string): Promise<ProofFile | null> {
  return db.models.proofFile.findFirst({ where: { id }, select: FILE });
}
