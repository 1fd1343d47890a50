import type { Queryable } from "@/lib/db/client";
import type { Courier, Prisma } from "@/lib/db/generated/client";

/** Whether there is such a courier and the service still works with them. */
export async function isWorkingCourier(db: Queryable, courierId: string): Promise<boolean> {
  return (await db.courier.count({ where: { id: courierId, disabledAt: null } })) === 1;
}

export function insertCourier(db: Queryable, data: Prisma.CourierCreateInput): Promise<Courier> {
  return db.courier.create({ data });
}

/** A fix of a courier's position. */
export interface PositionRow {
  readonly latitude: number;
  readonly longitude: number;
  readonly heading: number;
  readonly recordedAt: Date;
  readonly receivedAt: Date;
}

/** Keeps the fix unless a newer one is known already; answers whether it was kept. */
export async function upsertPosition(
  db: Queryable,
  courierId: string,
  position: PositionRow,
): Promise<boolean> {
  const written = await db.$executeRaw`
    INSERT INTO courier_positions AS known (courier_id, latitude, longitude, heading, recorded_at, received_at)
    VALUES (${courierId}::uuid, ${position.latitude}, ${position.longitude}, ${position.heading},
            ${position.recordedAt}::timestamptz, ${position.receivedAt}::timestamptz)
    ON CONFLICT (courier_id) DO UPDATE SET
      latitude = excluded.latitude, longitude = excluded.longitude, heading = excluded.heading,
      recorded_at = excluded.recorded_at, received_at = excluded.received_at
    WHERE known.recorded_at < excluded.recorded_at`;
  return written === 1;
}
