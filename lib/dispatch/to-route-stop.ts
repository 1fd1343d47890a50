import type { RouteStop } from "@/lib/couriers/list-route";
import type { StopRef } from "@/lib/dispatch/plan-snapshot";

/** Routes that are planned stop by stop consist of pickups and dropoffs. */
export const toRouteStop = ({ orderId, dropoff }: StopRef): RouteStop =>
  dropoff === null
    ? { orderId: BigInt(orderId), kind: "collect", stopPosition: 0 }
    : { orderId: BigInt(orderId), kind: "deliver", stopPosition: dropoff + 1 };
