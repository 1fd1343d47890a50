import {
  FRESHNESS_LIMITS_MS,
  type Freshness,
  freshnessOf,
  POSITION_FRESHNESS_MS,
} from "@/lib/couriers/freshness";
import { type DropoffProgress, nextDropoff } from "@/lib/orders/carrying/progress";
import type { FailureCode, OrderStatus } from "@/lib/orders/order";
import { ADDRESS_FIELDS, DROPOFF_FIELDS, type Seen, type StopFields, seen } from "@/lib/orders/stop-fields";
import { estimateTrip } from "@/lib/routing/estimate";
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

/**
 * What a page says first. `replacing`: the courier has handed the order back, and another is being found; `undecided`:
 * it could not be handed over, and the shop says what now; `again`: another try comes after other dropoffs; `left`: it
 * stands at the door; `partly`: some of the whole order was delivered, and the rest went back.
 */
export type Phase =
  | "new"
  | "scheduled"
  | "replacing"
  | "assigned"
  | "at_pickup"
  | "in_progress"
  | "near"
  | "here"
  | "again"
  | "undecided"
  | "going_back"
  | "returned"
  | "left"
  | "partly"
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
  readonly state: "waiting" | "next" | "here" | "done" | "left" | "failed" | "returned" | "cancelled";
  readonly doneAt: Date | null;
}

