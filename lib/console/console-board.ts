import type { WaitingAccounts } from "@/lib/accounts/list-waiting-accounts";
import { type BoardCourier, toBoardCourier, toBoardItem } from "@/lib/console/board";
import { estimateRemainingTrip, type TripTerms } from "@/lib/console/estimate-remaining-trip";
import type { ExceptionClaim } from "@/lib/console/exception-claim";
import {
  type ExceptionKind,
  findNextStop,
  findOrderException,
  type MonitoringSnapshot,
  THRESHOLDS,
  type WatchedItem,
} from "@/lib/console/exceptions";
import type { OperatorPlan } from "@/lib/console/operator-plan";
import { isCourierStale } from "@/lib/couriers/freshness";
import { groupByCourier } from "@/lib/couriers/group-by-courier";
import { type CourierOverview, MAX_COURIERS } from "@/lib/couriers/list-couriers";
import type { CourierPlanItem } from "@/lib/dispatch/planned-order";
import { MINUTE_MS } from "@/lib/duration";
import { dueAt } from "@/lib/orders/due-at";
import { describeHeldTrip } from "@/lib/orders/held-trip";
import type { ActiveOrder, PickupPoint } from "@/lib/orders/list/list-active-orders";
import { simulationSpeed } from "@/lib/sandbox/simulated-order";
import type { DurationModel } from "@/lib/tracking/arrivals/duration-model";
import { type EtaInput, secondsUntil } from "@/lib/tracking/eta";

export interface HandledException {
  readonly kind: ExceptionKind;
  readonly subject: string;
  readonly action: string;
  readonly at: string;
  readonly by: string | null;
}

/** Instants are ISO 8601. */
export interface PlannedPickup {
  readonly code: string;
  readonly at: string;
}

export interface ConsoleCourier extends BoardCourier {
  /** The next planned orders, at most 3. */
  readonly planned: readonly PlannedPickup[];
}

export interface ConsoleBoard extends MonitoringSnapshot {
  readonly couriers: readonly ConsoleCourier[];
  /** Points of the open orders that are not in `orders`. */
  readonly marks: readonly (readonly [code: string, latitude: number, longitude: number])[];
  readonly orderCount: number;
  readonly onShiftCount: number;
  /** Unread messages from couriers. */
  readonly replyCount: number;
  /** Those in force, of active operators. */
  readonly claims: readonly ExceptionClaim[];
  readonly handled: { readonly count: number; readonly latest: readonly HandledException[] };
  /** Undefined in a board that a process of the former release has sent. */
  readonly waitingAccounts?: WaitingAccounts;
}

export const MAX_WITH_DETAILS = 200;
/** Orders that can become an exception within this time are included with details. */
const AHEAD_MS = 2 * 60_000;

export const lateIfDueBy = (now: Date): Date => new Date(now.getTime() + AHEAD_MS - THRESHOLDS.late.afterMs);
/** More planned orders of a courier are not shown, since they change most. */
const MAX_PLANNED = 3;
// Rounds coordinates to about one meter.
const DEGREES = 1e5;

type BoardInput = Pick<
  ConsoleBoard,
  | "onShiftCount"
  | "replyCount"
  | "endpoints"
  | "problems"
  | "quiet"
  | "claims"
  | "handled"
  | "waitingAccounts"
>;

interface BoardTerms {
  readonly mode: "live" | "test";
  readonly now: Date;
  readonly simulatorSpeed: number;
  /** Longer legs are unusual. */
  readonly maxLegMeters: number;
  /** By courier and position. */
  readonly plans: readonly CourierPlanItem[];
  readonly durations: DurationModel;
  readonly routes: TripTerms["routes"];
}

/** Includes at most 500 couriers and those of detailed orders. `waiting` adds points of orders without a courier. */
export function buildConsoleBoard(
  couriers: readonly CourierOverview[],
  orders: readonly ActiveOrder[],
  waiting: readonly PickupPoint[],
  rest: BoardInput,
  { mode, now, simulatorSpeed, maxLegMeters, plans, durations, routes }: BoardTerms,
): ConsoleBoard {
  const chains = groupByCourier(plans);
  const known = couriers.map((courier) => ({
    ...rounded(toBoardCourier(courier)),
    planned: (chains.get(courier.id) ?? []).slice(0, MAX_PLANNED).map(toPlannedPickup),
  }));
  const byId = new Map(known.map((courier) => [courier.id, courier]));
  const soon = now.getTime() + AHEAD_MS;
  const described = orders.map((order) => {
    const courier = byId.get(order.courierId ?? "") ?? null;
    const speed = courier?.isSimulated === true ? simulationSpeed({ ...order, mode }, simulatorSpeed) : 1;
    const watched = watchedOrder(order, courier, { speed, now, maxLegMeters, durations, routes });
    return { watched, isUrgent: findOrderException(watched, courier, soon) !== null };
  });
  const sorted = [
    ...described.filter(({ isUrgent }) => isUrgent),
    ...described.filter(({ isUrgent }) => !isUrgent),
  ];
  const inFull = sorted.slice(0, MAX_WITH_DETAILS).map(({ watched }) => watched);
  const theirs = new Set(inFull.map(({ courierId }) => courierId));
  const listed = new Set(orders.map(({ code }) => code));
  const others = waiting.filter(({ code }) => !listed.has(code));
  return {
    couriers: known.filter(({ id }, index) => index < MAX_COURIERS || theirs.has(id)),
    orders: inFull,
    marks: [
      ...sorted.slice(MAX_WITH_DETAILS).flatMap(({ watched }) => {
        const stop = findNextStop(watched);
        return stop === undefined ? [] : [toMark(watched.code, stop)];
      }),
      ...others.map((place) => toMark(place.code, place)),
    ],
    orderCount: orders.length + others.length,
    ...rest,
  };
}

