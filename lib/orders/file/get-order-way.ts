import type { Queryable } from "@/lib/db/client";
import { findWay } from "@/lib/orders/carrying/find-way";
import type { OrderRow } from "@/lib/orders/order-row";
import { selectDetails } from "@/lib/orders/store";
import { drivenLegs } from "@/lib/routing/driven-legs";
import type { Point } from "@/lib/routing/geo";

/** Returns the driven route of an order, from the pickup to the last dropoff. */
export async function getOrderWay(db: Queryable, order: OrderRow): Promise<Point[]> {
  const [{ details, trip }, way] = await Promise.all([selectDetails(db, order), findWay(db, order.id)]);
  const dropoffs = details.dropoffs.map(({ address }, index) => ({
    latitude: address.latitude,
    longitude: address.longitude,
    geometry: trip.legs[index]?.geometry ?? null,
    durationSeconds: trip.legs[index]?.durationSeconds ?? null,
  }));
  return drivenLegs(details.pickup.address, dropoffs, details.routingMode, way).flatMap(({ path }) => path);
}
