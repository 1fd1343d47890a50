import type { Context } from "@/lib/context";
import { profileOf } from "@/lib/couriers/vehicle";
import type { NearCourier, Seeker } from "@/lib/dispatch/free-couriers";
import { getTravelFactors } from "@/lib/routing/get-travel-factors";
import { PROFILES } from "@/lib/routing/osrm";
import { factorAt } from "@/lib/routing/travel-factors";

/**
 * Ranks couriers for a waiting order by their time on the road to its pickup, shortest first; those without a road come
 * last. Nothing is locked, since this waits for the routing server: whoever assigns checks the courier again.
 *
 * @param couriers nearest first; they stay so if the server does not answer in time
 */
export async function rankCouriers(
  context: Context,
  order: Seeker,
  couriers: readonly NearCourier[],
): Promise<readonly NearCourier[]> {
  if (!context.router.knowsRoads || couriers.length < 2) return couriers;
  const seconds = await timesOf(context, order, couriers);
  if (seconds === null) return couriers;
  const of = (courier: NearCourier) => seconds.get(courier) ?? Number.POSITIVE_INFINITY;
  return couriers.toSorted((a, b) => (of(a) === of(b) ? 0 : of(a) - of(b)));
}

/** Requests one table per profile, all at once; null unless every request succeeds. */
async function timesOf(
  { db, clock, router }: Context,
  { pickup }: Seeker,
  couriers: readonly NearCourier[],
): Promise<ReadonlyMap<NearCourier, number> | null> {
  const factor = getTravelFactors(db).then((factors) => factorAt(factors, clock.now(), pickup));
  const tables = PROFILES.map(async (profile) => {
    const alike = couriers.filter(({ transport }) => profileOf(transport) === profile);
    if (alike.length === 0) return [];
    const times = await router.timesTo(pickup, alike, profile);
    const slower = profile === "driving" ? await factor : 1;
    return times?.map((time, index) => [alike[index], time === null ? null : time * slower] as const) ?? null;
  });
  const [answers] = await Promise.all([Promise.all(tables), factor]);
  const seconds = new Map<NearCourier, number>();
  for (const answer of answers) {
    if (answer === null) return null;
    for (const [courier, time] of answer)
      if (courier !== undefined && time !== null) seconds.set(courier, time);
  }
  return seconds;
}
