import type { Context } from "@/lib/context";
import { searchDisks } from "@/lib/couriers/cell";
import { profileOf } from "@/lib/couriers/vehicle";
import { searchFor } from "@/lib/dispatch/find-courier";
import { type CourierSearch, type FreeCourier, listNearestIn } from "@/lib/dispatch/store";
import { findSearch } from "@/lib/orders/carrying/lock-order";
import type { Search } from "@/lib/orders/carrying/waiting-order";
import { getTravelFactors } from "@/lib/routing/get-travel-factors";
import { PROFILES } from "@/lib/routing/osrm";
import { factorAt } from "@/lib/routing/travel-factors";

/** The most couriers to compare by road. */
const MOST_COMPARED = 6;
/** Couriers this much further away than the nearest, in a straight line, are not compared. */
const COMPARED_WITHIN_METERS = 3_000;

/**
 * Ranks the nearest free couriers for a waiting order by their time on the road to its pickup, shortest first. Locks
 * nothing, since it waits for the routing server: whoever assigns checks each courier again under a lock.
 *
 * @returns empty if there is nobody to choose between, or the server does not answer in time
 */
export async function rankCouriers(context: Context, orderId: bigint): Promise<readonly string[]> {
  if (!context.router.knowsRoads) return [];
  const order = await findSearch(context.db, orderId);
  if (order === null || !isDue(context, order)) return [];
  const couriers = await listCompared(context, searchFor(context, order));
  return couriers.length < 2 ? [] : byTime(context, order, couriers);
}

/** Returns whether it is time to look for a courier. */
function isDue({ clock }: Context, { dispatchAt, isAccepted, scope }: Search): boolean {
  return scope.mode === "live" && !isAccepted && dispatchAt <= clock.now();
}

async function listCompared({ db }: Context, search: CourierSearch): Promise<FreeCourier[]> {
  let found: FreeCourier[] = [];
  for (const { cells, completeWithinMeters } of searchDisks(search.pickup)) {
    found = await listNearestIn(db, search, cells, MOST_COMPARED);
    const [nearest] = found;
    if (nearest === undefined) continue;
    const isFull = found.length === MOST_COMPARED && (found.at(-1)?.meters ?? 0) <= completeWithinMeters;
    if (isFull || nearest.meters + COMPARED_WITHIN_METERS <= completeWithinMeters) break;
  }
  const [nearest] = found;
  return found.filter(({ meters }) => meters <= (nearest?.meters ?? 0) + COMPARED_WITHIN_METERS);
}

/** Requests one table per profile, all at once; empty unless every request succeeds. */
async function byTime(
  { db, clock, router }: Context,
  { pickup }: Search,
  couriers: readonly FreeCourier[],
): Promise<string[]> {
  const factor = getTravelFactors(db).then((factors) => factorAt(factors, clock.now(), pickup));
  const tables = PROFILES.map(async (profile) => {
    const alike = couriers.filter(({ transport }) => profileOf(transport) === profile);
    if (alike.length === 0) return [];
    const times = await router.timesTo(pickup, alike, profile);
    const slower = profile === "driving" ? await factor : 1;
    return (
      times &&
      alike.map(({ courierId }, index) => {
        const seconds = times[index] ?? Number.POSITIVE_INFINITY;
        return { courierId, seconds: seconds * slower };
      })
    );
  });
  const [answers] = await Promise.all([Promise.all(tables), factor]);
  const timed = answers.flatMap((answer) => answer ?? [{ courierId: "", seconds: Number.NaN }]);
  if (timed.some(({ seconds }) => Number.isNaN(seconds))) return [];
  return timed
    .filter(({ seconds }) => Number.isFinite(seconds))
    .toSorted((a, b) => a.seconds - b.seconds)
    .map(({ courierId }) => courierId);
}
