import { freshnessOf, POSITION_FRESHNESS_MS } from "@/lib/couriers/freshness";
import { type DropoffProgress, nextDropoff } from "@/lib/orders/progress";
import { estimateTrip } from "@/lib/routing/estimate";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";
import {
  type ArrivalWindow,
  arrivalWindow,
  isLate,
  type Journey,
  metersToNext,
  minutesLeft,
  plannedWindow,
  secondsUntil,
} from "@/lib/tracking/eta";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";

/** Whoever is farther than this from a stop does not stand there, however wrong a fix may be. */
const AWAY_METERS = 500;

/** The dropoffs that are still to come, in the order in which the courier goes to them. */
export function visitsOf({ dropoffs }: Pick<TrackedOrder, "dropoffs">): number[] {
  const visits: number[] = [];
  const left: DropoffProgress[] = [...dropoffs];
  for (let next = nextDropoff({ dropoffs: left }); next !== null; next = nextDropoff({ dropoffs: left })) {
    visits.push(next);
    const stop = left[next];
    // Taken as done, so that the one after it is found.
    if (stop !== undefined) left[next] = { ...stop, deliveredAt: new Date(0) };
  }
  return visits;
}

/**
 * What couriers say of themselves, and what their fixes say, as one truth: a later fix far from a stop means that
 * they are not there, and a fix far from it that is older than their arrival no longer counts.
 */
export function withBelievedArrivals(order: TrackedOrder, now: Date): TrackedOrder {
  const position = positionOf(order, now);
  if (position === null) return order;
  const isAway = (place: Point) => greatCircleMeters(position, place) > AWAY_METERS;
  const believed = (place: Point, arrivedAt: Date | null) =>
    arrivedAt !== null && arrivedAt < position.recordedAt && isAway(place) ? null : arrivedAt;
  const arrivedAtPickup = believed(order.pickup, order.arrivedAtPickup);
  const dropoffs = order.dropoffs.map((stop) => ({ ...stop, arrivedAt: believed(stop, stop.arrivedAt) }));
  const { status } = order;
  const next = dropoffs[nextDropoff({ dropoffs }) ?? -1];
  const standsAt =
    status === "assigned" && arrivedAtPickup !== null
      ? order.pickup
      : status === "in_progress" && next !== undefined && next.arrivedAt !== null
        ? next
        : null;
  const isOutdated = standsAt !== null && isAway(standsAt);
  return { ...order, arrivedAtPickup, dropoffs, position: isOutdated ? null : position };
}

/** The courier's position while it is recent enough to be shown. */
export function positionOf(order: TrackedOrder, now: Date): TrackedOrder["position"] {
  const { position } = order;
  if (position === null || now.getTime() - position.receivedAt.getTime() >= POSITION_FRESHNESS_MS)
    return null;
  return now.getTime() - position.recordedAt.getTime() >= POSITION_FRESHNESS_MS ? null : position;
}

/** When the courier comes, and from where. */
export interface Reckoned {
  readonly seconds: number;
  readonly courier: Point;
  readonly arrival: ArrivalWindow;
  readonly wasArrival: ArrivalWindow | null;
  readonly minutes: number | null;
  /** How far the stop is that the courier goes to next. */
  readonly metersToNext: number | null;
}

/** A journey whose legs lead to the dropoffs that are still to come. */
interface Visiting extends Journey {
  /** The dropoff that each leg leads to. */
  readonly visits: readonly number[];
}

/** What arrivals are reckoned from; null without a position of the last five minutes. */
export function journeyOf(order: TrackedOrder, now: Date): Visiting | null {
  const position = positionOf(order, now);
  if (position === null || freshnessOf(position.recordedAt, now) === "stale") return null;
  const visits = visitsOf(order);
  if (order.takeover !== null) return journeyByTakeover(order, order.takeover, visits, position);
  return {
    isPickedUp: order.status === "in_progress",
    hasArrivedAtPickup: order.arrivedAtPickup !== null,
    courier: position,
    pickup: order.pickup,
    approach: order.approach,
    visits,
    legs: visits.map((dropoff, index) => ({
      ...legTo(order, dropoff, visits[index - 1]),
      isThere: order.dropoffs[dropoff]?.arrivedAt != null,
      isDone: false,
    })),
    speed: order.speed,
  };
}

/** Goods that wait with a former courier are picked up there, and come straight from there. */
function journeyByTakeover(order: TrackedOrder, takeover: Point, visits: number[], courier: Point): Visiting {
  return {
    isPickedUp: false,
    hasArrivedAtPickup: false,
    courier,
    pickup: takeover,
    approach: null,
    visits,
    legs: visits.map((dropoff, index) => ({
      ...(index === 0
        ? straight(takeover, order.dropoffs[dropoff])
        : legTo(order, dropoff, visits[index - 1])),
      isThere: false,
      isDone: false,
    })),
    speed: order.speed,
  };
}

/** The route to a dropoff: as driven, or a straight line when another one than usual comes before it. */
function legTo(
  { legs, dropoffs }: TrackedOrder,
  dropoff: number,
  before: number | undefined,
): TrackedOrder["legs"][number] {
  const leg = legs[dropoff] ?? { path: [], durationSeconds: 0 };
  const [from, to] = [dropoffs[before ?? -1], dropoffs[dropoff]];
  if (before === dropoff - 1 || from === undefined || to === undefined) return leg;
  return straight(from, to);
}

function straight(from: Point, to: Point = from): TrackedOrder["legs"][number] {
  const [leg] = estimateTrip({ pickup: from, dropoffs: [to], routingMode: "sequential" });
  return { path: [from, to], durationSeconds: leg?.durationSeconds ?? 0 };
}

/** The dropoff that the courier comes to last. */
export function lastVisit(order: TrackedOrder): number {
  return visitsOf(order).at(-1) ?? order.dropoffs.length - 1;
}

/**
 * When the courier may be expected at each dropoff, in their order: null for one that has been handed over or given
 * up. Null altogether while nobody is on the way, or nobody knows where they are.
 *
 * @param windowSpeed at whose pace windows are wide
 */
export function arrivalsOf(
  told: TrackedOrder,
  now: Date,
  windowSpeed = told.speed,
): (ArrivalWindow | null)[] | null {
  const order = withBelievedArrivals(told, now);
  const isActive = order.status === "assigned" || order.status === "in_progress";
  const journey = isActive ? journeyOf(order, now) : null;
  if (journey === null) return null;
  return order.dropoffs.map((_, dropoff) => {
    const index = journey.visits.indexOf(dropoff);
    return index === -1 ? null : arrivalWindow(now, secondsUntil(journey, index), windowSpeed);
  });
}

/** The arrival at a dropoff, or at the last one for a whole order. */
export function reckon(order: TrackedOrder, target: number | null, now: Date): Reckoned | null {
  const journey = journeyOf(order, now);
  if (journey === null) return null;
  const dropoff = target ?? lastVisit(order);
  const seconds = secondsUntil(journey, journey.visits.indexOf(dropoff));
  const arrival = arrivalWindow(now, seconds, journey.speed);
  const isFirstTry = order.dropoffs.every(({ attempts }) => attempts === 0);
  // A second try was never planned.
  const pickedUpAt = isFirstTry && order.history.find(({ status }) => status === "in_progress")?.at;
  const planned = pickedUpAt && plannedWindow(pickedUpAt, order.legs, dropoff, order.speed);
  return {
    seconds,
    courier: journey.courier,
    arrival,
    wasArrival: planned && isLate(planned, arrival, order.speed) ? planned : null,
    minutes: minutesLeft(seconds),
    metersToNext: metersToNext(journey),
  };
}
