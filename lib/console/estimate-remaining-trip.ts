import type { ActiveOrder } from "@/lib/orders/list/list-active-orders";
import type { Point } from "@/lib/point";
import { estimateLeg } from "@/lib/routing/estimate";
import { toDoorGroups, toPeriod, UNKNOWN_DOOR } from "@/lib/tracking/arrivals/duration-groups";
import { type DurationModel, PRIOR_MODEL } from "@/lib/tracking/arrivals/duration-model";
import { type EtaInput, getWaitStart, secondsSince, secondsUntilReady } from "@/lib/tracking/eta";

interface TripCourier {
  readonly position: Pick<Point, "latitude" | "longitude"> | null;
  readonly transport: string;
  readonly isSimulated: boolean;
}

export interface TripTerms {
  readonly speed: number;
  readonly now: Date;
  readonly durations: DurationModel;
}

/** Uses a straight line to the next stop and roads between later ones; null without a position. */
export function estimateRemainingTrip(
  order: ActiveOrder,
  courier: TripCourier | null,
  { speed, now, durations }: TripTerms,
): EtaInput | null {
  const [pickup, ...dropoffs] = order.stops;
  if (courier === null || courier.position === null || pickup === undefined) return null;
  if (order.status !== "assigned" && order.status !== "in_progress") return null;
  const { arrivedAt, readyAt, atDoorSince } = order;
  let from: Point = pickup;
  const legs = dropoffs
    .filter(({ isDone }) => !isDone)
    .map((stop): EtaInput["legs"][number] => {
      const path = [from, stop];
      const durationSeconds = stop.durationSeconds ?? estimateLeg(from, stop).durationSeconds;
      from = stop;
      const stoodSeconds = stop.isThere ? secondsSince(atDoorSince ?? now, now, speed) : null;
      return {
        path,
        durationSeconds,
        others: [],
        to: stop,
        door: toDoorGroups(stop, UNKNOWN_DOOR),
        stoodSeconds,
      };
    });
  const waitsSince = arrivedAt && getWaitStart(arrivedAt, readyAt);
  return {
    durations: courier.isSimulated ? PRIOR_MODEL : durations,
    period: toPeriod(now, pickup),
    vehicle: courier.transport,
    shop: order.accountId,
    speed,
    isPickedUp: order.status === "in_progress",
    courier: courier.position,
    pickup,
    approach: null,
    othersFirst: [],
    waitedSeconds: secondsSince(waitsSince, now, speed),
    secondsUntilReady: order.status === "assigned" ? secondsUntilReady(readyAt, now, speed) : 0,
    legs,
  };
}
