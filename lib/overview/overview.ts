import { STALE_AFTER_MS } from "@/lib/board/board";
import { dueAt, type Promised } from "@/lib/orders/due-at";
import { type FailureCode, ORDER_STATUSES, type OrderStatus, type ReturnState } from "@/lib/orders/order";
import { type Kopecks, kopecks } from "@/lib/pricing/money";

/** An order that has not ended, or whose goods still come back, with its possible problems. */
export interface RunningOrder extends Promised {
  readonly code: string;
  readonly externalOrderId: string;
  readonly status: OrderStatus;
  /** When the search for a courier began, or will begin. */
  readonly searchedSince: Date;
  readonly courierName: string | null;
  /** When its courier last sent a signal. */
  readonly heardAt: Date | null;
  /** The open question about a dropoff that has to be answered first; null when there is none. */
  readonly question: OpenQuestion | null;
  readonly returnState: ReturnState | null;
  /** When its latest dropoff failed; null when none has. */
  readonly failedAt: Date | null;
}

/** A dropoff that could not be handed over, about which somebody has to say what becomes of its goods. */
export interface OpenQuestion {
  /** Counted from 1. */
  readonly dropoff: number;
  readonly reason: FailureCode;
  readonly answerUntil: Date;
}

export type OrderTrouble = "question" | "returning" | "late" | "no_courier" | "courier_silent";

/**
 * The problems of an open order that need attention, worst first.
 *
 * @param notFoundAfterSeconds how long a search may take before it needs attention
 */
export function troublesOf(order: RunningOrder, now: Date, notFoundAfterSeconds: number): OrderTrouble[] {
  const passed = (since: Date) => now.getTime() - since.getTime();
  const troubles: OrderTrouble[] = [];
  if (order.question !== null) troubles.push("question");
  if (isReturning(order)) troubles.push("returning");
  // What comes back is no longer late, and has its courier.
  if (order.status === "cancelled" || order.returnState === "on_the_way") return troubles;
  if (passed(dueAt(order)) > 0) troubles.push("late");
  if (order.courierName === null) {
    if (passed(order.searchedSince) >= notFoundAfterSeconds * 1000) troubles.push("no_courier");
  } else if (order.heardAt === null || passed(order.heardAt) >= STALE_AFTER_MS) {
    troubles.push("courier_silent");
  }
  return troubles;
}

const isReturning = ({ returnState }: RunningOrder): boolean =>
  returnState === "pending" || returnState === "on_the_way";

/**
 * Orders by what needs attention first: open questions by their deadlines, then goods that have to come back, then the
 * rest, each oldest first.
 */
export function byUrgency(a: RunningOrder, b: RunningOrder): number {
  const rank = (order: RunningOrder) => (order.question !== null ? 0 : isReturning(order) ? 1 : 2);
  const since = (order: RunningOrder) => order.question?.answerUntil ?? order.createdAt;
  return rank(a) - rank(b) || since(a).getTime() - since(b).getTime();
}

/** The outcome of the orders placed on one day. */
export interface DayNumbers {
  /** Such as 2026-11-21. */
  readonly date: string;
  readonly byStatus: Readonly<Record<OrderStatus, number>>;
  /** Among the delivered ones. */
  readonly onTime: number;
  /** Among the open ones: those that can no longer be on time. */
  readonly overdue: number;
  /** From order to door, among those delivered without a delivery_time; null when there are none. */
  readonly meanSeconds: number | null;
  /** Total price of those not cancelled. */
  readonly spent: Kopecks;
}

/** A day on which nothing was ordered. */
export function emptyDay(date: string): DayNumbers {
  const byStatus = { new: 0, assigned: 0, in_progress: 0, delivered: 0, cancelled: 0 };
  return { date, byStatus, onTime: 0, overdue: 0, meanSeconds: null, spent: kopecks(0) };
}

/** How many orders were placed on a day. */
export function placedOn({ byStatus }: DayNumbers): number {
  return ORDER_STATUSES.reduce((sum, status) => sum + byStatus[status], 0);
}

/** How many of a day's orders were on time or late; an overdue one counts before it is delivered. */
export function decidedOn({ byStatus, overdue }: DayNumbers): number {
  return byStatus.delivered + overdue;
}

/** The share of those that was on time, 0 to 1; null when there were none. */
export function onTimeShare(day: DayNumbers): number | null {
  const decided = decidedOn(day);
  return decided === 0 ? null : day.onTime / decided;
}

/** Outcomes of a day's orders, including none yet. */
export const OUTCOMES = ["on_time", "late", "cancelled", "running"] as const;
export type DeliveryOutcome = (typeof OUTCOMES)[number];

export function outcomesOf(day: DayNumbers): Record<DeliveryOutcome, number> {
  const { byStatus, onTime, overdue } = day;
  return {
    on_time: onTime,
    late: decidedOn(day) - onTime,
    cancelled: byStatus.cancelled,
    running: byStatus.new + byStatus.assigned + byStatus.in_progress - overdue,
  };
}

/** A new account's first steps, in the order they are suggested. */
export const FIRST_STEPS = ["key", "quote", "order", "webhook"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Which first steps are done. An account that has ordered has seen a price. */
export type FirstSteps = Readonly<Record<FirstStep, boolean>>;
