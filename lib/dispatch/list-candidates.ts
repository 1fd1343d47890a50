import type { Context } from "@/lib/context";
import { findCourierOverview } from "@/lib/couriers/list-couriers";
import { listRoutes } from "@/lib/couriers/list-routes";
import { lastSeenCutoff } from "@/lib/couriers/record-position";
import {
  canCarry,
  getProfile,
  TRANSPORT_TYPES,
  type TransportType,
  transportsFor,
} from "@/lib/couriers/vehicle";
import type { Database } from "@/lib/db/client";
import { type BusyCourier, selectBusyAround, selectFreeAround } from "@/lib/dispatch/candidate-store";
import { type Addition, planAdditions } from "@/lib/dispatch/plan-additions";
import { listPlacedCouriers } from "@/lib/dispatch/plan-store";
import { findPlannedOrder } from "@/lib/dispatch/planned-order";
import { timeStops } from "@/lib/dispatch/time-stops";
import { travelTimesTo } from "@/lib/dispatch/travel-times-to";
import type { ErrorCode } from "@/lib/http/errors";
import { findTakeover } from "@/lib/orders/fulfillment/find-takeover";
import type { Order } from "@/lib/orders/load-order";
import { toTrip } from "@/lib/orders/order";
import { nextDropoff, remainingCargoSizes } from "@/lib/orders/progress";
import type { Point } from "@/lib/point";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import { estimateLeg } from "@/lib/routing/estimate";
import { decodePolyline } from "@/lib/routing/polyline";
import { approximateRouteAt } from "@/lib/routing/route-at";
import { toPeriod } from "@/lib/tracking/arrivals/duration-groups";
import { getDurationModel } from "@/lib/tracking/arrivals/get-duration-model";

/** A busy courier's route, and the outcome of one more order in it. */
export interface CandidateRoute {
  readonly nextOrderCode: string;
  readonly orderCount: number;
  /** Roughly until the last stop is done. */
  readonly endsInSeconds: number;
  /** Null if the courier can have one more. */
  readonly refusal: ErrorCode | null;
  /** The route would end this much later. */
  readonly addedSeconds: number;
}

export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly transport: TransportType;
  readonly isOnShift: boolean;
  readonly isOnBreak: boolean;
  readonly isHeardOf: boolean;
  /** Whether the plan has the order with this courier. */
  readonly isPlanned: boolean;
  /** Null for a courier without orders. */
  readonly route: CandidateRoute | null;
  readonly isTooSmall: boolean;
  readonly way: { readonly seconds: number; readonly meters: number } | null;
  readonly onwardSeconds: number;
}

const MAX_FREE = 20;
const MAX_TOO_SMALL = 5;
const MAX_BUSY = 5;
/** Listed if no courier is free. */
const MAX_BUSY_ONLY = 10;
/** Maximum distance from a stop of a busy courier to the pickup while others are free. */
const NEARBY_METERS = 3_000;

/** A candidate at the place from which they would set off to the goods, after their other orders. */
interface Starter extends Partial<Point>, Omit<Candidate, "isTooSmall" | "way" | "onwardSeconds"> {}

/**
 * Lists couriers for an order: the planned one first, then suitable ones, then on shift, then not on a break, then by
 * last signal, then by travel time. A busy courier can get it into their route, unless its goods must be taken over.
 */
