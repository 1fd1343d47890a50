import type { Order } from "@/lib/orders/load-order";
import { routedDropoffs } from "@/lib/orders/rows";
import type { Point } from "@/lib/point";
import { routeLegs } from "@/lib/routing/driven-legs";

export function getDrivenPath(order: Order<"request" | "route">): Point[] {
  const { pickup, routingMode } = order.details;
  return routeLegs(pickup.address, routedDropoffs(order), routingMode, order.route).flatMap(
    ({ path }) => path,
  );
}
