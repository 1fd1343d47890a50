import type { ShopBranding } from "@/lib/accounts/shop-identity";
import { FRESHNESS_LIMITS_MS, POSITION_FRESHNESS_MS } from "@/lib/couriers/freshness";
import { toPickupTime } from "@/lib/dispatch/order-plan";
import { MINUTE_MS } from "@/lib/duration";
import { SUGGESTED_REASONS, type SuggestedReason } from "@/lib/orders/cancellation";
import type { DeliveryWindow } from "@/lib/orders/delivery-window";
import { FEEDBACK_OPEN_MS } from "@/lib/orders/feedback/feedback";
import type { FailureCode, OrderStatus } from "@/lib/orders/order";
import type { PaymentType } from "@/lib/orders/stop-fields";
import type { ArrivalWindow } from "@/lib/tracking/arrivals/arrival-window";
import { findShownArrivals } from "@/lib/tracking/arrivals/find-shown-arrivals";
import type { FormerWindow } from "@/lib/tracking/arrivals/shown-arrival";
import { buildMapView, isAtOtherDoor } from "@/lib/tracking/build-map-view";
import { dropoffEndedAt, dropoffOutcome, isReturning, viewerDropoff } from "@/lib/tracking/dropoff-outcome";
import {
  estimateArrival,
  estimateTtlMs,
  lastVisit,
  reconcileArrivals,
  remainingDropoffs,
  toEtaInput,
  toPosition,
} from "@/lib/tracking/estimate-arrival";
import { secondsUntil } from "@/lib/tracking/eta";
import { findViewerWindow } from "@/lib/tracking/find-viewer-window";
import { findPlannedArrival, getPhase, isWaiting, NEAR, type Phase } from "@/lib/tracking/phase";
import { buildRecipientView, type RecipientView } from "@/lib/tracking/recipient-view";
import { buildStopViews, type StopView } from "@/lib/tracking/stop-view";
import type { DoorDetail, TrackedOrder, TrackedStop } from "@/lib/tracking/tracked-order";
import type { TrackingMapView } from "@/lib/tracking/tracking-map-view";

export interface Milestone {
  readonly status: OrderStatus | "failed" | "left" | "returned";
  readonly at: Date;
}

export interface TrackingView extends RecipientView {
  readonly orderCode: string;
  readonly isTest: boolean;
  readonly shop: ShopBranding;
  readonly phase: Phase;
  readonly isOverview: boolean;
  readonly isFinal: boolean;
  /** A day after the end, only the outcome is shown. */
  readonly isOutcomeOnly: boolean;
  readonly scheduledFor: Date | null;
  /** The reader's delivery window, until a courier has accepted the order. */
  readonly deliveryWindow: DeliveryWindow | null;
  /** About when a courier is planned to collect the order. */
  readonly pickupAt: Date | null;
  readonly endedAt: Date | null;
  readonly history: readonly Milestone[];
  readonly failure: FailureCode | null;
  readonly isSecondTry: boolean;
  readonly cancelledReturn: "under_way" | "returned" | null;
  readonly cancelledBy: TrackedOrder["cancelledBy"];
  readonly cancelReason: SuggestedReason | null;
  readonly code: string | null;
  /** The maximum number of attempts was reached without an override. */
  readonly isCodeBlocked: boolean;
  readonly signerName: string | null;
  readonly broughtBy: string | null;
  readonly given: readonly DoorDetail[] | null;
  /** In RUB, while a courier may still come to the door. */
  readonly buyout: { readonly rubles: number; readonly type: PaymentType } | null;
  readonly photos: TrackedOrder["photos"];
  readonly arrival: ArrivalWindow | null;
  /** The earlier window, when the arrival has become more than five minutes later. */
  readonly wasArrival: FormerWindow | null;
  /** Estimated from the newest position, inside the window. */
  readonly minutes: number | null;
  /** Since when the courier waits for the goods, from three minutes on. */
  readonly packingMinutes: number | null;
  readonly metersToNext: number | null;
  readonly stopsBefore: number;
  readonly courier: TrackedOrder["courier"];
  /** Null when unknown or when the reader may not follow the courier. */
  readonly seenAt: Date | null;
  readonly isTakenOver: boolean;
  /** The courier is hidden, because their position would show another recipient's door. */
  readonly isAtOtherDoor: boolean;
  /** Whether or not the position is known. */
  readonly mayFollow: boolean;
  readonly stops: readonly StopView[];
  readonly drawing: TrackingMapView | null;
}

