import type { Context } from "@/lib/context";
import { findCourierOverview } from "@/lib/couriers/list-couriers";
import { lastSeenCutoff } from "@/lib/couriers/record-position";
import {
  canCarry,
  getProfile,
  TRANSPORT_TYPES,
  type TransportType,
  transportsFor,
} from "@/lib/couriers/vehicle";
import type { Queryable } from "@/lib/db/client";
import { selectBusyAround, selectFreeAround } from "@/lib/dispatch/candidate-store";
import { travelTimesTo } from "@/lib/dispatch/travel-times-to";
import { findTakeover } from "@/lib/orders/fulfillment/find-takeover";
import type { Order } from "@/lib/orders/load-order";
import { toTrip } from "@/lib/orders/order";
import { nextDropoff, remainingCargoSizes } from "@/lib/orders/progress";
import type { Point } from "@/lib/point";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import { estimateLeg } from "@/lib/routing/estimate";
import { decodePolyline } from "@/lib/routing/polyline";
import { approximateRouteAt } from "@/lib/routing/route-at";

export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly transport: TransportType;
  readonly isOnShift: boolean;
  readonly isOnBreak: boolean;
  readonly isHeardOf: boolean;
  readonly busyWith: string | null;
  /** Roughly until a busy courier's last stop is done. */
  readonly busySeconds: number;
  readonly isTooSmall: boolean;
  readonly way: { readonly seconds: number; readonly meters: number } | null;
  readonly onwardSeconds: number;
}

const MAX_FREE = 20;
const MAX_TOO_SMALL = 5;
const MAX_BUSY = 3;
/** Listed if no courier is free. */
const MAX_BUSY_ONLY = 10;
/** Maximum distance from a busy courier's last stop to the pickup while others are free. */
const NEARBY_METERS = 3_000;
const DOOR_SECONDS = 150;

interface Starter
  extends Partial<Point>,
    Pick<
      Candidate,
      "id" | "name" | "transport" | "isOnShift" | "isOnBreak" | "isHeardOf" | "busyWith" | "busySeconds"
    > {}

/** Lists couriers for an order: suitable ones first, then on shift, then not on a break, then by last signal, then by travel time. */
export async function listCandidates(
  context: Pick<Context, "db" | "clock" | "router">,
  order: Order<"request" | "progress">,
) {
  const { db, clock } = context;
  const place = await findCollectionPoint(context, order);
  const { progress } = order;
  const trip = toTrip(order.details);
  const isTakeover = order.status === "in_progress";
  const sizes = isTakeover ? remainingCargoSizes(trip.cargoSizes, progress.dropoffs) : trip.cargoSizes;
  const dropoff = nextDropoff(progress) ?? 0;
  const door = trip.dropoffs[dropoff] ?? trip.pickup;
  const starters = await startersFor(db, order, { place, sizes, now: clock.now() });
  const placed = starters.filter(isPlaced);
  const used = [...new Set(starters.map(({ transport }) => getProfile(transport)))];
  const onward = { pickup: place, dropoffs: [door], routingMode: "sequential" } as const;
  const [seconds, ...routes] = await Promise.all([
    travelTimesTo(context, place, placed),
    ...used.map((profile) => approximateRouteAt(context, onward, { at: clock.now(), profile })),
  ]);
  const candidates = starters.map((starter): Candidate => {
    const { latitude: _, longitude: __, ...courier } = starter;
    const { busySeconds } = courier;
    const straight = isPlaced(starter) ? estimateLeg(starter, place) : null;
    const driven = isPlaced(starter) ? seconds?.get(starter) : undefined;
    const wayThere = straight && {
      seconds: Math.round(busySeconds + (driven ?? straight.durationSeconds)),
      meters: straight.distanceMeters,
    };
    return {
      ...courier,
      isTooSmall: !canCarry(courier.transport, sizes),
      way: wayThere,
      onwardSeconds: routes[used.indexOf(getProfile(courier.transport))]?.legs[0]?.durationSeconds ?? 0,
    };
  });
  return {
    isTakeover,
    sizes,
    /** Where the goods are, and the next dropoff. */
    place,
    dropoff,
    door,
    isApproximate: seconds === null || routes.some(({ source }) => source === "estimate"),
    couriers: sortCandidates(candidates),
  };
}

