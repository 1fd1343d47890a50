import * as z from "zod";
import type { Queryable } from "@/lib/db/client";
import type { Way } from "@/lib/routing/driven-legs";

const LEGS = z.array(z.object({ geometry: z.string(), durationSeconds: z.number() }));

/** Returns how an order's courier drives it by road; null while that is unknown, or known only for another courier. */
export async function findWay(db: Queryable, orderId: bigint): Promise<Way | null> {
  const way = await db.models.orderWay.findFirst({
    where: { orderId },
    include: { order: { select: { courierId: true } } },
  });
  if (way === null || way.courierId !== way.order.courierId) return null;
  return { places: way.places, legs: LEGS.parse(way.legs) };
}
