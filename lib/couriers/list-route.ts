import type { Queryable } from "@/lib/db/client";
import type { RouteStopKind } from "@/lib/db/generated/client";

/** A remaining stop of a courier. */
export interface RouteStop {
  readonly orderId: bigint;
  readonly kind: RouteStopKind;
  /** 0 is the pickup of the order, n its dropoff n. */
  readonly stopPosition: number;
}

/** Lists a courier's remaining stops, of all their orders, in the sequence of the visits. */
export function listRoute(db: Queryable, courierId: string): Promise<RouteStop[]> {
  return db.models.routeStop.findMany({
    where: { courierId },
    select: { orderId: true, kind: true, stopPosition: true },
    orderBy: { position: "asc" },
  });
}
