import type { Staff } from "@/lib/accounts/check-session";
import type { Queryable } from "@/lib/db/client";
import { findWay } from "@/lib/orders/carrying/find-way";
import { findAccountOrder } from "@/lib/orders/find-account-order";
import { selectDetails } from "@/lib/orders/store";
import { drivenLegs } from "@/lib/routing/driven-legs";
import type { Point } from "@/lib/routing/geo";

/**
 * The driven route of one of the account's orders, from the pickup to the last dropoff.
 *
 * @returns null when there is no such order, or it is another account's
 */
export async function findOrderWay(
  db: Queryable,
  staff: Pick<Staff, "scope">,
  orderCode: string,
): Promise<Point[] | null> {
  const order = await findAccountOrder(db, staff, orderCode);
  if (order === null) return null;
  const [{ details, trip }, way] = await Promise.all([
    selectDetails(db, order),
    findWay(db, order.id, order.courierId),
  ]);
  const dropoffs = details.dropoffs.map(({ address }, index) => ({
    latitude: address.latitude,
    longitude: address.longitude,
    geometry: trip.legs[index]?.geometry ?? null,
    durationSeconds: trip.legs[index]?.durationSeconds ?? null,
  }));
  return drivenLegs(details.pickup.address, dropoffs, details.routingMode, way).flatMap(({ path }) => path);
}
