import { groupByCourier } from "@/lib/couriers/group-by-courier";
import { type CourierStop, listRoutes } from "@/lib/couriers/list-routes";
import type { Queryable } from "@/lib/db/client";
import type { ActiveOrder } from "@/lib/orders/list/list-active-orders";
import type { Point } from "@/lib/point";
import { estimateLeg } from "@/lib/routing/estimate";
import { toDoorGroups, toPeriod, UNKNOWN_DOOR } from "@/lib/tracking/arrivals/duration-groups";
import { type DurationModel, PRIOR_MODEL } from "@/lib/tracking/arrivals/duration-model";
import {
  type EtaInput,
  getWaitStart,
  type OtherStop,
  secondsSince,
  secondsUntilReady,
} from "@/lib/tracking/eta";

interface TripCourier {
  readonly position: Pick<Point, "latitude" | "longitude"> | null;
  readonly transport: string;
  readonly isSimulated: boolean;
}

export interface TripTerms {
  readonly speed: number;
  readonly now: Date;
  readonly durations: DurationModel;
  /** The remaining stops of couriers, of all their orders. */
  readonly routes: ReadonlyMap<string, readonly CourierStop[]>;
}

/** Returns the routes of the couriers who have the orders. */
export async function listRoutesOfOrders(
  db: Queryable,
  orders: readonly Pick<ActiveOrder, "courierId">[],
): Promise<Map<string, CourierStop[]>> {
  const ids = new Set(orders.flatMap(({ courierId }) => courierId ?? []));
  return groupByCourier(ids.size === 0 ? [] : await listRoutes(db, [...ids]));
}

/** Lists the stops of other orders before each stop of the order, in the sequence of the visits. */
function listOthersBefore(route: readonly CourierStop[], orderId: bigint): OtherStop[][] {
  const before: OtherStop[][] = [[]];
  for (const { orderId: id, kind, latitude, longitude } of route) {
    if (id === orderId) before.push([]);
    else before.at(-1)?.push({ latitude, longitude, isPickup: kind === "collect" });
  }
  return before;
}

/** Uses a straight line to the next stop and roads between later ones; null without a position. */
export function estimateRemainingTrip(
  order: ActiveOrder,
  courier: TripCourier | null,
  { speed, now, durations, routes }: TripTerms,
): EtaInput | null {
  const [pickup, ...dropoffs] = order.stops;
  if (courier === null || courier.position === null || pickup === undefined) return null;
  if (order.status !== "assigned" && order.status !== "in_progress") return null;
  const { arrivedAt, readyAt, atDoorSince } = order;
  const others = listOthersBefore(routes.get(order.courierId ?? "") ?? [], order.id);
  const ownBefore = order.status === "in_progress" ? 0 : 1;
  let from: Point = pickup;
  const legs = dropoffs
    .filter(({ isDone }) => !isDone)
    .map((stop, index): EtaInput["legs"][number] => {
      const path = [from, stop];
      const durationSeconds = stop.durationSeconds ?? estimateLeg(from, stop).durationSeconds;
      from = stop;
      const stoodSeconds = stop.isThere ? secondsSince(atDoorSince ?? now, now, speed) : null;
      return {
        path,
        durationSeconds,
        others: others[ownBefore + index] ?? [],
        to: stop,
        door: toDoorGroups(stop, UNKNOWN_DOOR),
        secondsUntilOpen: secondsUntilReady(stop.windowFrom, now, speed),
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
    othersFirst: ownBefore === 0 ? [] : (others[0] ?? []),
    waitedSeconds: secondsSince(waitsSince, now, speed),
    secondsUntilReady: order.status === "assigned" ? secondsUntilReady(readyAt, now, speed) : 0,
    legs,
  };
}
