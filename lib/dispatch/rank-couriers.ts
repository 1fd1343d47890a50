import type { Context } from "@/lib/context";
import { getProfile, type TransportType } from "@/lib/couriers/vehicle";
import type { DispatchRequest, NearbyCourier } from "@/lib/dispatch/available-couriers";
import type { Point } from "@/lib/point";
import { getTravelFactors } from "@/lib/routing/current-travel-factors";
import { PROFILES } from "@/lib/routing/osrm";
import { getTravelFactor } from "@/lib/routing/travel-factors";

/** Sorts by travel time to the pickup; keeps the order if routing is too slow. Must hold no lock while waiting. */
export async function rankCouriers(
  context: Context,
  order: DispatchRequest,
  couriers: readonly NearbyCourier[],
): Promise<readonly NearbyCourier[]> {
  if (couriers.length < 2) return couriers;
  const seconds = await travelTimesTo(context, order.pickup, couriers);
  if (seconds === null) return couriers;
  const of = (courier: NearbyCourier) => seconds.get(courier) ?? Number.POSITIVE_INFINITY;
  return couriers.toSorted((a, b) => (of(a) === of(b) ? 0 : of(a) - of(b)));
}

/** Omits travelers without a road; null unless the table of every profile arrives in time. */
export async function travelTimesTo<Traveler extends Point & { readonly transport: TransportType }>(
  { db, clock, router }: Pick<Context, "db" | "clock" | "router">,
  place: Point,
  travelers: readonly Traveler[],
): Promise<ReadonlyMap<Traveler, number> | null> {
  if (!router.knowsRoads) return null;
  const factor = getTravelFactors(db).then((factors) => getTravelFactor(factors, clock.now(), place));
  const tables = PROFILES.map(async (profile) => {
    const alike = travelers.filter(({ transport }) => getProfile(transport) === profile);
    if (alike.length === 0) return [];
    const times = await router.timesTo(place, alike, profile);
    const slower = profile === "driving" ? await factor : 1;
    return times?.map((time, index) => [alike[index], time === null ? null : time * slower] as const) ?? null;
  });
  const [answers] = await Promise.all([Promise.all(tables), factor]);
  const seconds = new Map<Traveler, number>();
  for (const answer of answers) {
    if (answer === null) return null;
    for (const [traveler, time] of answer)
      if (traveler !== undefined && time !== null) seconds.set(traveler, time);
  }
  return seconds;
}
