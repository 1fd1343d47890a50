import { POSITION_FRESHNESS_MS } from "@/lib/orders/resource";
import type { Point } from "@/lib/routing/geo";
import { pathAfter, progressOn } from "@/lib/routing/path";
import {
  type ArrivalWindow,
  arrivalWindow,
  isLate,
  isNear,
  type Journey,
  OFF_ROUTE_METERS,
  plannedWindow,
  secondsUntil,
} from "@/lib/tracking/eta";
import type { TrackedOrder, TrackedStop } from "@/lib/tracking/tracked-order";

/** What a page says first. */
export type Phase =
  | "new"
  | "scheduled"
  | "assigned"
  | "in_progress"
  | "near"
  | "here"
  | "delivered"
  | "cancelled";

/** How old the courier's position is: 30 s, 5 minutes, and 30 minutes are the borders; null is none at all. */
export type Freshness = "now" | "recent" | "stale";

/** A stop as a page names it. */
export interface StopView {
  readonly kind: "pickup" | "dropoff";
  /** Counted from 1 among the dropoffs; 0 for the pickup. */
  readonly number: number;
  readonly area: string;
  readonly street: string;
  /** Null where it would give another recipient's address away. */
  readonly building: string | null;
  readonly state: "waiting" | "next" | "here" | "done";
  readonly doneAt: Date | null;
}

/** What the map and the picture draw. */
export interface DrawingView {
  readonly courier: (Point & { readonly heading: number; readonly freshness: Freshness }) | null;
  readonly pickup: Point | null;
  readonly dropoffs: readonly (Point & { readonly number: number })[];
  /** Whether dropoffs are only roughly where they are drawn. */
  readonly isRough: boolean;
  readonly path: readonly Point[];
}

/** All that the reader of a tracking link may know, without words. */
export interface TrackingView {
  readonly orderCode: string;
  readonly isTest: boolean;
  readonly phase: Phase;
  /** Whether the link is of the whole of an order with several dropoffs. */
  readonly isOverview: boolean;
  /** Nothing can change any more. */
  readonly isFinal: boolean;
  /** Long over: the outcome alone is shown. */
  readonly isOutcomeOnly: boolean;
  readonly scheduledFor: Date | null;
  readonly endedAt: Date | null;
  readonly history: readonly { readonly status: TrackedOrder["status"]; readonly at: Date }[];
  readonly arrival: ArrivalWindow | null;
  /** What was in prospect, when the arrival has moved later by more than five minutes. */
  readonly wasArrival: ArrivalWindow | null;
  /** Dropoffs that come before the reader's own. */
  readonly stopsBefore: number;
  readonly courier: {
    readonly name: string;
    readonly phone: string;
    readonly transport: Readonly<Record<"type" | "make" | "model" | "color" | "number", string | null>>;
  } | null;
  /** When the courier was last seen; null when never, or when the reader may not know where they are. */
  readonly seenAt: Date | null;
  /** Whether the reader may know where the courier is, whether or not that is known. */
  readonly mayFollow: boolean;
  readonly stops: readonly StopView[];
  readonly drawing: DrawingView | null;
}

const NOW_MS = 30_000;
const RECENT_MS = 5 * 60_000;
const OUTCOME_ONLY_AFTER_MS = 24 * 60 * 60_000;
const GONE_AFTER_MS = 30 * OUTCOME_ONLY_AFTER_MS;
/** Some 200 metres: what is drawn of another recipient's dropoff tells the neighbourhood and no door. */
const ROUGH_DEGREES = 0.002;
/** A page stays small however winding the way is. */
const MOST_PATH_POINTS = 60;

/** When an order, or the dropoff that the link is of, came to its end. */
export function endOf(order: TrackedOrder): Date | null {
  const last = order.history.at(-1);
  if (order.status === "cancelled") return last?.at ?? null;
  const own = order.dropoff === null ? undefined : order.dropoffs[order.dropoff];
  if (own?.deliveredAt) return own.deliveredAt;
  return order.status === "delivered" ? (last?.at ?? null) : null;
}

/** Whether a link has ended for good: 30 days after its delivery did. */
export function isGone(endedAt: Date | null, now: Date): boolean {
  return endedAt !== null && now.getTime() - endedAt.getTime() >= GONE_AFTER_MS;
}