const OUTCOME_ONLY_AFTER_MS = FEEDBACK_OPEN_MS;

const GONE_AFTER_MS = 30 * OUTCOME_ONLY_AFTER_MS;

/** Couriers' phones upload photos when they have a network. */
const PHOTO_AWAITED_MS = 15 * 60_000;

/** Null while goods of the order are being returned. */
export function findEndedAt(order: TrackedOrder): Date | null {
  const own = order.dropoff === null ? null : dropoffEndedAt(order.dropoffs[order.dropoff]);
  if (own !== null) return own;
  const isOver = order.status === "delivered" || order.status === "cancelled";
  const last = order.history.at(-1);
  if (!isOver || last === undefined || (order.dropoff === null && isReturning(order))) return null;
  const backAt = order.dropoff === null ? (order.returnedAt?.getTime() ?? 0) : 0;
  return new Date(Math.max(last.at.getTime(), backAt));
}

/** A link ends 30 days after its delivery. */
export function isLinkExpired(endedAt: Date | null, now: Date): boolean {
  return endedAt !== null && now.getTime() - endedAt.getTime() >= GONE_AFTER_MS;
}

/** Null for a reason in the shop's own words, which are internal. */
const findShownReason = ({ cancelledBy, cancelReason }: TrackedOrder): SuggestedReason | null =>
  SUGGESTED_REASONS.find((code) => cancelledBy === "shop" && code === cancelReason) ?? null;

/** A courier who takes goods over accepts the order when they have them, and until then goes to the former courier. */
function withoutNextCourier(order: TrackedOrder): TrackedOrder {
  return order.takeover === null ? order : { ...order, courier: null, position: null };
}

export function trackingView(tracked: TrackedOrder, now: Date): TrackingView {
  const order = withoutNextCourier(reconcileArrivals(tracked, now));
  const endedAt = findEndedAt(order);
  const visits = remainingDropoffs(order);
  const next = visits[0] ?? null;
  const target = order.dropoff ?? (order.dropoffs.length === 1 ? 0 : null);
  const own = viewerDropoff(order);
  const isUnderWay = endedAt === null && (order.status === "assigned" || order.status === "in_progress");
  // A courier who returns goods or waits for a decision does not come to the reader's door.
  const isExpected = isUnderWay && (own === undefined ? next !== null : dropoffOutcome(own) === "open");
  const mayCall = isExpected || (isUnderWay && own !== undefined && dropoffOutcome(own) === "asked");
  const visit = target === null ? -1 : visits.indexOf(target);
  const stopsBefore = target === null || visit === -1 ? 0 : visit + (order.othersBefore[target] ?? 0);
  const mayFollow =
    isExpected &&
    order.isNext &&
    (order.dropoff === null || (order.status === "in_progress" && order.dropoff === next));
  const position = mayFollow ? toPosition(order, now) : null;
  const isHidden =
    position !== null &&
    (order.isAtStopOfOthers || (target !== null && isAtOtherDoor(order, position, target)));
  const seen = isHidden ? null : position;
  const estimate = isExpected ? estimateArrival(order, target, now) : null;
  const shown = estimate && (findShownArrivals(order, now)?.[target ?? lastVisit(order)] ?? null);
  const isOutcomeOnly = endedAt !== null && now.getTime() - endedAt.getTime() >= OUTCOME_ONLY_AFTER_MS;
  const phase = getPhase(order, target, mayFollow, now);
  const isOnTheWay = phase === "in_progress";
  const metersToNext = mayFollow && !isHidden ? (estimate?.metersToNext ?? null) : null;
  const cancelledReturn = phase === "cancelled" ? findCancelledReturn(order) : null;
  const plannedArrival = findPlannedArrival(order, now);
  const isReturnTold = phase === "going_back" || cancelledReturn === "under_way";
  return {
    orderCode: order.orderCode,
    isTest: order.isTest,
    shop: order.shop,
    phase,
    isOverview: own === undefined,
    isFinal: endedAt !== null && !isReturnTold && photosAwaitedMs(order, now) === null,
    isOutcomeOnly,
    scheduledFor: isWaiting(order) ? order.deliveryTime : null,
    deliveryWindow: isWaiting(order) ? findViewerWindow(order) : null,
    pickupAt: plannedArrival && toPickupTime(plannedArrival),
    endedAt,
    history: buildMilestones(order, phase),
    ...(own === undefined || isOutcomeOnly
      ? WITHOUT_OWN
      : buildOwnDropoffView(order, own, isExpected, endedAt === null && order.status !== "cancelled")),
    isSecondTry: isExpected && own !== undefined && own.attempts > 0,
    cancelledReturn,
    ...buildRecipientView(order, phase, now),
    cancelledBy: order.cancelledBy,
    cancelReason: findShownReason(order),
    arrival: shown?.shown ?? null,
    wasArrival: shown?.former ?? null,
    minutes: estimate && shown && isExpectedIn(shown.shown, now, estimate.seconds) ? estimate.minutes : null,
    packingMinutes: phase === "at_pickup" ? findPackingMinutes(order, now) : null,
    // A single fix may be wrong: this close, the phase would be near by two.
    metersToNext: metersToNext === null || (isOnTheWay && metersToNext <= NEAR.meters) ? null : metersToNext,
    stopsBefore: isExpected ? stopsBefore : 0,
    courier: mayCall ? firstNameOnly(order.courier) : null,
    seenAt: seen?.recordedAt ?? null,
    isTakenOver: isExpected && order.takeover !== null,
    isAtOtherDoor: isHidden,
    // At a stop, a courier without a known position need not be followed.
    mayFollow: mayFollow && !isHidden && (seen !== null || !(phase === "here" || phase === "at_pickup")),
    stops: isOutcomeOnly ? [] : buildStopViews(order, next),
    drawing: isDrawn(order, endedAt, isExpected) ? buildMapView(order, seen, target, next, now) : null,
  };
}

