import type { Context } from "@/lib/context";
import { findTransferSource } from "@/lib/orders/fulfillment/find-takeover";
import type { Order } from "@/lib/orders/load-order";
import { toTrip } from "@/lib/orders/order";
import type { Point } from "@/lib/routing/geo";

export async function findCollectionPoint(
  { db }: Pick<Context, "db">,
  order: Order<"request">,
): Promise<Point> {
  const { pickup } = toTrip(order.details);
  if (order.status !== "in_progress") return pickup;
  return (await findTransferSource(db, order)) ?? order.position ?? pickup;
}
