import type { Context } from "@/lib/context";
import { findCourierOverview } from "@/lib/couriers/list-couriers";
import { type CourierStop, listRoutes } from "@/lib/couriers/list-routes";
import { toRouteVersion } from "@/lib/couriers/route-sequence";
import type { Database } from "@/lib/db/client";
import type { RouteStopKind } from "@/lib/db/generated/enums";
import { getDrivingFactor } from "@/lib/dispatch/plan-request";
import { timeStops } from "@/lib/dispatch/time-stops";
import { MINUTE_MS } from "@/lib/duration";
import { toPeriod } from "@/lib/tracking/arrivals/duration-groups";
import { PRIOR_MODEL } from "@/lib/tracking/arrivals/duration-model";
import { getDurationModel } from "@/lib/tracking/arrivals/get-duration-model";

/** The remaining stops of a courier. Instants are ISO 8601. */
export interface CourierRoute {
  readonly stops: readonly CourierRouteStop[];
  readonly isPinned: boolean;
  /** Whether the courier is on the way to the first stop, which then stays the first. */
  readonly isUnderWay: boolean;
  readonly version: string;
}

export interface CourierRouteStop {
  readonly orderCode: string;
  readonly accountName: string;
  readonly kind: RouteStopKind;
  /** Among the order's dropoffs, from 1; null for an order with one dropoff, and for other kinds. */
  readonly number: number | null;
  readonly street: string;
  readonly building: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly isReached: boolean;
  readonly isCollected: boolean;
  /** Null while the courier's place is unknown. */
  readonly arrivesAt: string | null;
  readonly readyAt: string | null;
  /** The end of the recipient's delivery window, or of the first arrival window. */
  readonly promisedUntil: string | null;
  /** Minutes between arrival and promise, negative if it is broken. */
  readonly slackMinutes: number | null;
}

export async function getCourierRoute(
  context: Pick<Context, "db" | "clock" | "dispatch">,
  courierId: string,
): Promise<CourierRoute> {
  const { db } = context;
  const stops = await listRoutes(db, [courierId]);
  const orders = await listOrders(db, courierId);
  const arrivals = await findArrivals(context, courierId, stops);
  const isUnderWay = orders.get(stops[0]?.orderId ?? 0n)?.acceptedAt != null;
  const pins = await db.models.routePin.findMany({ where: { courierId }, select: { orderId: true } });
  return {
    stops: stops.flatMap((stop, index): CourierRouteStop[] => {
      const order = orders.get(stop.orderId);
      const place = order?.stops.find(({ position }) => position === stop.stopPosition);
      if (order === undefined || place === undefined) return [];
      const isDropoff = stop.kind === "deliver";
      const shown = order.shownArrivals.find(({ position }) => isDropoff && position === stop.stopPosition);
      const arrivesAt = arrivals?.[index] ?? null;
      const promise = (isDropoff ? place.windowTo : null) ?? shown?.firstTo ?? null;
      return [
        {
          orderCode: order.orderCode,
          accountName: order.account.name,
          kind: stop.kind,
          number: isDropoff && order.stops.length > 2 ? stop.stopPosition : null,
          street: place.street,
          building: place.building,
          latitude: stop.latitude,
          longitude: stop.longitude,
          isReached: stop.isReached,
          isCollected: order.status === "in_progress",
          arrivesAt: arrivesAt?.toISOString() ?? null,
          readyAt: stop.kind === "collect" ? (stop.readyAt?.toISOString() ?? null) : null,
          promisedUntil: promise?.toISOString() ?? null,
          slackMinutes:
            promise === null || arrivesAt === null
              ? null
              : Math.floor((promise.getTime() - arrivesAt.getTime()) / MINUTE_MS),
        },
      ];
    }),
    isPinned: pins.some(({ orderId }) => orders.has(orderId)),
    isUnderWay,
    version: toRouteVersion(stops),
  };
}

async function listOrders(db: Database, courierId: string) {
  const orders = await db.models.order.findMany({
    where: { routeStops: { some: { courierId } } },
    select: {
      id: true,
      orderCode: true,
      status: true,
      acceptedAt: true,
      promisedUntil: true,
      account: { select: { name: true } },
      stops: { select: { position: true, street: true, building: true, windowTo: true } },
      shownArrivals: { select: { position: true, firstTo: true, promisedUntil: true } },
    },
  });
  return new Map(
    orders.map((order) => [
      order.id,
      {
        ...order,
        // Windows of a former promise no longer count.
        shownArrivals: order.shownArrivals.filter(
          ({ promisedUntil }) => promisedUntil?.getTime() === order.promisedUntil?.getTime(),
        ),
      },
    ]),
  );
}

/** Returns null while the courier's place is unknown. */
async function findArrivals(
  { db, clock, dispatch }: Pick<Context, "db" | "clock" | "dispatch">,
  courierId: string,
  stops: readonly CourierStop[],
): Promise<Date[] | null> {
  const courier = await findCourierOverview(db, courierId);
  if (courier === null || courier.position === null) return null;
  const { position: place, transportType: transport } = courier;
  const now = clock.now();
  const durations = courier.isSimulated ? PRIOR_MODEL : await getDurationModel(db);
  const speed = courier.isSimulated ? dispatch.simulatorSpeed : 1;
  const drivingFactor = await getDrivingFactor({ db, clock }, place);
  const start = { ...place, at: now.getTime() / 1000, transport, drivingFactor };
  const times = timeStops({ durations, period: toPeriod(now, place) }, start, stops);
  return times.map(({ arrivesAt }) => new Date(now.getTime() + ((arrivesAt - start.at) * 1_000) / speed));
}
