import type { Transaction } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import type { RefusalReason } from "@/lib/waiting/refusal";

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
  await execute(tx)`
    INSERT INTO dispatch_refusals (order_id, courier_id, reason, refused_at)
    VALUES (${orderId}, ${courierId}::uuid, ${reason}::refusal_reason, ${refusedAt}::timestamptz)
    ON CONFLICT (order_id, courier_id) DO UPDATE SET reason = excluded.reason, refused_at = excluded.refused_at`;
}
