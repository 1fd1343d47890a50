import { findPosition } from "@/lib/couriers/record-position";
import type { Queryable } from "@/lib/db/client";
import { findLatestEvent } from "@/lib/events/find-latest-event";
import type { Offer } from "@/lib/orders/fulfillment/courier-task";
import type { Order } from "@/lib/orders/load-order";
import type { Point } from "@/lib/point";
import { type CourierRoute, stopsKey } from "@/lib/routing/driven-legs";
import { estimateTrip } from "@/lib/routing/estimate";
import { pathLength } from "@/lib/routing/path";
import { decodePolyline } from "@/lib/routing/polyline";
import type { Leg } from "@/lib/routing/trip";

const GIVEN = ["order.assigned", "order.driver_changed"] as const;

export async function findOffer(
  db: Queryable,
  order: Order<"request" | "route">,
  { courierId, acceptWithinSeconds }: { courierId: string; acceptWithinSeconds: number },
): Promise<Offer> {
  const [at, position] = await Promise.all([findLatestEvent(db, order, GIVEN), findPosition(db, courierId)]);
  if (at === null) throw new Error("assignment has no event");
  const from = position === null ? null : { latitude: position.latitude, longitude: position.longitude };
  const { details, trip, route } = order;
  const pickup = details.pickup.address;
  const dropoffs = details.dropoffs.map(({ address }) => address);
  return {
    at: at.toISOString(),
    until: new Date(at.getTime() + acceptWithinSeconds * 1000).toISOString(),
    from,
    ...courierLegs(
      from,
      { pickup, dropoffs, isSequential: details.routingMode === "sequential" },
      trip.legs,
      route,
    ),
  };
}

/** Returns the routed legs if known; else an estimate to the pickup and the priced legs. */
export function courierLegs(
  from: Point | null,
  { pickup, dropoffs, isSequential }: { pickup: Point; dropoffs: readonly Point[]; isSequential: boolean },
  priced: readonly Leg[],
  way: CourierRoute | null,
): Pick<Offer, "toPickup" | "toDropoffs"> {
  if (way !== null && way.places === stopsKey([pickup, ...dropoffs])) {
    const [first = null, ...others] = way.legs.map((leg) => ({
      ...leg,
      distanceMeters: Math.round(pathLength(decodePolyline(leg.geometry))),
    }));
    return { toPickup: from === null ? null : first, toDropoffs: others };
  }
  const estimated = (start: Point, stops: readonly Point[]) =>
    estimateTrip({ pickup: start, dropoffs: stops, routingMode: "sequential" });
  return {
    toPickup: from === null ? null : (estimated(from, [pickup])[0] ?? null),
    toDropoffs: isSequential
      ? priced.map(({ distanceMeters, durationSeconds, geometry }) => ({
          distanceMeters,
          durationSeconds,
          geometry,
        }))
      : estimated(pickup, dropoffs),
  };
}