/** A step that the delivery has taken: a status, or what became of goods that were not handed over. */
export interface Milestone {
  readonly status: OrderStatus | "failed" | "left" | "returned";
  readonly at: Date;
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
  readonly history: readonly Milestone[];
  /** Why the reader's own dropoff was not handed over. */
  readonly failure: FailureCode | null;
  /** Whether the courier has tried the reader's own dropoff before, and tries again. */
  readonly isSecondTry: boolean;
  /** Whether goods of a cancelled order go back, or have come back. */
  readonly cancelledReturn: "under_way" | "returned" | null;
  /** What the reader tells the courier at the door. */
  readonly code: string | null;
  /** Who signed at the reader's own door. */
  readonly signerName: string | null;
  /** Photos from the reader's own door. */
  readonly photos: readonly { readonly id: string; readonly takenAt: Date }[];
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
/** For this long, a page whose photo is missing waits for it: couriers' phones send them when they have a network. */
const PHOTO_AWAITED_MS = 15 * 60_000;
/** A page stays small however winding the way is. */
const MOST_PATH_POINTS = 60;

/** When an order, or the dropoff that the link is of, came to its end; null while goods of the order go back. */
export function endOf(order: TrackedOrder): Date | null {
  const own = order.dropoff === null ? null : ownEnd(order.dropoffs[order.dropoff]);
  if (own !== null) return own;
  const isOver = order.status === "delivered" || order.status === "cancelled";
  const last = order.history.at(-1);
  if (!isOver || last === undefined || (order.dropoff === null && isReturning(order))) return null;
  const backAt = order.dropoff === null ? (order.returnedAt?.getTime() ?? 0) : 0;
  return new Date(Math.max(last.at.getTime(), backAt));
}

/** When a dropoff was handed over, or failed for good. */
function ownEnd(stop: TrackedStop | undefined): Date | null {
  if (stop === undefined) return null;
  return stop.deliveredAt ?? (stop.resolution === "ask" ? null : stop.failedAt);
}

/** What has become of a dropoff: `asked`: nobody knows yet. */
type Fate = "open" | "done" | "asked" | "left" | "back";

const FATES = { ask: "asked", leave: "left", return: "back" } as const;

function fateOf({ deliveredAt, resolution }: TrackedStop): Fate {
  if (deliveredAt !== null) return "done";
  return resolution === null ? "open" : FATES[resolution];
}

/** The dropoff that the reader waits at: that of the link, or the only one. */
function ownStop(order: TrackedOrder): TrackedStop | undefined {
  return order.dropoffs[order.dropoff ?? (order.dropoffs.length === 1 ? 0 : -1)];
}

/** Whether a link has ended for good: 30 days after its delivery did. */
export function isGone(endedAt: Date | null, now: Date): boolean {
  return endedAt !== null && now.getTime() - endedAt.getTime() >= GONE_AFTER_MS;
}

/** Decides what the reader of a link may know at this instant. */
export function trackingView(told: TrackedOrder, now: Date): TrackingView {
  const order = withBelievedArrivals(told, now);
  const endedAt = endOf(order);
  const visits = visitsOf(order);
  const next = visits[0] ?? null;
  const target = order.dropoff ?? (order.dropoffs.length === 1 ? 0 : null);
  const own = ownStop(order);
  const isUnderWay = endedAt === null && (order.status === "assigned" || order.status === "in_progress");
  // Whoever brings goods back, or waits for an answer, has no business at the reader's door.
  const isExpected = isUnderWay && (own === undefined ? next !== null : fateOf(own) === "open");
  const mayCall = isExpected || (isUnderWay && own !== undefined && fateOf(own) === "asked");
  const stopsBefore = order.dropoff === null ? 0 : Math.max(0, visits.indexOf(order.dropoff));
  const mayFollow =
    isExpected && (order.dropoff === null || (order.status === "in_progress" && order.dropoff === next));
  const seen = mayFollow ? positionOf(order, now) : null;
  const reckoned = isExpected ? reckon(order, target, now) : null;
  const isOutcomeOnly = endedAt !== null && now.getTime() - endedAt.getTime() >= OUTCOME_ONLY_AFTER_MS;
  const phase = phaseOf(order, target, reckoned, mayFollow, now);
  const cancelledReturn = phase === "cancelled" ? cancelledReturnOf(order) : null;
  const isReturnTold = phase === "going_back" || cancelledReturn === "under_way";
  return {
    orderCode: order.orderCode,
    isTest: order.isTest,
    phase,
    isOverview: own === undefined,
    isFinal: endedAt !== null && !isReturnTold && photosAwaitedMs(order, now) === null,
    isOutcomeOnly,
    scheduledFor: isWaiting(order) ? order.deliveryTime : null,
    endedAt,
    history: historyOf(order, phase),
    ...(own === undefined || isOutcomeOnly ? WITHOUT_OWN : tellOwn(order, own, isExpected)),
    isSecondTry: isExpected && own !== undefined && own.attempts > 0,
    cancelledReturn,
    arrival: reckoned?.arrival ?? null,
    wasArrival: reckoned?.wasArrival ?? null,
    stopsBefore: isExpected ? stopsBefore : 0,
    courier: mayCall ? firstNameOnly(order.courier) : null,
    seenAt: seen?.recordedAt ?? null,
    // Of who stands at a stop nothing else need be known.
    mayFollow: mayFollow && (seen !== null || !(phase === "here" || phase === "at_pickup")),
    stops: isOutcomeOnly ? [] : stopsOf(order, next),
    drawing: isDrawn(order, endedAt, isExpected) ? drawingOf(order, seen, target, next, now) : null,
  };
}

const WITHOUT_OWN = { failure: null, code: null, signerName: null, photos: [] } as const;

/** What only the recipient of this very dropoff may know. */
function tellOwn(
  order: TrackedOrder,
  own: TrackedStop,
  isExpected: boolean,
): Pick<TrackingView, "failure" | "code" | "signerName" | "photos"> {
  const isOver = fateOf(own) !== "open";
  return {
    failure: own.failureCode,
    code: isExpected && order.courier !== null && own.needsCode ? order.code : null,
    signerName: own.deliveredAt === null ? null : own.signerName,
    photos: isOver ? order.photos : [],
  };
}

/** Whether there is anything to see on the way to whom. */
function isDrawn(order: TrackedOrder, endedAt: Date | null, isExpected: boolean): boolean {
  return endedAt === null && (isExpected || order.status === "new");
}

function isReturning({ returnState }: TrackedOrder): boolean {
  return returnState !== null && returnState !== "returned";
}

function cancelledReturnOf(order: TrackedOrder): TrackingView["cancelledReturn"] {
  if (order.returnState === null) return null;
  return isReturning(order) ? "under_way" : "returned";
}

/** How long the page still waits for a photo, which may come after what it shows; null when it does not. */
function photosAwaitedMs(order: TrackedOrder, now: Date): number | null {
  const own = ownStop(order);
  const endedAt = own === undefined ? null : ownEnd(own);
  if (own === undefined || endedAt === null || order.photos.length > 0) return null;
  if (!own.asksPhoto && own.resolution !== "leave") return null;
  const leftMs = endedAt.getTime() + PHOTO_AWAITED_MS - now.getTime();
  return leftMs > 0 ? leftMs : null;
}

/** The dropoffs that are still to come, in the order in which the courier goes to them. */
function visitsOf({ dropoffs }: Pick<TrackedOrder, "dropoffs">): number[] {
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
 * How long a view stays right unless something happens: as long as its position counts as recent, a planned time has
 * not come, and the arrival is expected in the same window.
 */
export function viewLastsMs(told: TrackedOrder, now: Date): number {
  const order = withBelievedArrivals(told, now);
  const endedAt = endOf(order);
  const journey = endedAt === null ? journeyOf(order, now) : null;
  const visit = journey?.visits.indexOf(order.dropoff ?? lastVisit(order)) ?? -1;
  const awaitedMs = photosAwaitedMs(order, now);
  const moments = [
    order.deliveryTime?.getTime(),
    awaitedMs && now.getTime() + awaitedMs,
    endedAt && endedAt.getTime() + OUTCOME_ONLY_AFTER_MS,
    ...FRESHNESS_LIMITS_MS.map((ageMs) => told.position && told.position.recordedAt.getTime() + ageMs),
    told.position && told.position.receivedAt.getTime() + POSITION_FRESHNESS_MS,
    journey && visit !== -1 && now.getTime() + windowLastsMs(now, secondsUntil(journey, visit)),
  ];
  return Math.min(
    ...moments.flatMap((moment) =>
      typeof moment === "number" && moment > now.getTime() ? [moment - now.getTime()] : [],
    ),
  );
}

function firstNameOnly(courier: TrackedOrder["courier"]): TrackedOrder["courier"] {
  return courier && { ...courier, name: courier.name.trim().split(/\s+/)[0] ?? courier.name };
}

/** The history as this link's reader has it: their own dropoff ends with its own handover, or with what became of it. */
function historyOf(order: TrackedOrder, phase: Phase): readonly Milestone[] {
  const own = ownStop(order);
  // Who was assigned before is of no use to the reader: the next step is that somebody is.
  if (phase === "replacing") return order.history.filter(({ status }) => status !== "assigned");
  const back = order.returnedAt === null ? [] : [{ status: "returned" as const, at: order.returnedAt }];
  if (own === undefined) {
    const isOnlyReturned = phase === "returned" || phase === "going_back";
    const told = isOnlyReturned ? withoutEnd(order.history) : order.history;
    return inTime([...told, ...(phase === "delivered" ? [] : back)]);
  }
  const { failedAt, deliveredAt } = own;
  if (deliveredAt !== null) {
    const ended = order.dropoff === null ? order.history : [];
    const last = ended.find(({ status }) => status === "delivered");
    return [...withoutEnd(order.history), last ?? { status: "delivered", at: deliveredAt }];
  }
  if (phase === "cancelled") return inTime([...order.history, ...back]);
  if (failedAt === null) return order.history;
  const told = withoutEnd(order.history);
  if (phase === "left") return [...told, { status: "left", at: failedAt }];
  return [...told, { status: "failed", at: failedAt }, ...(phase === "returned" ? back : [])];
}

function withoutEnd(history: TrackedOrder["history"]): TrackedOrder["history"] {
  return history.filter(({ status }) => status !== "delivered" && status !== "cancelled");
}

function inTime(milestones: readonly Milestone[]): readonly Milestone[] {
  return milestones.toSorted((a, b) => a.at.getTime() - b.at.getTime());
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

/** A journey whose legs lead to the dropoffs that are still to come. */
interface Visiting extends Journey {
  /** The dropoff that each leg leads to. */
  readonly visits: readonly number[];
}

/** What arrivals are reckoned from; null without a position of the last five minutes. */
function journeyOf(order: TrackedOrder, now: Date): Visiting | null {
  const position = positionOf(order, now);
  if (position === null || freshnessOf(position.recordedAt, now) === "stale") return null;
  const visits = visitsOf(order);
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

/** The route to a dropoff: as driven, or a straight line when another one than usual comes before it. */
function legTo(
  { legs, dropoffs }: TrackedOrder,
  dropoff: number,
  before: number | undefined,
): TrackedOrder["legs"][number] {
  const leg = legs[dropoff] ?? { path: [], durationSeconds: 0 };
  const [from, to] = [dropoffs[before ?? -1], dropoffs[dropoff]];
  if (before === dropoff - 1 || from === undefined || to === undefined) return leg;
  const [straight] = estimateTrip({ pickup: from, dropoffs: [to], routingMode: "sequential" });
  return { path: [from, to], durationSeconds: straight?.durationSeconds ?? 0 };
}

/** The dropoff that the courier comes to last. */
function lastVisit(order: TrackedOrder): number {
  return visitsOf(order).at(-1) ?? order.dropoffs.length - 1;
}

/**
 * When the courier may be expected at each dropoff, in their order: null for one that has been handed over or given
 * up. Null altogether while nobody is on the way, or nobody knows where they are.
 */
export function arrivalsOf(told: TrackedOrder, now: Date): (ArrivalWindow | null)[] | null {
  const order = withBelievedArrivals(told, now);
  const isActive = order.status === "assigned" || order.status === "in_progress";
  const journey = isActive ? journeyOf(order, now) : null;
  if (journey === null) return null;
  return order.dropoffs.map((_, dropoff) => {
    const index = journey.visits.indexOf(dropoff);
    return index === -1 ? null : arrivalWindow(now, secondsUntil(journey, index));
  });
}

/** The arrival at a dropoff, or at the last one for a whole order. */
function reckon(order: TrackedOrder, target: number | null, now: Date): Reckoned | null {
  const journey = journeyOf(order, now);
  if (journey === null) return null;
  const dropoff = target ?? lastVisit(order);
  const seconds = secondsUntil(journey, journey.visits.indexOf(dropoff));
  const arrival = arrivalWindow(now, seconds);
  const isFirstTry = order.dropoffs.every(({ attempts }) => attempts === 0);
  // A second try was never planned.
  const pickedUpAt = isFirstTry && order.history.find(({ status }) => status === "in_progress")?.at;
  const planned = pickedUpAt && plannedWindow(pickedUpAt, order.legs, dropoff, order.speed);
  return {
    seconds,
    courier: journey.courier,
    arrival,
    wasArrival: planned && isLate(planned, arrival) ? planned : null,
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
  const settled = settledPhase(order);
  if (settled !== null) return settled;
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

const OWN_PHASES = { done: "delivered", left: "left", asked: "undecided" } as const;

/** What has become of the reader's own dropoff, or of all of them; null while the courier may still come. */
function settledPhase(order: TrackedOrder): Phase | null {
  const backPhase = order.returnState === "returned" ? "returned" : "going_back";
  const own = ownStop(order);
  if (own !== undefined) {
    const fate = fateOf(own);
    if (fate === "back") return backPhase;
    if (fate === "open" || (fate === "asked" && order.status === "cancelled")) return null;
    return OWN_PHASES[fate];
  }
  const fates = order.dropoffs.map(fateOf);
  if (fates.every((fate) => fate === "back")) return backPhase;
  if (fates.includes("open") || order.status === "cancelled") return null;
  if (fates.includes("asked")) return "undecided";
  if (!fates.includes("back")) return order.status === "delivered" ? "delivered" : null;
  return order.status === "delivered" ? "partly" : "going_back";
}

function phaseOnTheWay(
  order: TrackedOrder,
  target: number | null,
  reckoned: Reckoned | null,
  mayFollow: boolean,
): Phase {
  const own = target === null ? undefined : order.dropoffs[target];
  if (own !== undefined && own.attempts > 0 && !mayFollow) return "again";
  if (own === undefined || !mayFollow) return "in_progress";
  if (own.arrivedAt !== null) return "here";
  if (reckoned === null) return "in_progress";
  // A simulated courier has the same way to go as a real one, only less time.
  const isSoon = isNear(reckoned.courier, own, reckoned.seconds * order.speed);
  return isSoon ? "near" : "in_progress";
}

function stopsOf(order: TrackedOrder, next: number | null): StopView[] {
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
      state: dropoffState(order, stop, index === next, isAlone || index === own),
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

function dropoffState(
  order: TrackedOrder,
  stop: TrackedStop,
  isNext: boolean,
  isOwn: boolean,
): StopView["state"] {
  const fate = fateOf(stop);
  if (fate === "done") return "done";
  // That something stands at a door is for nobody else to know.
  if (fate === "left") return isOwn ? "left" : "done";
  if (fate === "back") return order.returnState === "returned" ? "returned" : "failed";
  if (order.status === "delivered") return "done";
  if (order.status === "cancelled") return "cancelled";
  if (fate === "asked") return "failed";
  if (order.status !== "in_progress" || !isNext) return "waiting";
  return stop.arrivedAt === null ? "next" : "here";
}

function drawingOf(
  order: TrackedOrder,
  seen: TrackedOrder["position"],
  target: number | null,
  next: number | null,
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
          isDone: fateOf(stop) !== "open",
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
  return { ...point(stop), number: index + 1, isDone: fateOf(stop) !== "open" };
}
