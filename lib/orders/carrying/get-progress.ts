import type { Queryable } from "@/lib/db/client";
import { type Progress, progressOf } from "@/lib/orders/carrying/progress";
import type { OrderRow } from "@/lib/orders/order-row";

/** How far the order's courier has come. */
export async function getProgress(db: Queryable, { id }: OrderRow): Promise<Progress> {
  const { stops, statusChanges, ...order } = await db.order.findUniqueOrThrow({
    where: { id },
    select: {
      acceptedAt: true,
      arrivedAt: true,
      stops: {
        where: { position: { gt: 0 } },
        orderBy: { position: "asc" },
        select: { arrivedAt: true, deliveredAt: true },
      },
      statusChanges: { orderBy: { id: "desc" }, take: 1, select: { changedAt: true } },
    },
  });
  return progressOf({ ...order, dropoffs: stops, changedAt: statusChanges[0]?.changedAt });
}
