import type { Transaction } from "@/lib/db/client";
import type { RefusalReason } from "@/lib/db/generated/client";

/** Records that this courier is not offered an order again. */
export async function refuseOrder(
  tx: Transaction,
  {
    orderId,
    courierId,
    reason,
    refusedAt,
  }: { orderId: bigint; courierId: string; reason: RefusalReason; refusedAt: Date },
): Promise<void> {
  await tx.dispatchRefusal.upsert({
    where: { orderId_courierId: { orderId, courierId } },
    create: { orderId, courierId, reason, refusedAt },
    update: { reason, refusedAt },
  });
}