/** Decides what the reader of a link may know at this instant. */
export function trackingView(order: TrackedOrder, now: Date): TrackingView {
  const endedAt = endOf(order);
  const isActive = endedAt === null && (order.status === "assigned" || order.status === "in_progress");
  const next = order.dropoffs.findIndex(({ deliveredAt }) => deliveredAt === null);
  const target = order.dropoff ?? (order.dropoffs.length === 1 ? 0 : null);
  const stopsBefore =
    order.dropoff === null || endedAt !== null ? 0 : Math.max(0, order.dropoff - Math.max(0, next));
  const mayFollow =
    isActive && (order.dropoff === null || (order.status === "in_progress" && order.dropoff === next));
  const seen = mayFollow ? positionOf(order, now) : null;
  const reckoned = isActive ? reckon(order, target, now) : null;
  const isOutcomeOnly = endedAt !== null && now.getTime() - endedAt.getTime() >= OUTCOME_ONLY_AFTER_MS;
  const ended: "delivered" | "cancelled" | null =
    endedAt === null ? null : order.status === "cancelled" ? "cancelled" : "delivered";
  return {
    orderCode: order.orderCode,
    isTest: order.isTest,
    phase: ended ?? phaseOf(order, target, reckoned, mayFollow, now),
    isOverview: order.dropoff === null && order.dropoffs.length > 1,
    isFinal: endedAt !== null,
    isOutcomeOnly,
    scheduledFor: isWaiting(order) ? order.deliveryTime : null,
    endedAt,
    history: historyOf(order, endedAt),
    arrival: reckoned?.arrival ?? null,
    wasArrival: reckoned?.wasArrival ?? null,
    stopsBefore: isActive ? stopsBefore : 0,
    courier: isActive ? firstNameOnly(order.courier) : null,
    seenAt: seen?.recordedAt ?? null,
    mayFollow,
    stops: isOutcomeOnly ? [] : stopsOf(order, next, endedAt !== null),
    drawing: endedAt === null ? drawingOf(order, seen, target, next, now) : null,
  };
}

function firstNameOnly(courier: TrackedOrder["courier"]): TrackedOrder["courier"] {
  return courier && { ...courier, name: courier.name.trim().split(/\s+/)[0] ?? courier.name };
}

/** The history as this link's reader has it: their own dropoff ends with its own handover. */
function historyOf(order: TrackedOrder, endedAt: Date | null): TrackingView["history"] {
  const isOwnEnd = order.dropoff !== null && endedAt !== null && order.status !== "cancelled";
  if (!isOwnEnd) return order.history;
  return [
    ...order.history.filter(({ status }) => status !== "delivered" && status !== "cancelled"),
    { status: "delivered", at: endedAt },
  ];
}

function positionOf(order: TrackedOrder, now: Date): TrackedOrder["position"] {
  const { position } = order;
  if (position === null || now.getTime() - position.receivedAt.getTime() >= POSITION_FRESHNESS_MS)
    return null;
  return now.getTime() - position.recordedAt.getTime() >= POSITION_FRESHNESS_MS ? null : position;
}

/** How old a position looks. */
export function freshnessOf(recordedAt: Date, now: Date): Freshness {
  const age = now.getTime() - recordedAt.getTime();
  if (age < NOW_MS) return "now";
  return age < RECENT_MS ? "recent" : "stale";
}

interface Reckoned {
  readonly seconds: number;
  readonly courier: Point;
  readonly arrival: ArrivalWindow;
  readonly wasArrival: ArrivalWindow | null;
}

/** What arrivals are reckoned from; null without a position of the last five minutes. */
function journeyOf(order: TrackedOrder, now: Date): Journey | null {
  const position = positionOf(order, now);
  if (position === null || freshnessOf(position.recordedAt, now) === "stale") return null;
  return {
    isPickedUp: order.status === "in_progress",
    hasArrivedAtPickup: order.arrivedAtPickup !== null,
    courier: position,
    pickup: order.pickup,
    legs: order.legs.map((leg, index) => ({
      ...leg,
      isThere: order.dropoffs[index]?.arrivedAt !== null,
      isDone: order.dropoffs[index]?.deliveredAt !== null,
    })),
    speed: order.speed,
  };
}

/**
 * When the courier may be expected at each dropoff, in their order: null for one that has been handed over. Null
 * altogether while nobody is on the way, or nobody knows where they are.
 */
export function arrivalsOf(order: TrackedOrder, now: Date): (ArrivalWindow | null)[] | null {
  const isActive = order.status === "assigned" || order.status === "in_progress";
  const journey = isActive ? journeyOf(order, now) : null;
  if (journey === null) return null;
  return journey.legs.map(({ isDone }, index) =>
    isDone ? null : arrivalWindow(now, secondsUntil(journey, index)),
  );
}

/** The arrival at a dropoff, or at the last one for a whole order. */
function reckon(order: TrackedOrder, target: number | null, now: Date): Reckoned | null {
  const journey = journeyOf(order, now);
  if (journey === null) return null;
  const dropoff = target ?? order.dropoffs.length - 1;
  const seconds = secondsUntil(journey, dropoff);
  const arrival = arrivalWindow(now, seconds);
  const pickedUpAt = order.history.find(({ status }) => status === "in_progress")?.at;
  const planned = pickedUpAt && plannedWindow(pickedUpAt, order.legs, dropoff, order.speed);
  return {
    seconds,
    courier: journey.courier,
    arrival,
    wasArrival: planned !== undefined && isLate(planned, arrival) ? planned : null,
  };
}

