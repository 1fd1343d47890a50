import type { Queryable } from "@/lib/db/client";
import { orderPositions } from "@/lib/db/generated/columns";
import { pick } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

/** Lists the order's stored fixes and the courier's newest one, unordered; both bounds are inclusive. */
export function listFixes(
  db: Queryable,
  { orderId, courierId, since, until }: { orderId: bigint; courierId: string; since: Date; until: Date },
): Promise<{ recordedAt: Date; latitude: number; longitude: number }[]> {
  return query(db, pick(orderPositions, "recordedAt latitude longitude"))`
    SELECT recorded_at, latitude, longitude FROM order_positions
    WHERE order_id = ${orderId} AND courier_id = ${courierId}::uuid
      AND recorded_at BETWEEN ${since}::timestamptz AND ${until}::timestamptz
    UNION ALL
    SELECT recorded_at, latitude, longitude FROM courier_positions
    WHERE courier_id = ${courierId}::uuid
      AND recorded_at BETWEEN ${since}::timestamptz AND ${until}::timestamptz`;
}