const WITHOUT_OWN = {
  failure: null,
  code: null,
  isCodeBlocked: false,
  signerName: null,
  broughtBy: null,
  given: null,
  buyout: null,
  photos: [],
} as const;

function buildOwnDropoffView(
  order: TrackedOrder,
  own: TrackedStop,
  isExpected: boolean,
  isOpen: boolean,
): Pick<TrackingView, keyof typeof WITHOUT_OWN> {
  const isOver = dropoffOutcome(own) !== "open";
  return {
    failure: own.failureCode,
    code: isExpected && order.courier !== null && own.needsCode ? order.code : null,
    isCodeBlocked: isExpected && order.courier !== null && own.isCodeBlocked,
    signerName: own.deliveredAt === null ? null : own.signerName,
    // With several dropoffs, another courier may have delivered this one.
    broughtBy:
      own.deliveredAt === null || order.dropoffs.length > 1
        ? null
        : (firstNameOnly(order.courier)?.name ?? null),
    given: isOpen && !isOver ? own.given : null,
    buyout:
      isOpen && !isOver && own.buyoutRubles !== null
        ? { rubles: own.buyoutRubles, type: own.paymentType }
        : null,
    photos: isOver ? order.photos : [],
  };
}

const isExpectedIn = ({ from, to }: ArrivalWindow, now: Date, seconds: number): boolean => {
  const at = now.getTime() + seconds * 1000;
  return at >= from.getTime() && at <= to.getTime();
};

const PACKING_AFTER_MINUTES = 3;

function findPackingMinutes({ arrivedAtPickup }: TrackedOrder, now: Date): number | null {
  if (arrivedAtPickup === null) return null;
  const minutes = Math.floor((now.getTime() - arrivedAtPickup.getTime()) / MINUTE_MS);
  return minutes >= PACKING_AFTER_MINUTES ? minutes : null;
}

function isDrawn(order: TrackedOrder, endedAt: Date | null, isExpected: boolean): boolean {
  return endedAt === null && (isExpected || order.status === "new");
}

function findCancelledReturn(order: TrackedOrder): TrackingView["cancelledReturn"] {
  if (order.returnState === null) return null;
  return isReturning(order) ? "under_way" : "returned";
}

