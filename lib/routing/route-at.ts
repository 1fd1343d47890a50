import type { Queryable } from "@/lib/db/client";
import { getTravelFactors } from "@/lib/routing/get-travel-factors";
import type { Profile } from "@/lib/routing/osrm";
import type { Route, Router } from "@/lib/routing/route-trip";
import { factorAt } from "@/lib/routing/travel-factors";
import type { Trip } from "@/lib/routing/trip";

/**
 * Returns the route of a trip that begins at an instant, with driving times on roads for that hour. Estimates already
 * assume daytime city speeds, and traffic does not slow down walking or cycling.
 */
export async function routeAt(
  { db, router }: { db: Queryable; router: Router },
  trip: Trip,
  { at, profile = "driving" }: { at: Date; profile?: Profile },
): Promise<Route> {
  if (!router.knowsRoads || profile !== "driving") return router.routeTrip(trip, profile);
  const [factors, route] = await Promise.all([getTravelFactors(db), router.routeTrip(trip, profile)]);
  if (route.source === "estimate") return route;
  const factor = factorAt(factors, at, trip.pickup);
  const legs = route.legs.map((leg) => ({
    ...leg,
    durationSeconds: Math.round(leg.durationSeconds * factor),
  }));
  return { ...route, legs };
}