export async function listCandidates(
  context: Pick<Context, "db" | "clock" | "router" | "planner">,
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
  const plan = isTakeover ? null : await findPlannedOrder(db, order.id, clock.now());
  const starters = await startersFor(db, order, {
    place,
    sizes,
    plannedId: plan?.courierId ?? null,
    now: clock.now(),
  });
  const additions = await planAdditions(context, {
    orderIds: [order.id],
    courierIds: starters.flatMap(({ id, route }) => (route === null ? [] : [id])),
    areTakenOver: isTakeover,
  });
  const placed = starters.filter(isPlaced);
  const used = [...new Set(starters.map(({ transport }) => getProfile(transport)))];
  const onward = { pickup: place, dropoffs: [door], routingMode: "sequential" } as const;
  const [seconds, ...routes] = await Promise.all([
    travelTimesTo(context, place, placed),
    ...used.map((profile) => approximateRouteAt(context, onward, { at: clock.now(), profile })),
  ]);
  const candidates = starters.map((starter): Candidate => {
    const { latitude: _, longitude: __, ...courier } = starter;
    const straight = isPlaced(starter) ? estimateLeg(starter, place) : null;
    const driven = isPlaced(starter) ? seconds?.get(starter) : undefined;
    const candidate = {
      ...courier,
      isTooSmall: !canCarry(courier.transport, sizes),
      way: straight && {
        seconds: Math.round((courier.route?.endsInSeconds ?? 0) + (driven ?? straight.durationSeconds)),
        meters: straight.distanceMeters,
      },
      onwardSeconds: routes[used.indexOf(getProfile(courier.transport))]?.legs[0]?.durationSeconds ?? 0,
    };
    const addition = additions.get(courier.id);
    return addition === undefined ? candidate : withAddition(candidate, addition, order.id, clock.now());
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

/** With the order at its planned place in the courier's route, instead of after it. */
function withAddition(
  candidate: Candidate,
  { orders, refusals, addedSeconds }: Addition,
  orderId: bigint,
  now: Date,
): Candidate {
  const { route, way } = candidate;
  if (route === null) return candidate;
  const planned = {
    ...route,
    refusal: refusals.get(orderId) ?? null,
    addedSeconds: Math.round(addedSeconds),
  };
  const added = orders.get(orderId);
  const [door] = added?.doorsAt ?? [];
  if (added === undefined || door === undefined) return { ...candidate, route: planned };
  return {
    ...candidate,
    route: planned,
    way: way && { ...way, seconds: Math.round(added.arrivesAt - now.getTime() / 1000) },
    onwardSeconds: Math.round(door - added.collectedAt),
  };
}

export function sortCandidates(candidates: readonly Candidate[]): Candidate[] {
  const soon = ({ way, onwardSeconds }: Candidate) =>
    way === null ? Number.MAX_SAFE_INTEGER : way.seconds + onwardSeconds;
  return candidates.toSorted(
    (a, b) =>
      Number(b.isPlanned) - Number(a.isPlanned) ||
      Number(isRefused(a)) - Number(isRefused(b)) ||
      Number(a.isTooSmall) - Number(b.isTooSmall) ||
      Number(b.isOnShift) - Number(a.isOnShift) ||
      Number(a.isOnBreak) - Number(b.isOnBreak) ||
      Number(b.isHeardOf) - Number(a.isHeardOf) ||
      soon(a) - soon(b),
  );
}

const isRefused = ({ route }: Candidate): boolean => route !== null && route.refusal !== null;

interface CandidateSearch {
  readonly place: Point;
  readonly sizes: readonly CargoSize[];
  readonly plannedId: string | null;
  readonly now: Date;
}

async function startersFor(
  db: Database,
  order: Pick<Order, "id" | "scope" | "courierId">,
  { place, sizes, plannedId, now }: CandidateSearch,
): Promise<Starter[]> {
  const { scope, courierId: exceptId } = order;
  const search = { mode: scope.mode, place, exceptId, plannedId, heardSince: lastSeenCutoff(now) };
  const fit = transportsFor(sizes);
  const small = TRANSPORT_TYPES.filter((type) => !fit.includes(type));
  const [able, unable] = await Promise.all([
    selectFreeAround(db, { ...search, transports: fit, most: MAX_FREE }),
    small.length === 0 ? [] : selectFreeAround(db, { ...search, transports: small, most: MAX_TOO_SMALL }),
  ]);
  const isAnyFree = able.some(({ isOnShift, isOnBreak, isHeardOf }) => isOnShift && !isOnBreak && isHeardOf);
  const busy = await selectBusyAround(db, {
    ...search,
    ...(isAnyFree
      ? { withinMeters: NEARBY_METERS, most: MAX_BUSY }
      : { withinMeters: Number.POSITIVE_INFINITY, most: MAX_BUSY_ONLY }),
  });
  return [
    ...[...able, ...unable].map(({ latitude, longitude, ...courier }): Starter => {
      const at = latitude === null || longitude === null ? {} : { latitude, longitude };
      return { ...courier, ...at, isPlanned: courier.id === plannedId, route: null };
    }),
    ...(await toBusyStarters(db, busy, { plannedId, now })),
  ];
}

/** At the end of their present routes. */
async function toBusyStarters(
  db: Database,
  busy: readonly BusyCourier[],
  { plannedId, now }: Pick<CandidateSearch, "plannedId" | "now">,
): Promise<Starter[]> {
  const ids = busy.map(({ id }) => id);
  const [stops, places] = await Promise.all([listRoutes(db, ids), listPlacedCouriers(db, ids)]);
  const durations = await getDurationModel(db);
  return busy.map(({ orderCode, orderCount, ...courier }): Starter => {
    const route = stops.filter(({ courierId }) => courierId === courier.id);
    const at = now.getTime() / 1000;
    // Without a position, the route is timed from its first stop.
    const { latitude, longitude } = places.find(({ id }) => id === courier.id) ??
      route[0] ?? { latitude: 0, longitude: 0 };
    const start = { latitude, longitude, at, transport: courier.transport, drivingFactor: 1 };
    const times = timeStops({ durations, period: toPeriod(now, start) }, start, route);
    const last = route.at(-1) ?? start;
    return {
      ...courier,
      isPlanned: courier.id === plannedId,
      latitude: last.latitude,
      longitude: last.longitude,
      route: {
        nextOrderCode: orderCode,
        orderCount,
        endsInSeconds: Math.round((times.at(-1)?.leavesAt ?? at) - at),
        // No place in the route can be planned for a courier without a position.
        refusal: "COURIER_BUSY",
        addedSeconds: 0,
      },
    };
  });
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
