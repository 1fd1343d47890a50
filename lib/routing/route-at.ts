import type { Queryable } from "@/lib/db/client";
import { isOverload } from "@/lib/domain-error";
import { getTravelFactors } from "@/lib/routing/current-travel-factors";
import { estimateTrip } from "@/lib/routing/estimate";
import type { Profile } from "@/lib/routing/osrm";
import type { Route, Router } from "@/lib/routing/router";
import { getTravelFactor } from "@/lib/routing/travel-factors";
import type { Trip } from "@/lib/routing/trip";

/** Driving times on roads are for that hour. @throws DomainError SERVICE_OVERLOADED */
export async function routeAt(
  context: { db: Queryable; router: Router },
  trip: Trip,
  terms: { at: Date; profile?: Profile },
): Promise<Route> {
  const [route] = await routeTripsAt(context, [trip], terms);
  if (route === undefined) throw new Error("Routing one trip returned no route");
  return route;
}

/** Falls back to straight lines under overload; only for displays that say so. */
export async function approximateRouteAt(
  context: { db: Queryable; router: Router },
  trip: Trip,
  terms: { at: Date; profile?: Profile },
): Promise<Route> {
  try {
    return await routeAt(context, trip, terms);
  } catch (error) {
    if (!isOverload(error)) throw error;
    return { legs: estimateTrip(trip), source: "estimate" };
  }
}

export async function routeTripsAt(
  { db, router }: { db: Queryable; router: Router },
  trips: readonly Trip[],
  { at, profile = "driving" }: { at: Date; profile?: Profile },
): Promise<Route[]> {
  if (!router.knowsRoads || profile !== "driving") return router.routeTrips(trips, profile);
  const [factors, routes] = await Promise.all([getTravelFactors(db), router.routeTrips(trips, profile)]);
  return routes.map((route, index) => {
    const from = trips[index]?.pickup;
    if (route.source === "estimate" || from === undefined) return route;
    const factor = getTravelFactor(factors, at, from);
    const legs = route.legs.map((leg) => ({
      ...leg,
      durationSeconds: Math.round(leg.durationSeconds * factor),
    }));
    return { ...route, legs };
  });
}
