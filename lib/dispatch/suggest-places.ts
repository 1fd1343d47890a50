import type { Context } from "@/lib/context";
import { availabilityCriteria } from "@/lib/dispatch/availability-criteria";
import { toPickupArea, writeSuggestions } from "@/lib/dispatch/idle-suggestion";
import type { CourierMove } from "@/lib/dispatch/move-idle-couriers";
import type { PlanRequest } from "@/lib/dispatch/planner";
import { toTravelSeconds } from "@/lib/dispatch/travel-times";

/** Suggests to idle couriers the pickup areas that a plan moves them to. */
export async function suggestPlaces(
  context: Context,
  { snapshot, travelTimes }: PlanRequest,
  moves: readonly CourierMove[],
): Promise<void> {
  if (moves.length === 0) return;
  const travelSeconds = toTravelSeconds(travelTimes);
  const couriers = new Map(snapshot.couriers.map((courier) => [courier.id, courier]));
  const suggestions = moves.map(({ courierId, toPoint }) => {
    const courier = couriers.get(courierId);
    const [latitude, longitude] = [travelTimes.latitudes[toPoint], travelTimes.longitudes[toPoint]];
    if (courier === undefined || latitude === undefined || longitude === undefined)
      throw new Error("A move names an unknown courier or point.");
    const seconds = Math.round(travelSeconds(courier.point, toPoint, courier.vehicle));
    return { courierId, ...toPickupArea({ latitude, longitude }), travelSeconds: seconds };
  });
  await writeSuggestions(context.db, suggestions, {
    now: context.clock.now(),
    criteria: availabilityCriteria(context),
  });
}
