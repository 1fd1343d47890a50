import { getFreshness, POSITION_FRESHNESS_MS } from "@/lib/couriers/freshness";
import { getFastest } from "@/lib/couriers/vehicle";
import { MINUTE_MS } from "@/lib/duration";
import { type DropoffProgress, nextDropoff } from "@/lib/orders/progress";
import type { Point } from "@/lib/point";
import { estimateLeg } from "@/lib/routing/estimate";
import { greatCircleMeters } from "@/lib/routing/geo";
import type { ArrivalEstimate } from "@/lib/tracking/arrivals/arrival-window";
import { toPeriod } from "@/lib/tracking/arrivals/duration-groups";
import {
  type EtaInput,
  estimateVisitArrivals,
  getWaitStart,
  metersToNext,
  minutesLeft,
  minuteTtlMs,
  type OtherStop,
  secondsSince,
  secondsUntil,
  secondsUntilReady,
} from "@/lib/tracking/eta";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";

/** A courier farther away has not arrived, whatever the GPS error. */
const AWAY_METERS = 500;

export function remainingDropoffs({ dropoffs }: Pick<TrackedOrder, "dropoffs">): number[] {
  const visits: number[] = [];
  const left: DropoffProgress[] = [...dropoffs];
  for (let next = nextDropoff({ dropoffs: left }); next !== null; next = nextDropoff({ dropoffs: left })) {
    visits.push(next);
    const stop = left[next];
    // Marks the stop as delivered, to find the next one.
    if (stop !== undefined) left[next] = { ...stop, deliveredAt: new Date(0) };
  }
  return visits;
}

