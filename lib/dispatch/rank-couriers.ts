import type { Context } from "@/lib/context";
import type { DispatchRequest, NearbyCourier } from "@/lib/dispatch/free-couriers";
import { travelTimesTo } from "@/lib/dispatch/road-seconds";

/** By time on the road to the pickup; as given without a response in time. Locks nothing, since this waits. */
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