const toPlannedPickup = ({ orderCode, arrivesAt }: CourierPlanItem): PlannedPickup => ({
  code: orderCode,
  at: arrivesAt.toISOString(),
});

const toMark = (code: string, { latitude, longitude }: Pick<PickupPoint, "latitude" | "longitude">) =>
  [code, round(latitude), round(longitude)] as const;

const round = (degrees: number): number => Math.round(degrees * DEGREES) / DEGREES;

function rounded(courier: BoardCourier): BoardCourier {
  const { position } = courier;
  if (position === null) return courier;
  const [latitude, longitude] = [round(position.latitude), round(position.longitude)];
  return {
    ...courier,
    position: { ...position, latitude, longitude, heading: Math.round(position.heading) },
  };
}

function watchedOrder(
  order: ActiveOrder,
  courier: BoardCourier | null,
  terms: TripTerms & { readonly maxLegMeters: number },
): WatchedItem {
  const { now, maxLegMeters } = terms;
  const journey = estimateRemainingTrip(order, courier, terms);
  const expected = journey && findLatestArrival(order, journey, now);
  // The spread is last because adding properties to a spread copy is many times slower, for thousands of orders.
  return {
    accountId: order.accountId,
    offeredSince: order.offeredSince?.toISOString() ?? null,
    askedAt: order.askedAt?.toISOString() ?? null,
    promisedUntil: (expected?.promisedUntil ?? dueAt(order)).toISOString(),
    arrivesAt: expected?.arrivesAt.toISOString() ?? null,
    arrival: journey && nextArrival(order, courier, now),
    held: order.heldReason === null ? null : findHeldTrip(order, maxLegMeters),
    plan: toOperatorPlan(order),
    ...toBoardItem(order),
  };
}

function toOperatorPlan(order: ActiveOrder): OperatorPlan | null {
  const { plannedCourierId: courierId, plannedCourierName: courierName, plannedArrival } = order;
  if (order.unplannedReason !== null) {
    const since = order.unplannedSince?.toISOString() ?? null;
    return { courierId: null, reason: order.unplannedReason, since };
  }
  if (courierId === null || courierName === null || plannedArrival === null) return null;
  return { courierId, courierName, arrivesAt: plannedArrival.toISOString(), reason: null };
}

function findHeldTrip(
  { stops, routingMode, price, createdAt }: ActiveOrder,
  maxLegMeters: number,
): WatchedItem["held"] {
  const [pickup, ...dropoffs] = stops;
  if (pickup === undefined) return null;
  const trip = describeHeldTrip({ pickup, dropoffs, routingMode }, Number(price ?? 0), maxLegMeters);
  return { ...trip, createdAt: createdAt.toISOString() };
}

const listOpenDropoffs = ({ stops }: ActiveOrder) => stops.slice(1).filter(({ isDone }) => !isDone);

/** The expected arrival, in whole minutes, at the dropoff that would be latest by its promise. */
function findLatestArrival(
  order: ActiveOrder,
  journey: EtaInput,
  now: Date,
): { readonly promisedUntil: Date; readonly arrivesAt: Date } | null {
  const dropoffs = listOpenDropoffs(order);
  const arrivals = dropoffs.flatMap((stop, index) => {
    // Without promises per dropoff, the order has one, for the last.
    const isLast = index === dropoffs.length - 1;
    const promisedUntil = stop.promisedUntil ?? (isLast ? dueAt(order) : null);
    if (promisedUntil === null) return [];
    const arrivesAtMs = now.getTime() + secondsUntil(journey, index) * 1000;
    return [{ promisedUntil, arrivesAt: new Date(Math.ceil(arrivesAtMs / MINUTE_MS) * MINUTE_MS) }];
  });
  const lateMs = ({ promisedUntil, arrivesAt }: (typeof arrivals)[number]) =>
    arrivesAt.getTime() - promisedUntil.getTime();
  return arrivals.toSorted((a, b) => lateMs(b) - lateMs(a))[0] ?? null;
}

/** The shown window of the next dropoff. */
function nextArrival(order: ActiveOrder, courier: BoardCourier | null, now: Date): WatchedItem["arrival"] {
  if (
    order.returnState !== null ||
    courier === null ||
    isCourierStale(courier.position?.receivedAt ?? null, now.getTime())
  )
    return null;
  const next = listOpenDropoffs(order)[0];
  if (next === undefined || next.shownFrom === null || next.shownTo === null) return null;
  return { from: next.shownFrom.toISOString(), to: next.shownTo.toISOString() };
}
