import type { Context } from "@/lib/context";
import { getProfile, type TransportType } from "@/lib/couriers/vehicle";
import type { Point } from "@/lib/point";
import { getTravelFactors } from "@/lib/routing/current-travel-factors";
import { PROFILES } from "@/lib/routing/osrm";
import { getTravelFactor } from "@/lib/routing/travel-factors";

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
