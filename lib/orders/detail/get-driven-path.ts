import type { Order } from "@/lib/orders/load-order";
import { routedDropoffs } from "@/lib/orders/rows";
import { routeLegs } from "@/lib/routing/driven-legs";
import type { Point } from "@/lib/routing/geo";

export function getDrivenPath(order: Order<"request" | "route">): Point[] {
  const { pickup, routingMode } = order.details;
  return routeLegs(pickup.address, routedDropoffs(order), routingMode, order.route).flatMap(
    ({ path }) => path,
  );
}
