import type { Transaction } from "@/lib/db/client";
import type { ExclusionReason } from "@/lib/dispatch/decline-reason";

/** The courier is not offered the order again. */
export async function recordDecline(
  tx: Transaction,
  refusal: { orderId: bigint; courierId: string; reason: ExclusionReason; refusedAt: Date },
): Promise<void> {
  const { orderId, courierId, reason, refusedAt } = refusal;
  await tx.models.dispatchRefusal.upsert({
    where: { orderId_courierId: { orderId, courierId } },
    create: refusal,
    update: { reason, refusedAt },
  });
}
