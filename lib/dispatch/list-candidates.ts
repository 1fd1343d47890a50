import type { Context } from "@/lib/context";
import { type CourierOverview, listCouriers } from "@/lib/couriers/list-couriers";
import { canCarry, profileOf, type TransportType } from "@/lib/couriers/vehicle";
import { findGoodsPlace } from "@/lib/dispatch/find-goods-place";
import { roadSeconds } from "@/lib/dispatch/road-seconds";
import { nextDropoff, sizesLeft } from "@/lib/orders/carrying/progress";
import type { FiledOrder } from "@/lib/orders/file/find-filed-order";
import { listOpenOrders } from "@/lib/orders/list/list-open-orders";
import { tripOf } from "@/lib/orders/order";
import type { OrderRow } from "@/lib/orders/order-row";
import type { StoredOrder } from "@/lib/orders/stored-order";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import { estimateTrip } from "@/lib/routing/estimate";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";
import { routeAt } from "@/lib/routing/route-at";

/** A courier whom an operator may give an order to. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly transport: TransportType;
  readonly isOnShift: boolean;
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

/** As many free couriers as are compared, the nearest ones, and as many busy ones. */
const MOST_FREE = 20;
const MOST_BUSY = 3;
/** A busy courier whose last stop is farther away is no help. */
const NEARBY_METERS = 3_000;
const DOOR_SECONDS = 150;

/** A courier, from where they set out once they are free, and when that is. */
interface Starter extends Partial<Point> {
  readonly courier: CourierOverview;
  readonly transport: TransportType;
  readonly busySeconds: number;
}

type Placed = Starter & Point;

/**
 * The couriers who could take an order, by their time on the road to its goods: at the pickup, or where they change
 * hands. Those who are on shift come before those who are not, and those whose vehicle is too small come last.
 */
export async function listCandidates(
  context: Pick<Context, "db" | "clock" | "router">,
  { order, details, progress }: Pick<FiledOrder, "order" | "details" | "progress">,
): Promise<Candidates> {
  const { db, clock } = context;
  const [place, couriers] = await Promise.all([
    findGoodsPlace(context, { order, details }),
    listCouriers(db, order.scope.mode),
  ]);
  const trip = tripOf(details);
  const isTakeover = order.status === "in_progress";
  const sizes = isTakeover ? sizesLeft(trip.cargoSizes, progress.dropoffs) : trip.cargoSizes;
  const dropoff = nextDropoff(progress) ?? 0;
  const door = trip.dropoffs[dropoff] ?? trip.pickup;
  const starters = await startersFor(context, order, couriers, place);
  const placed = starters.filter(isPlaced);
  const used = [...new Set(starters.map(({ transport }) => profileOf(transport)))];
  const onward = { pickup: place, dropoffs: [door], routingMode: "sequential" } as const;
  const [seconds, ...routes] = await Promise.all([
    roadSeconds(context, place, placed),
    ...used.map((profile) => routeAt(context, onward, { at: clock.now(), profile })),
  ]);
  const candidates = starters.map((starter): Candidate => {
    const { courier, transport, busySeconds } = starter;
    const straight = isPlaced(starter) ? legBetween(starter, place) : null;
    const driven = isPlaced(starter) ? seconds?.get(starter) : undefined;
    const wayThere = straight && {
      seconds: Math.round(busySeconds + (driven ?? straight.durationSeconds)),
      meters: straight.distanceMeters,
    };
    return {
      id: courier.id,
      name: courier.name,
      transport,
      isOnShift: courier.onShiftSince !== null,
      busyWith: courier.orderCode,
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

/** Best first: who can carry it, who is on shift, who is there and at the recipient soonest. */
export function ranked(candidates: readonly Candidate[]): Candidate[] {
  const soon = ({ way, onwardSeconds }: Candidate) =>
    way === null ? Number.MAX_SAFE_INTEGER : way.seconds + onwardSeconds;
  return candidates.toSorted(
    (a, b) =>
      Number(a.isTooSmall) - Number(b.isTooSmall) ||
      Number(b.isOnShift) - Number(a.isOnShift) ||
      soon(a) - soon(b),
  );
}

/** Free couriers around a place, and those who hand over close to it soon. */
async function startersFor(
  { db }: Pick<Context, "db">,
  order: OrderRow & Pick<StoredOrder, "courierId">,
  couriers: readonly CourierOverview[],
  place: Point,
): Promise<Starter[]> {
  const others = couriers.filter(({ id, disabledAt }) => disabledAt === null && id !== order.courierId);
  const free = others
    .filter(({ orderCode }) => orderCode === null)
    .map((courier): Starter => {
      return { courier, transport: courier.transportType, busySeconds: 0, ...placeOf(courier.position) };
    });
  const carriers = new Map(others.map((courier) => [courier.id, courier]));
  const carried = await listOpenOrders(db, order.scope.mode);
  const busy = carried.flatMap(({ courierId, status, returnState, stops }): Starter[] => {
    const courier = courierId === null ? undefined : carriers.get(courierId);
    const last = stops.at(-1);
    if (courier?.position == null || last === undefined) return [];
    if (status !== "in_progress" || returnState !== null) return [];
    const busySeconds = legBetween(courier.position, last).durationSeconds + DOOR_SECONDS;
    return [{ courier, transport: courier.transportType, busySeconds, ...placeOf(last) }];
  });
  return [
    ...nearest(free, place).slice(0, MOST_FREE),
    ...nearest(busy, place)
      .filter((one) => metersTo(one, place) <= NEARBY_METERS)
      .slice(0, MOST_BUSY),
  ];
}

const isPlaced = (starter: Starter): starter is Placed =>
  starter.latitude !== undefined && starter.longitude !== undefined;

const placeOf = (place: Point | null): Partial<Point> =>
  place === null ? {} : { latitude: place.latitude, longitude: place.longitude };

const metersTo = (starter: Starter, place: Point): number =>
  isPlaced(starter) ? greatCircleMeters(starter, place) : Number.POSITIVE_INFINITY;

/** On shift and nearest first. */
function nearest(starters: readonly Starter[], place: Point): Starter[] {
  const isOff = ({ courier }: Starter) => Number(courier.onShiftSince === null);
  const near = (one: Starter) => Math.min(metersTo(one, place), Number.MAX_SAFE_INTEGER);
  return starters.toSorted((a, b) => isOff(a) - isOff(b) || near(a) - near(b));
}

function legBetween(from: Point, to: Point): { durationSeconds: number; distanceMeters: number } {
  const [leg] = estimateTrip({ pickup: from, dropoffs: [to], routingMode: "sequential" });
  if (leg === undefined) throw new Error("A trip to one place has one leg.");
  return leg;
}
