import type { Context } from "@/lib/context";
import { toCell } from "@/lib/couriers/cell";
import type { Point } from "@/lib/point";

/**
 * Puts a courier at a point by a fix of now, whatever was known before, and by another ten seconds before it.
 * @param fixes one is a fix that no other confirms
 */
export async function placeAt(
  { db, clock }: Pick<Context, "db" | "clock">,
  courierId: string,
  { latitude, longitude }: Point,
  fixes: 1 | 2 = 2,
): Promise<void> {
  const now = clock.now();
  const fix = {
    latitude,
    longitude,
    recordedAt: now,
    receivedAt: now,
    cell: toCell({ latitude, longitude }),
  };
  await db.models.courierPosition.upsert({
    where: { courierId },
    create: { courierId, heading: 0, ...fix },
    update: fix,
  });
  const order = await db.models.order.findFirst({ where: { courierId, status: "in_progress" } });
  if (order === null || fixes === 1) return;
  await db.models.orderPosition.deleteMany({ where: { orderId: order.id } });
  const recordedAt = new Date(now.getTime() - 10_000);
  await db.models.orderPosition.create({
    data: { orderId: order.id, courierId, latitude, longitude, heading: 0, recordedAt },
  });
}
