import type { Transaction } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/** Idempotent. During a takeover the former courier pays. @param position 1 for the first dropoff */
export async function recordBuyout(
  tx: Transaction,
  { id: orderId }: { readonly id: bigint },
  courierId: string,
  position: number,
  at: Date,
): Promise<void> {
  // The order's payment applies to the first dropoff, as in effectivePayment.
  await execute(tx)`
    INSERT INTO courier_cash (courier_id, kind, amount, order_id, position, at, actor_type, actor_id)
    SELECT due.payer, 'paid', -due.amount, ${orderId}, due.position, ${at}::timestamptz, 'courier', due.payer::text
    FROM (
      SELECT s.position, coalesce(o.takeover_from_id, ${courierId}::uuid) AS payer,
             coalesce(s.payment_amount, CASE WHEN s.position = 1 THEN o.payment_amount END) AS amount,
             coalesce(s.payment_type, CASE WHEN s.position = 1 THEN o.payment_type END, 'cash') AS type
      FROM orders o JOIN order_stops s ON s.order_id = o.id AND s.position = ${position}
      WHERE o.id = ${orderId} AND s.position > 0
    ) AS due
    WHERE due.amount > 0 AND due.type = 'cash'
    ON CONFLICT (order_id, position) WHERE kind = 'paid' DO NOTHING`;
}
