import { toCell } from "@/lib/couriers/cell";
import { COURIER_HAS_ORDER_SQL } from "@/lib/couriers/courier-has-order-sql";
import type { Queryable, Transaction } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";
import type { Point } from "@/lib/point";

const REFRESHED_EVERY_MS = 30_000;

export async function placeSimulatedCourier(
  tx: Transaction,
  courierId: string,
  at: Point,
  now: Date,
): Promise<void> {
  await execute(tx)`
    INSERT INTO courier_positions AS known
      (courier_id, latitude, longitude, heading, recorded_at, received_at, cell)
    VALUES (${courierId}::uuid, ${at.latitude}, ${at.longitude}, 0, ${now}::timestamptz, ${now}::timestamptz,
            ${toCell(at)})
    ON CONFLICT (courier_id) DO UPDATE SET
      latitude = excluded.latitude, longitude = excluded.longitude, cell = excluded.cell,
      recorded_at = greatest(excluded.recorded_at, known.recorded_at + interval '1 millisecond'),
      received_at = excluded.received_at`;
}

/** Keeps the positions of idle simulated couriers of live mode on shift fresh. */
export async function refreshIdleCouriers(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REFRESHED_EVERY_MS);
  await execute(db)`
    UPDATE courier_positions p SET recorded_at = ${now}::timestamptz, received_at = ${now}::timestamptz
    FROM couriers c
    WHERE c.id = p.courier_id AND c.is_simulated AND c.mode = 'live' AND c.disabled_at IS NULL
      AND c.on_shift_since IS NOT NULL
      AND p.recorded_at < ${before}::timestamptz
      AND NOT EXISTS (SELECT 1 FROM orders o
                      WHERE o.courier_id = c.id AND ${COURIER_HAS_ORDER_SQL})`;
}
