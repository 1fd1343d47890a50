import {
  FRESHNESS_LIMITS_MS,
  type Freshness,
  freshnessOf,
  POSITION_FRESHNESS_MS,
} from "@/lib/couriers/freshness";
import { ADDRESS_FIELDS, DROPOFF_FIELDS, type Seen, type StopFields, seen } from "@/lib/orders/stop-fields";
import { greatCircleMeters, type Point } from "@/lib/routing/geo";
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
  windowLastsMs,
} from "@/lib/tracking/eta";
import type { TrackedOrder, TrackedStop } from "@/lib/tracking/tracked-order";

/** What a page says first. `replacing`: the courier has handed the order back, and another is being found. */
export type Phase =
  | "new"
  | "scheduled"
  | "replacing"
  | "assigned"
  | "at_pickup"
  | "in_progress"
  | "near"
  | "here"
  | "delivered"
  | "cancelled";

/** Fields as a recipient sees them: those that readers of other links may not see are null on these. */
type Told<Fields extends StopFields> = {
  readonly [Name in keyof Seen<Fields, "recipient">]:
    | Seen<Fields, "recipient">[Name]
    | (Name extends keyof Seen<Fields, "reader"> ? never : null);
};

/** A stop as a page names it. */
export interface StopView extends Told<typeof ADDRESS_FIELDS>, Told<typeof DROPOFF_FIELDS> {
  readonly kind: "pickup" | "dropoff";
  /** Counted from 1 among the dropoffs; 0 for the pickup. */
  readonly number: number;
  readonly state: "waiting" | "next" | "here" | "done" | "cancelled";
  readonly doneAt: Date | null;
}