/** A fix far from a stop refutes an arrival there, unless the courier has had the time to come from it. */
export function reconcileArrivals(order: TrackedOrder, now: Date): TrackedOrder {
  const position = toPosition(order, now);
  if (position === null) return order;
  const isAway = (place: Point) => greatCircleMeters(position, place) > AWAY_METERS;
  const fastest = getFastest(order.courier?.transport.type ?? null) * order.speed;
  const believed = (place: Point, arrivedAt: Date | null) => {
    const seconds = arrivedAt === null ? 0 : (arrivedAt.getTime() - position.recordedAt.getTime()) / 1000;
    const meters = greatCircleMeters(position, place) - AWAY_METERS;
    return meters > Math.max(0, seconds) * fastest ? null : arrivedAt;
  };
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

export function toPosition(order: TrackedOrder, now: Date): TrackedOrder["position"] {
  const { position } = order;
  if (position === null || now.getTime() - position.receivedAt.getTime() >= POSITION_FRESHNESS_MS)
    return null;
  return now.getTime() - position.recordedAt.getTime() >= POSITION_FRESHNESS_MS ? null : position;
}

/** The position by which arrivals are shown: at most five minutes old. */
export function findRecentPosition(order: TrackedOrder, now: Date): TrackedOrder["position"] {
  const position = toPosition(order, now);
  return position === null || getFreshness(position.recordedAt, now) === "stale" ? null : position;
}

interface VisitPlan extends EtaInput {
  readonly visits: readonly number[];
}

/** Null without a position of the last five minutes. In a takeover the former courier is the pickup. */
export function toEtaInput(order: TrackedOrder, now: Date): VisitPlan | null {
  const position = findRecentPosition(order, now);
  if (position === null) return null;
  const { takeover, status, speed, durations, arrivedAtPickup } = order;
  const visits = remainingDropoffs(order);
  const isPickedUp = hasGoods(order);
  const waitsSince =
    isPickedUp || takeover !== null ? null : arrivedAtPickup && getWaitStart(arrivedAtPickup, order.readyAt);
  return {
    durations,
    period: toPeriod(now, order.pickup),
    vehicle: order.courier?.transport.type ?? "",
    shop: takeover === null ? order.accountId : "",
    speed,
    isPickedUp,
    courier: position,
    pickup: takeover ?? order.pickup,
    approach: takeover === null ? order.approach : null,
    waitedSeconds: secondsSince(waitsSince, now, speed),
    secondsUntilReady: status === "assigned" ? secondsUntilReady(order.readyAt, now, speed) : 0,
    othersFirst: isPickedUp ? [] : listOthersBefore(order, 0),
    visits,
    legs: visits.flatMap((dropoff, index) => {
      const stop = order.dropoffs[dropoff];
      if (stop === undefined) return [];
      const leg =
        takeover !== null && index === 0
          ? straight(takeover, stop)
          : legTo(order, dropoff, visits[index - 1]);
      const stoodSeconds = takeover === null ? secondsSince(stop.arrivedAt, now, speed) : null;
      const others = listOthersBefore(order, countOwnBefore(order, index));
      const secondsUntilOpen = secondsUntilReady(stop.deliveryWindow?.from ?? null, now, speed);
      return [{ ...leg, others, to: stop, door: stop.door, secondsUntilOpen, stoodSeconds }];
    }),
  };
}

const hasGoods = ({ takeover, status }: TrackedOrder): boolean =>
  takeover === null && status === "in_progress";

/** How many stops of the order the courier makes before a visit, counted from 0: the goods are collected or taken over first. */
const countOwnBefore = (order: TrackedOrder, visit: number): number => (hasGoods(order) ? visit : visit + 1);

/** Lists the stops of other orders between two stops of the order; `ownBefore` of its stops come first. */
function listOthersBefore({ stopsOfOthers }: TrackedOrder, ownBefore: number): OtherStop[] {
  return stopsOfOthers
    .filter((stop) => stop.ownBefore === ownBefore)
    .map(({ latitude, longitude, kind }) => ({ latitude, longitude, isPickup: kind === "collect" }));
}

/** The hour of every time zone begins at one. */
const QUARTER_HOUR_MS = 15 * MINUTE_MS;

/** The time in milliseconds until the estimates of an order change without a new position. */
export function estimateTtlMs(tracked: TrackedOrder, now: Date): number {
  const { arrivedAtPickup, readyAt, status, dropoffs, speed } = reconcileArrivals(tracked, now);
  const windows = dropoffs.map(({ deliveryWindow }) => deliveryWindow?.from ?? null);
  const instants =
    status === "assigned"
      ? [arrivedAtPickup, readyAt, ...windows]
      : [...dropoffs.map((stop) => stop.arrivedAt), ...windows];
  return Math.min(
    ...instants.flatMap((at) => (at === null ? [] : [minuteTtlMs(at, now, speed)])),
    QUARTER_HOUR_MS - (now.getTime() % QUARTER_HOUR_MS),
  );
}

/** A straight line when the previous dropoff is not the planned one. */
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
  return { path: [from, to], durationSeconds: estimateLeg(from, to).durationSeconds };
}

export function lastVisit(order: TrackedOrder): number {
  return remainingDropoffs(order).at(-1) ?? order.dropoffs.length - 1;
}

/**
 * One per dropoff, null for one that the courier no longer goes to; null as a whole without a courier en route or their
 * position.
 */
export function estimateArrivals(tracked: TrackedOrder, now: Date): (ArrivalEstimate | null)[] | null {
  const order = reconcileArrivals(tracked, now);
  const isActive = order.status === "assigned" || order.status === "in_progress";
  const journey = isActive ? toEtaInput(order, now) : null;
  if (journey === null) return null;
  const arrivals = estimateVisitArrivals(journey, now);
  return order.dropoffs.map((_, dropoff) => arrivals[journey.visits.indexOf(dropoff)] ?? null);
}

export function estimateArrival(order: TrackedOrder, target: number | null, now: Date) {
  const journey = toEtaInput(order, now);
  if (journey === null) return null;
  const seconds = secondsUntil(journey, journey.visits.indexOf(target ?? lastVisit(order)));
  return {
    seconds,
    courier: journey.courier,
    minutes: minutesLeft(seconds),
    metersToNext: metersToNext(journey),
  };
}
