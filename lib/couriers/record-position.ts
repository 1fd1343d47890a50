import type { Context } from "@/lib/context";
import { toCell } from "@/lib/couriers/cell";
import type { KnownPosition } from "@/lib/couriers/fix";
import { findKnownPositions, writePositions } from "@/lib/couriers/store";
import type { Queryable } from "@/lib/db/client";

/** Dispatch skips couriers without a position for this long. */
export const LAST_SEEN_LIMIT_MS = 30 * 60_000;

export const lastSeenCutoff = (now: Date): Date => new Date(now.getTime() - LAST_SEEN_LIMIT_MS);

/** Records a position without checking it, on shift or not. @returns whether it is the courier's newest */
export async function recordPosition(
  context: Pick<Context, "db" | "clock">,
  courierId: string,
  { latitude, longitude, heading, recordedAt }: Omit<KnownPosition, "receivedAt">,
): Promise<boolean> {
  const fix = { courierId, latitude, longitude, heading, recordedAt };
  const row = { ...fix, receivedAt: context.clock.now(), cell: toCell(fix), isPast: true };
  const stored = await writePositions(context.db, [row], { isAtWork: false });
  return stored.get(courierId) ?? false;
}

export async function findPosition(db: Queryable, courierId: string): Promise<KnownPosition | null> {
  return (await findKnownPositions(db, [courierId])).get(courierId) ?? null;
}

export async function deletePosition(db: Queryable, courierId: string): Promise<void> {
  await db.models.courierPosition.deleteMany({ where: { courierId } });
}