/** What the map and the picture draw. */
export interface DrawingView {
  readonly courier: (Point & { readonly heading: number; readonly freshness: Freshness }) | null;
  readonly pickup: Point | null;
  readonly dropoffs: readonly (Point & { readonly number: number; readonly isDone: boolean })[];
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

const OUTCOME_ONLY_AFTER_MS = 24 * 60 * 60_000;
const GONE_AFTER_MS = 30 * OUTCOME_ONLY_AFTER_MS;
/** Some 200 metres: what is drawn of another recipient's dropoff tells the neighbourhood and no door. */
const ROUGH_DEGREES = 0.002;
/** Whoever is farther than this from a stop does not stand there, however wrong a fix may be. */
const AWAY_METERS = 500;
/** A page stays small however winding the way is. */
const MOST_PATH_POINTS = 60;

/** When an order, or the dropoff that the link is of, came to its end. */
export function endOf(order: TrackedOrder): Date | null {
  const own = ownHandover(order);
  if (own !== null) return own;
  const isOver = order.status === "delivered" || order.status === "cancelled";
  return isOver ? (order.history.at(-1)?.at ?? null) : null;
}

/** When the dropoff that the link is of was handed over. */
function ownHandover(order: TrackedOrder): Date | null {
  return order.dropoff === null ? null : (order.dropoffs[order.dropoff]?.deliveredAt ?? null);
}

/** Whether a link has ended for good: 30 days after its delivery did. */
export function isGone(endedAt: Date | null, now: Date): boolean {
  return endedAt !== null && now.getTime() - endedAt.getTime() >= GONE_AFTER_MS;
}

/** Decides what the reader of a link may know at this instant. */
export function trackingView(told: TrackedOrder, now: Date): TrackingView {
  const order = withBelievedArrivals(told, now);
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
  const phase = phaseOf(order, target, reckoned, mayFollow, now);
  return {
    orderCode: order.orderCode,
    isTest: order.isTest,
    phase,
    isOverview: order.dropoff === null && order.dropoffs.length > 1,
    isFinal: endedAt !== null,
    isOutcomeOnly,
    scheduledFor: isWaiting(order) ? order.deliveryTime : null,
    endedAt,
    history: historyOf(order, phase),
    arrival: reckoned?.arrival ?? null,
    wasArrival: reckoned?.wasArrival ?? null,
    stopsBefore: isActive ? stopsBefore : 0,
    courier: isActive ? firstNameOnly(order.courier) : null,
    seenAt: seen?.recordedAt ?? null,
    // Of who stands at a stop nothing else need be known.
    mayFollow: mayFollow && (seen !== null || !(phase === "here" || phase === "at_pickup")),
    stops: isOutcomeOnly ? [] : stopsOf(order, next),
    drawing: endedAt === null ? drawingOf(order, seen, target, next, now) : null,
  };
}

/**
 * How long a view stays right unless something happens: as long as its position counts as recent, a planned time has
 * not come, and the arrival is expected in the same window.
 */
export function viewLastsMs(told: TrackedOrder, now: Date): number {
  const order = withBelievedArrivals(told, now);
  const target = order.dropoff ?? order.dropoffs.length - 1;
  const journey = endOf(order) === null ? journeyOf(order, now) : null;
  const moments = [
    order.deliveryTime?.getTime(),
    ...FRESHNESS_LIMITS_MS.map((ageMs) => told.position && told.position.recordedAt.getTime() + ageMs),
    told.position && told.position.receivedAt.getTime() + POSITION_FRESHNESS_MS,
    journey && now.getTime() + windowLastsMs(now, secondsUntil(journey, target)),
  ];
  return Math.min(
    ...moments.flatMap((moment) =>
      moment != null && moment > now.getTime() ? [moment - now.getTime()] : [],
    ),
  );
}

function firstNameOnly(courier: TrackedOrder["courier"]): TrackedOrder["courier"] {
  return courier && { ...courier, name: courier.name.trim().split(/\s+/)[0] ?? courier.name };
}

/** The history as this link's reader has it: their own dropoff ends with its own handover. */
function historyOf(order: TrackedOrder, phase: Phase): TrackingView["history"] {
  const own = ownHandover(order);
  // Who was assigned before is of no use to the reader: the next step is that somebody is.
  if (phase === "replacing") return order.history.filter(({ status }) => status !== "assigned");
  if (own === null) return order.history;
  return [
    ...order.history.filter(({ status }) => status !== "delivered" && status !== "cancelled"),
    { status: "delivered", at: own },
  ];
}

/**
 * What couriers say of themselves, and what their fixes say, as one truth: a later fix far from a stop means that
 * they are not there, and a fix far from it that is older than their arrival no longer counts.
 */
function withBelievedArrivals(order: TrackedOrder, now: Date): TrackedOrder {
  const position = positionOf(order, now);
  if (position === null) return order;
  const isAway = (place: Point) => greatCircleMeters(position, place) > AWAY_METERS;
  const believed = (place: Point, arrivedAt: Date | null) =>
    arrivedAt !== null && arrivedAt < position.recordedAt && isAway(place) ? null : arrivedAt;
  const arrivedAtPickup = believed(order.pickup, order.arrivedAtPickup);
  const dropoffs = order.dropoffs.map((stop) => ({ ...stop, arrivedAt: believed(stop, stop.arrivedAt) }));
  const { status } = order;
  const next = dropoffs.find(({ deliveredAt }) => deliveredAt === null);
  const standsAt =
    status === "assigned" && arrivedAtPickup !== null
      ? order.pickup
      : status === "in_progress" && next !== undefined && next.arrivedAt !== null
        ? next
        : null;
  const isOutdated = standsAt !== null && isAway(standsAt);
  return { ...order, arrivedAtPickup, dropoffs, position: isOutdated ? null : position };
}

function positionOf(order: TrackedOrder, now: Date): TrackedOrder["position"] {
  const { position } = order;
  if (position === null || now.getTime() - position.receivedAt.getTime() >= POSITION_FRESHNESS_MS)
    return null;
  return now.getTime() - position.recordedAt.getTime() >= POSITION_FRESHNESS_MS ? null : position;
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
    approach: order.approach,
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
export function arrivalsOf(told: TrackedOrder, now: Date): (ArrivalWindow | null)[] | null {
  const order = withBelievedArrivals(told, now);
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
  if (ownHandover(order) !== null) return "delivered";
  if (isWaiting(order) && order.deliveryTime !== null && order.deliveryTime > now) return "scheduled";
  switch (order.status) {
    case "new":
      return "new";
    case "assigned":
      if (order.courier === null) return "replacing";
      return order.arrivedAtPickup === null ? "assigned" : "at_pickup";
    case "in_progress":
      return phaseOnTheWay(order, target, reckoned, mayFollow);
    case "delivered":
    case "cancelled":
      return order.status;
  }
}

function phaseOnTheWay(
  order: TrackedOrder,
  target: number | null,
  reckoned: Reckoned | null,
  mayFollow: boolean,
): Phase {
  const own = target === null ? undefined : order.dropoffs[target];
  if (own === undefined || !mayFollow) return "in_progress";
  if (own.arrivedAt !== null) return "here";
  if (reckoned === null) return "in_progress";
  // A simulated courier has the same way to go as a real one, only less time.
  const isSoon = isNear(reckoned.courier, own, reckoned.seconds * order.speed);
  return isSoon ? "near" : "in_progress";
}

function stopsOf(order: TrackedOrder, next: number): StopView[] {
  const { pickup, dropoffs, dropoff: own } = order;
  const first: StopView = {
    kind: "pickup",
    number: 0,
    ...tell(pickup, true),
    state: pickupState(order),
    doneAt: order.history.find((change) => change.status === "in_progress")?.at ?? null,
  };
  const isAlone = dropoffs.length === 1;
  const rest = dropoffs.map(
    (stop, index): StopView => ({
      kind: "dropoff",
      number: index + 1,
      ...tell(stop, isAlone || index === own),
      state: dropoffState(order, stop, index === next),
      doneAt: stop.deliveredAt,
    }),
  );
  return [first, ...rest.filter((_, index) => own === null || index === own)];
}

/** What the table of a stop's fields lets a page say: of another recipient's dropoff, what every reader may know. */
function tell(stop: TrackedStop, isOwn: boolean): Told<typeof ADDRESS_FIELDS> & Told<typeof DROPOFF_FIELDS> {
  const own = { ...seen(ADDRESS_FIELDS, "recipient", stop), ...seen(DROPOFF_FIELDS, "recipient", stop) };
  if (isOwn) return own;
  const hidden = Object.fromEntries(Object.keys(own).map((name) => [name, null]));
  return {
    ...(hidden as Record<keyof typeof own, null>),
    ...seen(ADDRESS_FIELDS, "reader", stop),
    ...seen(DROPOFF_FIELDS, "reader", stop),
  };
}

function pickupState(order: TrackedOrder): StopView["state"] {
  if (order.history.some(({ status }) => status === "in_progress")) return "done";
  switch (order.status) {
    case "new":
      return "waiting";
    case "assigned":
      if (order.courier === null) return "waiting";
      return order.arrivedAtPickup === null ? "next" : "here";
    case "in_progress":
    case "delivered":
      return "done";
    case "cancelled":
      return "cancelled";
  }
}

function dropoffState(order: TrackedOrder, stop: TrackedStop, isNext: boolean): StopView["state"] {
  if (stop.deliveredAt !== null || order.status === "delivered") return "done";
  if (order.status === "cancelled") return "cancelled";
  if (order.status !== "in_progress" || !isNext) return "waiting";
  return stop.arrivedAt === null ? "next" : "here";
}

function drawingOf(
  order: TrackedOrder,
  seen: TrackedOrder["position"],
  target: number | null,
  next: number,
  now: Date,
): DrawingView | null {
  const isRough = target === null;
  // Where a courier sets out for a later dropoff is another recipient's door.
  const isFirst = target === null || target === 0;
  // A dropoff alone on empty ground tells its reader nothing.
  if (!isFirst && seen === null) return null;
  const courier = seen && {
    latitude: seen.latitude,
    longitude: seen.longitude,
    heading: seen.heading,
    freshness: freshnessOf(seen.recordedAt, now),
  };
  const shown =
    target === null
      ? order.dropoffs.map((stop, index) => ({
          ...rough(stop),
          number: index + 1,
          isDone: stop.deliveredAt !== null,
        }))
      : [exact(order.dropoffs[target], target)];
  const isOnTheWay = order.status === "in_progress";
  return {
    courier,
    pickup: isFirst ? point(order.pickup) : null,
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

function exact(stop: TrackedStop | undefined, index: number): DrawingView["dropoffs"][number] {
  if (stop === undefined) throw new RangeError("An order has the dropoff that its link is of.");
  return { ...point(stop), number: index + 1, isDone: stop.deliveredAt !== null };
}
