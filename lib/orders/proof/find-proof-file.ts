import type { Queryable } from "@/lib/db/client";
import type { EventSubject } from "@/lib/events/build-event-insert";
import type { ProofFile } from "@/lib/orders/proof/proof-file";

const OWNER = { accountId: true, mode: true } as const;

export function findProofFile(db: Queryable, id: string): Promise<ProofFile | null> {
  return db.models.proofFile.findFirst({ where: { id }, omit: OWNER });
}

export async function listProofFiles(db: Queryable, orders: readonly EventSubject[]): Promise<ProofFile[]> {
  if (orders.length === 0) return [];
  return db.models.proofFile.findMany({
    where: { orderId: { in: orders.map(({ id }) => id) } },
    omit: OWNER,
    orderBy: [{ orderId: "asc" }, { position: "asc" }, { takenAt: "asc" }, { id: "asc" }],
  });
}