/** Whether nobody has the order: nobody yet, or nobody any more. */
function isWaiting({ status, courier }: TrackedOrder): boolean {
  return status === "new" || (status === "assigned" && courier === null);
}

function phaseOf(
  order: TrackedOrder,
  target: number | null,
  reckoned: Reckoned | null,
  mayFollow: boolean,
  now: Date,
): Phase {
  if (isWaiting(order) && order.deliveryTime !== null && order.deliveryTime > now) return "scheduled";
  if (order.status === "new") return "new";
  if (order.status !== "in_progress") return "assigned";
  const own = target === null ? undefined : order.dropoffs[target];
  if (own === undefined || !mayFollow) return "in_progress";
  if (own.arrivedAt !== null) return "here";
  if (reckoned === null) return "in_progress";
  // A simulated courier has the same way to go as a real one, only less time.
  const isSoon = isNear(reckoned.courier, own, reckoned.seconds * order.speed);
  return isSoon ? "near" : "in_progress";
}

function stopsOf(order: TrackedOrder, next: number, isOver: boolean): StopView[] {
  const { pickup, dropoffs, dropoff: own, status } = order;
  const isPickedUp = status === "in_progress" || status === "delivered";
  const first: StopView = {
    kind: "pickup",
    number: 0,
    area: pickup.area,
    street: pickup.street,
    building: pickup.building,
    state: isPickedUp
      ? "done"
      : status === "assigned"
        ? order.arrivedAtPickup
          ? "here"
          : "next"
        : "waiting",
    doneAt: order.history.find((change) => change.status === "in_progress")?.at ?? null,
  };
  const isAlone = dropoffs.length === 1;
  const rest = dropoffs.map((stop, index): StopView => {
    const isDone = stop.deliveredAt !== null || (isOver && status === "delivered");
    const isNext = status === "in_progress" && index === next;
    return {
      kind: "dropoff",
      number: index + 1,
      area: stop.area,
      street: stop.street,
      building: isAlone || index === own ? stop.building : null,
      state: isDone ? "done" : isNext ? (stop.arrivedAt ? "here" : "next") : "waiting",
      doneAt: stop.deliveredAt,
    };
  });
  return [first, ...rest.filter((_, index) => own === null || index === own)];
}

function drawingOf(
  order: TrackedOrder,
  seen: TrackedOrder["position"],
  target: number | null,
  next: number,
  now: Date,
): DrawingView {
  const isRough = target === null;
  const courier = seen && {
    latitude: seen.latitude,
    longitude: seen.longitude,
    heading: seen.heading,
    freshness: freshnessOf(seen.recordedAt, now),
  };
  const shown =
    target === null
      ? order.dropoffs.map((stop, index) => ({ ...rough(stop), number: index + 1 }))
      : [exact(order.dropoffs[target], target)];
  const isOnTheWay = order.status === "in_progress";
  return {
    courier,
    // Where a courier sets out for a later dropoff is another recipient's door.
    pickup: target === null || target === 0 ? point(order.pickup) : null,
    dropoffs: shown,
    isRough,
    path: isRough ? [] : pathFor(order, target, seen, isOnTheWay && next === target),
  };
}

/** The way to the reader's dropoff; for a later one only from where the courier already is. */
function pathFor(order: TrackedOrder, target: number, seen: Point | null, isNext: boolean): readonly Point[] {
  const path = order.legs[target]?.path ?? [];
  if (isNext && seen !== null) return thin(remaining(path, seen));
  return target === 0 ? thin(path) : [];
}

/**
 * What is left of a path for who stands near it. It begins where the courier is, never at the path's own beginning,
 * which is the door of whoever came before.
 */
function remaining(path: readonly Point[], courier: Point): Point[] {
  const { meters, offMeters } = progressOn(path, courier);
  const end = path.at(-1);
  if (offMeters > OFF_ROUTE_METERS) return end === undefined ? [] : [courier, end];
  return [courier, ...pathAfter(path, meters)];
}

function thin(path: readonly Point[]): Point[] {
  const every = Math.max(1, Math.ceil(path.length / MOST_PATH_POINTS));
  return path.filter((_, index) => index % every === 0 || index === path.length - 1).map(point);
}

const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
const point = ({ latitude, longitude }: Point): Point => ({
  latitude: round(latitude),
  longitude: round(longitude),
});
const rough = ({ latitude, longitude }: Point): Point => ({
  latitude: round(Math.round(latitude / ROUGH_DEGREES) * ROUGH_DEGREES),
  longitude: round(Math.round(longitude / ROUGH_DEGREES) * ROUGH_DEGREES),
});

function exact(stop: TrackedStop | undefined, index: number): Point & { number: number } {
  if (stop === undefined) throw new RangeError("An order has the dropoff that its link is of.");
  return { ...point(stop), number: index + 1 };
}