export function sortCandidates(candidates: readonly Candidate[]): Candidate[] {
  const soon = ({ way, onwardSeconds }: Candidate) =>
    way === null ? Number.MAX_SAFE_INTEGER : way.seconds + onwardSeconds;
  return candidates.toSorted(
    (a, b) =>
      Number(a.isTooSmall) - Number(b.isTooSmall) ||
      Number(b.isOnShift) - Number(a.isOnShift) ||
      Number(a.isOnBreak) - Number(b.isOnBreak) ||
      Number(b.isHeardOf) - Number(a.isHeardOf) ||
      soon(a) - soon(b),
  );
}

async function startersFor(
  db: Queryable,
  order: Pick<Order, "id" | "scope" | "courierId">,
  { place, sizes, now }: { readonly place: Point; readonly sizes: readonly CargoSize[]; readonly now: Date },
): Promise<Starter[]> {
  const { scope, courierId: exceptId } = order;
  const search = { mode: scope.mode, place, exceptId, heardSince: lastSeenCutoff(now) };
  const fit = transportsFor(sizes);
  const small = TRANSPORT_TYPES.filter((type) => !fit.includes(type));
  const [able, unable] = await Promise.all([
    selectFreeAround(db, { ...search, transports: fit, most: MAX_FREE }),
    small.length === 0 ? [] : selectFreeAround(db, { ...search, transports: small, most: MAX_TOO_SMALL }),
  ]);
  const isAnyFree = able.some(({ isOnShift, isOnBreak }) => isOnShift && !isOnBreak);
  const busy = await selectBusyAround(db, {
    ...search,
    ...(isAnyFree
      ? { withinMeters: NEARBY_METERS, most: MAX_BUSY }
      : { withinMeters: Number.POSITIVE_INFINITY, most: MAX_BUSY_ONLY }),
  });
  return [
    ...[...able, ...unable].map(({ latitude, longitude, ...courier }): Starter => {
      const at = latitude === null || longitude === null ? {} : { latitude, longitude };
      return { ...courier, ...at, busyWith: null, busySeconds: 0 };
    }),
    ...busy.map(({ orderCode, ...courier }): Starter => {
      const { id, name, transport, isOnShift, isOnBreak, isHeardOf } = courier;
      const last = { latitude: courier.lastLatitude, longitude: courier.lastLongitude };
      const pickup = { latitude: courier.pickupLatitude, longitude: courier.pickupLongitude };
      const untilReady = ((courier.readyAt?.getTime() ?? 0) - now.getTime()) / 1000;
      const busySeconds = courier.isCarried
        ? estimateLeg(courier, last).durationSeconds + DOOR_SECONDS
        : Math.max(estimateLeg(courier, pickup).durationSeconds + DOOR_SECONDS, untilReady) +
          estimateLeg(pickup, last).durationSeconds +
          DOOR_SECONDS;
      const stands = { id, name, transport, isOnShift, isOnBreak, isHeardOf };
      return { ...stands, ...last, busyWith: orderCode, busySeconds };
    }),
  ];
}

const isPlaced = (starter: Starter): starter is Starter & Point =>
  starter.latitude !== undefined && starter.longitude !== undefined;

export async function findCollectionPoint(
  { db }: Pick<Context, "db">,
  order: Order<"request">,
): Promise<Point> {
  const { pickup } = toTrip(order.details);
  if (order.status !== "in_progress") return pickup;
  return (await findTakeover(db, order)) ?? order.position ?? pickup;
}

export async function findCandidateRoute(
  { db, clock, router }: Pick<Context, "db" | "clock" | "router">,
  order: Order<"request">,
  courierId: string,
): Promise<Point[] | null> {
  const [place, courier] = await Promise.all([
    findCollectionPoint({ db }, order),
    findCourierOverview(db, courierId),
  ]);
  if (courier?.position == null || courier.mode !== order.scope.mode) return null;
  const { latitude, longitude } = courier.position;
  const trip = { pickup: { latitude, longitude }, dropoffs: [place], routingMode: "sequential" } as const;
  const terms = { at: clock.now(), profile: getProfile(courier.transportType) };
  const { legs } = await approximateRouteAt({ db, router }, trip, terms);
  return decodePolyline(legs[0]?.geometry ?? "");
}
