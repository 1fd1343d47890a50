import type { Context } from "@/lib/context";
import { findTakeoverOf } from "@/lib/orders/carrying/find-takeover";
import type { Order } from "@/lib/orders/load-order";
import { tripOf } from "@/lib/orders/order";
import type { Point } from "@/lib/routing/geo";

export async function findGoodsPlace({ db }: Pick<Context, "db">, order: Order<"request">): Promise<Point> {
  const { pickup } = tripOf(order.details);
  if (order.status !== "in_progress") return pickup;
  return (await findTakeoverOf(db, order)) ?? order.position ?? pickup;
}