/** Photos may arrive after the handover; null when none is awaited. */
function photosAwaitedMs(order: TrackedOrder, now: Date): number | null {
  const own = viewerDropoff(order);
  const endedAt = own === undefined ? null : dropoffEndedAt(own);
  if (own === undefined || endedAt === null || order.photos.length > 0) return null;
  if (!own.asksPhoto && own.resolution !== "leave") return null;
  const leftMs = endedAt.getTime() + PHOTO_AWAITED_MS - now.getTime();
  return leftMs > 0 ? leftMs : null;
}

/** The view changes when its position ages, a planned time passes, or the arrival window moves. */
export function viewTtlMs(tracked: TrackedOrder, now: Date): number {
  const order = reconcileArrivals(tracked, now);
  const endedAt = findEndedAt(order);
  const journey = endedAt === null ? toEtaInput(order, now) : null;
  const target = order.dropoff ?? lastVisit(order);
  const visit = journey?.visits.indexOf(target) ?? -1;
  const shown = findShownArrivals(order, now)?.[target]?.shown;
  const leftMs = journey && secondsUntil(journey, visit) * 1000;
  const awaitedMs = photosAwaitedMs(order, now);
  const moments = [
    order.deliveryTime?.getTime(),
    ...order.dropoffs.map(({ deliveryWindow }) => deliveryWindow?.to.getTime()),
    order.planned?.validUntil.getTime(),
    order.readyAt?.getTime(),
    order.windowOpenUntil?.getTime(),
    awaitedMs && now.getTime() + awaitedMs,
    endedAt && endedAt.getTime() + OUTCOME_ONLY_AFTER_MS,
    ...FRESHNESS_LIMITS_MS.map((ageMs) => tracked.position && tracked.position.recordedAt.getTime() + ageMs),
    tracked.position && tracked.position.receivedAt.getTime() + POSITION_FRESHNESS_MS,
    journey && now.getTime() + estimateTtlMs(tracked, now),
    // When the expected arrival enters and leaves the shown window.
    shown && leftMs !== null && shown.from.getTime() - leftMs,
    shown && leftMs !== null && shown.to.getTime() - leftMs + 1,
    order.status === "assigned" && order.arrivedAtPickup && nextMinute(order.arrivedAtPickup, now),
  ];
  return Math.min(
    ...moments.flatMap((moment) =>
      typeof moment === "number" && moment > now.getTime() ? [moment - now.getTime()] : [],
    ),
  );
}

function nextMinute(since: Date, now: Date): number {
  return now.getTime() + MINUTE_MS - ((now.getTime() - since.getTime()) % MINUTE_MS);
}

function firstNameOnly(courier: TrackedOrder["courier"]): TrackedOrder["courier"] {
  return courier && { ...courier, name: courier.name.trim().split(/\s+/)[0] ?? courier.name };
}

/** A dropoff's history ends with its handover or its outcome. */
function buildMilestones(order: TrackedOrder, phase: Phase): readonly Milestone[] {
  const own = viewerDropoff(order);
  // Earlier assignments do not matter: the next step is a courier's acceptance.
  if (phase === "new" || phase === "planned" || phase === "replacing")
    return order.history.filter(({ status }) => status !== "assigned");
  const back = order.returnedAt === null ? [] : [{ status: "returned" as const, at: order.returnedAt }];
  if (own === undefined) {
    const isOnlyReturned = phase === "returned" || phase === "going_back";
    const notified = isOnlyReturned ? withoutEnd(order.history) : order.history;
    return sortByTime([...notified, ...(phase === "delivered" ? [] : back)]);
  }
  const { failedAt, deliveredAt } = own;
  if (deliveredAt !== null) {
    const ended = order.dropoff === null ? order.history : [];
    const last = ended.find(({ status }) => status === "delivered");
    return [...withoutEnd(order.history), last ?? { status: "delivered", at: deliveredAt }];
  }
  if (phase === "cancelled") return sortByTime([...order.history, ...back]);
  if (failedAt === null) return order.history;
  const notified = withoutEnd(order.history);
  if (phase === "left") return [...notified, { status: "left", at: failedAt }];
  return [...notified, { status: "failed", at: failedAt }, ...(phase === "returned" ? back : [])];
}

function withoutEnd(history: TrackedOrder["history"]): TrackedOrder["history"] {
  return history.filter(({ status }) => status !== "delivered" && status !== "cancelled");
}

function sortByTime(milestones: readonly Milestone[]): readonly Milestone[] {
  return milestones.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
