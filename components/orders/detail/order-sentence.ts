import type { useTranslations } from "next-intl";
import {
  countHandedOver,
  findNextStopIndex,
  type OrderPageView,
  type StopState,
} from "@/components/orders/detail/order-state";
import { isCourierStale } from "@/lib/couriers/freshness";
import { isSuggestedReason } from "@/lib/orders/cancellation";
import type { WindowText } from "@/lib/orders/delivery-window";
import { isScheduled } from "@/lib/orders/is-scheduled";
import { greatCircleMeters } from "@/lib/routing/geo";

export interface SentenceFormatter {
  readonly t: ReturnType<typeof useTranslations<"order">>;
  /** `14:25–14:35` */
  readonly window: (from: string, to: string) => string;
  /** `14:25–14:35` on the day of `now`, otherwise with the date. */
  readonly windowOrDay: (window: WindowText) => string;
  /** `14:25` */
  readonly clock: (at: string) => string;
  /** `14:25` on the day of `now`, otherwise with the date. */
  readonly time: (at: string) => string;
  /** With its preposition: `at 2:25 PM`. */
  readonly when: (at: string) => string;
  readonly isToday: (at: string) => boolean;
  readonly distance: (meters: number) => string;
  readonly age: (at: string, now: number) => string;
}

export interface StatusLine {
  /** `Arrives 2:25–2:35 PM` */
  readonly title: string;
  /** Follows the title after a comma: `Daniil is 1.4 km from the recipient`. */
  readonly where: string | null;
  readonly note: string | null;
}

export function orderSentence(order: OrderPageView, saying: SentenceFormatter, now: number): StatusLine {
  if (order.wayBack?.state === "on_the_way") return goingBack(order, saying);
  switch (order.status) {
    case "new":
    case "assigned":
      return order.driver === null ? searching(order, saying, now) : coming(order, saying, now);
    case "in_progress":
      return coming(order, saying, now);
    case "delivered":
      return delivered(order, saying);
    case "cancelled":
      return cancelled(order, saying);
  }
}

export function courierName({ driver }: Pick<OrderPageView, "driver">): string {
  return driver?.name.trim().split(/\s+/)[0] ?? "";
}

const plain = (title: string, note: string | null = null): StatusLine => ({ title, where: null, note });

function searching(order: OrderPageView, saying: SentenceFormatter, now: number): StatusLine {
  const { t, time, when } = saying;
  const { status, readyAt, dispatchAt, timeline, plan } = order;
  const scheduled = formatScheduled(order, saying);
  if (order.resource.held_reason !== null) return plain(t("sentence.held"), t("sentence.held_note"));
  if (isScheduled({ status, dispatchAt, hasCourier: false }, now)) {
    const title =
      scheduled === null && readyAt !== null
        ? t("sentence.ready", { when: when(readyAt) })
        : t("sentence.scheduled", { time: scheduled ?? time(dispatchAt) });
    return plain(title, t("sentence.scheduled_waiting", { when: when(dispatchAt) }));
  }
  if (plan?.reason === null) return planned(order, plan.pickupAt, saying);
  // Undefined in a state that a process of the former release has sent.
  const reason = plan == null ? null : t(`sentence.unplanned.${plan.reason}`);
  const withReason = (note: string) => (reason === null ? note : `${reason} ${note}`);
  if (status === "assigned") return plain(t("sentence.replacing"), withReason(t("sentence.replacing_note")));
  const latest = timeline.findLast(({ type }) => type === "courier_not_found" || type === "driver_changed");
  const isNotFound = latest?.type === "courier_not_found";
  if (scheduled !== null) {
    const note = t(isNotFound ? "sentence.scheduled_not_found" : "sentence.scheduled_note");
    return plain(t("sentence.scheduled", { time: scheduled }), withReason(note));
  }
  const title = t(isNotFound ? "sentence.not_found" : "sentence.searching");
  return plain(title, withReason(t("sentence.searching_note")));
}

/** The time or window that was asked for; null for as soon as possible. */
function formatScheduled(
  { deliveryTime, deliveryWindow }: OrderPageView,
  { time, windowOrDay }: SentenceFormatter,
): string | null {
  if (deliveryWindow != null) return windowOrDay(deliveryWindow);
  return deliveryTime === null ? null : time(deliveryTime);
}

function planned(order: OrderPageView, pickupAt: string, saying: SentenceFormatter): StatusLine {
  const { t, clock } = saying;
  const title = t("sentence.planned", { time: clock(pickupAt) });
  const scheduled = formatScheduled(order, saying);
  if (scheduled === null) return plain(title, t("sentence.planned_note"));
  return plain(t("sentence.scheduled", { time: scheduled }), `${title}.`);
}

