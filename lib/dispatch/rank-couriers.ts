import type { Context } from "@/lib/context";
import type { NearCourier, Seeker } from "@/lib/dispatch/free-couriers";
import { roadSeconds } from "@/lib/dispatch/road-seconds";

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
  if (couriers.length < 2) return couriers;
  const seconds = await roadSeconds(context, order.pickup, couriers);
  if (seconds === null) return couriers;
  const of = (courier: NearCourier) => seconds.get(courier) ?? Number.POSITIVE_INFINITY;
  return couriers.toSorted((a, b) => (of(a) === of(b) ? 0 : of(a) - of(b)));
}
