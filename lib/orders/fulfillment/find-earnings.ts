import type { Queryable } from "@/lib/db/client";
import { tariffs } from "@/lib/db/generated/columns";
import { numeric } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { courierPay } from "@/lib/pricing/courier-pay";
import { fromRubles, type Kopecks, kopecks } from "@/lib/pricing/money";

export interface Earnings {
  /** Null without configured pay. */
  readonly pay: Kopecks | null;
  readonly orders: number;
}

const FINISHED = { price: numeric, charges: numeric, courierPercent: tariffs.courierPercent };

/** Sums the courier's share of price, waiting and return charges of finished orders, by each order's tariff. */
export async function findEarnings(
  db: Queryable,
  courierId: string,
  { from, to }: { from: Date; to: Date },
): Promise<Earnings> {
  const rows = await query(db, FINISHED)`
    SELECT coalesce(o.price, 0)::numeric AS price, t.courier_percent,
           (SELECT coalesce(sum(c.amount), 0)::numeric FROM order_charges c
            WHERE c.order_id = o.id AND c.type IN ('waiting', 'return')) AS charges
    FROM orders o JOIN tariffs t ON t.id = o.tariff_id
    WHERE o.courier_id = ${courierId}::uuid AND o.status IN ('delivered', 'cancelled')
      AND o.updated_at >= ${from}::timestamptz
      AND coalesce(o.returned_at, CASE WHEN o.status = 'delivered' THEN o.delivered_at END) >= ${from}::timestamptz
      AND coalesce(o.returned_at, CASE WHEN o.status = 'delivered' THEN o.delivered_at END) < ${to}::timestamptz`;
  const pays = rows.flatMap(({ price, charges, courierPercent }) => {
    const pay = courierPay(courierPercent, kopecks(fromRubles(price) + fromRubles(charges)));
    return pay === null ? [] : [pay];
  });
  return {
    pay: pays.length === 0 ? null : kopecks(pays.reduce((sum, pay) => sum + pay, 0)),
    orders: rows.length,
  };
}
