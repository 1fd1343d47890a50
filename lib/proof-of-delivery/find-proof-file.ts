import type { Queryable } from "@/lib/db/client";
import type { EventSubject } from "@/lib/events/insert-event";
import type { ProofFile } from "@/lib/proof-of-delivery/proof-file";

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

export function findProofFile(db: Queryable, id: string): Promise<ProofFile | null> {
  return db.models.proofFile.findFirst({ where: { id }, select: FILE });
}

export async function listProofFiles(db: Queryable, orders: readonly EventSubject[]): Promise<ProofFile[]> {
  if (orders.length === 0) return [];
  return db.models.proofFile.findMany({
    where: { orderId: { in: orders.map(({ id }) => id) } },
    select: FILE,
    orderBy: [{ orderId: "asc" }, { position: "asc" }, { takenAt: "asc" }, { id: "asc" }],
  });
}