function coming(order: OrderPageView, saying: SentenceFormatter, now: number): StatusLine {
  const { t, window } = saying;
  const next = order.status === "in_progress" ? findNextStopIndex(order) : 1;
  const stop = order.stops[next];
  if (stop === undefined) return question(order, saying);
  const name = courierName(order);
  const place = { name, number: next, total: order.stops.length - 1 };
  if (order.status === "in_progress" && stop.arrivedAt !== null) {
    return plain(t("sentence.at_door", place), t("sentence.since", { time: saying.time(stop.arrivedAt) }));
  }
  const arrival = stop.dropoff?.arrival ?? null;
  const due = Date.parse(order.dueAt);
  const isLate = now > due || (arrival !== null && Date.parse(arrival.from) > due);
  const lateNote = isLate ? formatRequested(order, saying) : null;
  const where = formatWhereabouts(order, next, saying);
  const seen = seenNote(order, saying, now, arrival !== null);
  const note = [lateNote, seen].filter((part) => part !== null).join(" ") || null;
  if (arrival === null) {
    return plain(
      order.status === "in_progress" ? t("sentence.on_the_way", place) : whereToPickup(order, saying),
      note,
    );
  }
  const title = t(isLate ? "sentence.late" : "sentence.arrives", {
    ...place,
    window: window(arrival.from, arrival.to),
  });
  return { title, where, note };
}

/** The requested time of a late delivery. */
function formatRequested(order: OrderPageView, saying: SentenceFormatter): string {
  const { t, time, windowOrDay } = saying;
  const { deliveryTime, deliveryWindow, dueAt } = order;
  if (deliveryWindow != null) return t("sentence.late_window", { window: windowOrDay(deliveryWindow) });
  return deliveryTime === null
    ? t("sentence.late_due", { time: time(dueAt) })
    : t("sentence.late_note", { time: time(deliveryTime) });
}

function seenNote(
  { position, stops, status }: OrderPageView,
  { t, age }: SentenceFormatter,
  now: number,
  hasArrival: boolean,
): string | null {
  // A courier at the pickup does not move.
  if (status === "assigned" && stops[0]?.arrivedAt != null && hasArrival) return null;
  if (position === null) return t("sentence.unseen");
  const isOld = isCourierStale(position.updated_at, now);
  return t(isOld && !hasArrival ? "sentence.stale" : "sentence.seen", { age: age(position.updated_at, now) });
}

function whereToPickup(order: OrderPageView, { t }: SentenceFormatter): string {
  const name = courierName(order);
  if (order.stops[0]?.arrivedAt != null) return t("sentence.at_pickup", { name });
  return t(order.acceptedAt === null ? "sentence.offered" : "sentence.to_pickup", { name });
}

/** The courier's distance to the next stop; null when the position is unknown. */
function formatWhereabouts(order: OrderPageView, next: number, saying: SentenceFormatter): string | null {
  const { t, distance } = saying;
  const { position, status, stops, acceptedAt } = order;
  const name = courierName(order);
  const isBefore = status !== "in_progress";
  if (isBefore && stops[0]?.arrivedAt != null) return t("sentence.at_pickup", { name });
  if (isBefore && acceptedAt === null) return t("sentence.not_accepted", { name });
  const target = stops[isBefore ? 0 : next];
  if (position === null || target === undefined) return null;
  const notified = { name, distance: distance(greatCircleMeters(position, target.address)) };
  if (isBefore) return t("sentence.near_pickup", notified);
  return t(stops.length > 2 ? "sentence.near" : "sentence.near_recipient", notified);
}

const isOpen = ({ failure }: StopState): boolean => failure?.resolution === "ask";

function question(order: OrderPageView, { t }: SentenceFormatter): StatusLine {
  const index = order.stops.findIndex(isOpen);
  const failure = order.stops[index]?.failure ?? null;
  if (failure === null) return plain(t("sentence.ending", { name: courierName(order) }));
  const number = { number: index, total: order.stops.length - 1 };
  return plain(
    t("sentence.question"),
    t("sentence.question_note", { ...number, reason: t(`failures.${failure.reason}`) }),
  );
}

function goingBack(order: OrderPageView, { t, clock }: SentenceFormatter): StatusLine {
  const eta = order.wayBack?.eta ?? null;
  return {
    title: t("sentence.going_back", { name: courierName(order) }),
    where: eta === null ? null : t("sentence.back_at", { time: clock(eta) }),
    note: partly(order, t),
  };
}

function delivered(order: OrderPageView, { t, when }: SentenceFormatter): StatusLine {
  const { deliveredAt } = order;
  if (deliveredAt === null) return plain(t("sentence.delivered_plain"), partly(order, t));
  return plain(t("sentence.delivered", { when: when(deliveredAt) }), partly(order, t));
}

function cancelled(order: OrderPageView, { t }: SentenceFormatter): StatusLine {
  const title = t(order.wayBack?.state === "returned" ? "sentence.cancelled_returned" : "sentence.cancelled");
  const reason = order.cancellation?.reason ?? null;
  const notified = reason === null ? null : formatReason(reason, t);
  const parts = [notified === null ? null : `${notified.replace(/[.!?…]+$/, "")}.`, partly(order, t)];
  return plain(title, parts.filter((part) => part !== null).join(" ") || null);
}

export function formatReason(reason: string, t: SentenceFormatter["t"]): string {
  if (reason === "unspecified" || reason === "undeliverable") return t(`reasons.${reason}`);
  return isSuggestedReason(reason) ? t(`reasons.${reason}`) : reason;
}

function partly(order: OrderPageView, t: SentenceFormatter["t"]): string | null {
  const [count, total] = [countHandedOver(order), order.stops.length - 1];
  return count === 0 || count === total ? null : t("sentence.partly", { count, total });
}
