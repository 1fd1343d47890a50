import type { Context } from "@/lib/context";
import { heardOfSince } from "@/lib/couriers/record-position";
import {
  canCarry,
  profileOf,
  TRANSPORT_TYPES,
  type TransportType,
  transportsFor,
} from "@/lib/couriers/vehicle";
import type { Queryable } from "@/lib/db/client";
import { selectBusyAround, selectFreeAround } from "@/lib/dispatch/candidate-store";
import { findGoodsPlace } from "@/lib/dispatch/find-goods-place";
import { roadSeconds } from "@/lib/dispatch/road-seconds";
import type { Order } from "@/lib/orders/load-order";
import { tripOf } from "@/lib/orders/order";
import { nextDropoff, sizesLeft } from "@/lib/orders/progress";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import { estimateTrip } from "@/lib/routing/estimate";
import type { Point } from "@/lib/routing/geo";
import { approximateRouteAt } from "@/lib/routing/route-at";

/** A courier whom an operator may give an order to. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly transport: TransportType;
  readonly isOnShift: boolean;
  /** Whether where they were seen is recent enough for the search, too. */
  readonly isHeardOf: boolean;
  /** The order that they hand over first, nearby; they can take no other until then. */
  readonly busyWith: string | null;
  readonly isTooSmall: boolean;
  /** Until they are where the goods are, and how far that is; null while nobody knows where they are. */
  readonly way: { readonly seconds: number; readonly meters: number } | null;
  /** From there to the next recipient. */
  readonly onwardSeconds: number;
}

/** Who could take an order, best first. */
export interface Candidates {
  /** Whether the goods are under way, so that they change hands. */
  readonly isTakeover: boolean;
  /** Sizes of what is to be carried. */
  readonly sizes: readonly CargoSize[];
  /** The dropoff that comes next, counted from 0. */
  readonly dropoff: number;
  /** Whether times are straight-line estimates. */
  readonly isApproximate: boolean;
  readonly couriers: readonly Candidate[];
}

/** As many free couriers as are compared, the nearest ones, and as many who have no room for it or are busy. */
const MOST_FREE = 20;
const MOST_TOO_SMALL = 5;
const MOST_BUSY = 3;
/** A busy courier whose last stop is farther away is no help. */
const NEARBY_METERS = 3_000;
const DOOR_SECONDS = 150;

/** A courier, from where they set out once they are free, and when that is. */
interface Starter
  extends Partial<Point>,
    Pick<Candidate, "id" | "name" | "transport" | "isOnShift" | "isHeardOf" | "busyWith"> {
  readonly busySeconds: number;
}

type Placed = Starter & Point;

/**
 * The couriers who could take an order, by their time on the road to its goods: at the pickup, or where they change
 * hands. Those who are on shift come before those who are not, those who were heard of before those who were not, and
 * those whose vehicle is too small come last.
 */
export async function listCandidates(
  context: Pick<Context, "db" | "clock" | "router">,
  order: Order<"request" | "progress">,
): Promise<Candidates> {
  const { db, clock } = context;
  const place = await findGoodsPlace(context, order);
  const { progress } = order;
  const trip = tripOf(order.details);
  const isTakeover = order.status === "in_progress";
  const sizes = isTakeover ? sizesLeft(trip.cargoSizes, progress.dropoffs) : trip.cargoSizes;
  const dropoff = nextDropoff(progress) ?? 0;
  const door = trip.dropoffs[dropoff] ?? trip.pickup;
  const starters = await startersFor(db, order, { place, sizes, now: clock.now() });
  const placed = starters.filter(isPlaced);
  const used = [...new Set(starters.map(({ transport }) => profileOf(transport)))];
  const onward = { pickup: place, dropoffs: [door], routingMode: "sequential" } as const;
  const [seconds, ...routes] = await Promise.all([
    roadSeconds(context, place, placed),
    ...used.map((profile) => approximateRouteAt(context, onward, { at: clock.now(), profile })),
  ]);
  const candidates = starters.map((starter): Candidate => {
    const { id, name, transport, isOnShift, isHeardOf, busyWith, busySeconds } = starter;
    const straight = isPlaced(starter) ? legBetween(starter, place) : null;
    const driven = isPlaced(starter) ? seconds?.get(starter) : undefined;
    const wayThere = straight && {
      seconds: Math.round(busySeconds + (driven ?? straight.durationSeconds)),
      meters: straight.distanceMeters,
    };
    return {
      id,
      name,
      transport,
      isOnShift,
      isHeardOf,
      busyWith,
      isTooSmall: !canCarry(transport, sizes),
      way: wayThere,
      onwardSeconds: routes[used.indexOf(profileOf(transport))]?.legs[0]?.durationSeconds ?? 0,
    };
  });
  return {
    isTakeover,
    sizes,
    dropoff,
    isApproximate: seconds === null || routes.some(({ source }) => source === "estimate"),
    couriers: ranked(candidates),
  };
}

/** Best first: who can carry it, who is on shift, who was heard of, who is there and at the recipient soonest. */
export function ranked(candidates: readonly Candidate[]): Candidate[] {
  const soon = ({ way, onwardSeconds }: Candidate) =>
    way === null ? Number.MAX_SAFE_INTEGER : way.seconds + onwardSeconds;
  return candidates.toSorted(
    (a, b) =>
      Number(a.isTooSmall) - Number(b.isTooSmall) ||
      Number(b.isOnShift) - Number(a.isOnShift) ||
      Number(b.isHeardOf) - Number(a.isHeardOf) ||
      soon(a) - soon(b),
  );
}

/** Free couriers around a place, of all there are, and those who hand over close to it soon. */
async function startersFor(
  db: Queryable,
  order: Pick<Order, "id" | "scope" | "courierId">,
  { place, sizes, now }: { readonly place: Point; readonly sizes: readonly CargoSize[]; readonly now: Date },
): Promise<Starter[]> {
  const { scope, courierId: exceptId } = order;
  const search = { mode: scope.mode, place, exceptId, heardSince: heardOfSince(now) };
  const fit = transportsFor(sizes);
  const small = TRANSPORT_TYPES.filter((type) => !fit.includes(type));
  const [able, unable, busy] = await Promise.all([
    selectFreeAround(db, { ...search, transports: fit, most: MOST_FREE }),
    small.length === 0 ? [] : selectFreeAround(db, { ...search, transports: small, most: MOST_TOO_SMALL }),
    selectBusyAround(db, { ...search, withinMeters: NEARBY_METERS, most: MOST_BUSY }),
  ]);
  return [
    ...[...able, ...unable].map(({ latitude, longitude, ...courier }): Starter => {
      const at = latitude === null || longitude === null ? {} : { latitude, longitude };
      return { ...courier, ...at, busyWith: null, busySeconds: 0 };
    }),
    ...busy.map(({ orderCode, lastLatitude, lastLongitude, ...courier }): Starter => {
      const last = { latitude: lastLatitude, longitude: lastLongitude };
      const busySeconds = legBetween(courier, last).durationSeconds + DOOR_SECONDS;
      return { ...courier, ...last, busyWith: orderCode, busySeconds };
    }),
  ];
}

const isPlaced = (starter: Starter): starter is Placed =>
  starter.latitude !== undefined && starter.longitude !== undefined;

function legBetween(from: Point, to: Point): { durationSeconds: number; distanceMeters: number } {
  const [leg] = estimateTrip({ pickup: from, dropoffs: [to], routingMode: "sequential" });
  if (leg === undefined) throw new Error("A trip to one place has one leg.");
  return leg;
}
