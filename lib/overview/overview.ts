import { STALE_AFTER_MS } from "@/lib/board/board";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/orders/order";
import { type Kopecks, kopecks } from "@/lib/pricing/money";

const MINUTE_MS = 60_000;

/** How long after its delivery_time an order still counts as on time. */
export const AFTER_DELIVERY_TIME_MS = 10 * MINUTE_MS;

/** What an order without a delivery_time is given besides its trip: to find a courier, who comes and picks up. */
export const BESIDES_TRIP_MS = 40 * MINUTE_MS;

/** When an order was or is to be at the door. */
export interface Promised {
  readonly createdAt: Date;
  readonly deliveryTime: Date | null;
  /** Of the trip, as it was routed. */
  readonly durationSeconds: number;
}

/** The last instant at which a delivery is on time. `store.ts` says the same in SQL, which a test holds. */
export function dueAt({ createdAt, deliveryTime, durationSeconds }: Promised): Date {
  if (deliveryTime !== null) return new Date(deliveryTime.getTime() + AFTER_DELIVERY_TIME_MS);
  return new Date(createdAt.getTime() + durationSeconds * 1000 + BESIDES_TRIP_MS);
}

/** An order that has not ended, with what may be wrong with it. */
export interface RunningOrder extends Promised {
  readonly code: string;
  readonly externalOrderId: string;
  readonly status: OrderStatus;
  /** Since when a courier is looked for, or from when on one will be. */
  readonly searchedSince: Date;
  readonly courierName: string | null;
  /** When its courier was heard of last. */
  readonly heardAt: Date | null;
}

export type OrderTrouble = "late" | "no_courier" | "courier_silent";

/**
 * What somebody should look at in an order that has not ended, the worst first.
 *
 * @param notFoundAfterSeconds how long a courier may be looked for before somebody should
 */
export function troublesOf(order: RunningOrder, now: Date, notFoundAfterSeconds: number): OrderTrouble[] {
  const passed = (since: Date) => now.getTime() - since.getTime();
  const troubles: OrderTrouble[] = [];
  if (passed(dueAt(order)) > 0) troubles.push("late");
  if (order.courierName === null) {
    if (passed(order.searchedSince) >= notFoundAfterSeconds * 1000) troubles.push("no_courier");
  } else if (order.heardAt === null || passed(order.heardAt) >= STALE_AFTER_MS) {
    troubles.push("courier_silent");
  }
  return troubles;
}

/** What came of the orders that were placed on one day. */
export interface DayNumbers {
  /** Such as 2026-11-21. */
  readonly date: string;
  readonly byStatus: Readonly<Record<OrderStatus, number>>;
  /** Of those that were delivered. */
  readonly onTime: number;
  /** Of those that have not ended: the ones that can no longer be on time. */
  readonly overdue: number;
  /** From the order to the door, of those delivered that had no delivery_time; null when there are none. */
  readonly meanSeconds: number | null;
  /** The prices of those that were not cancelled. */
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

/** How many of a day's orders were on time or late; one that is late already need not be delivered to count. */
export function decidedOn({ byStatus, overdue }: DayNumbers): number {
  return byStatus.delivered + overdue;
}

/** Which part of those was on time, 0 to 1; null when there were none. */
export function onTimeShare(day: DayNumbers): number | null {
  const decided = decidedOn(day);
  return decided === 0 ? null : day.onTime / decided;
}

/** What has come of the orders of a day, or that nothing has yet. */
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

/** What an account has done first of all, in the order in which it is asked to. */
export const FIRST_STEPS = ["key", "quote", "order", "webhook"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Which of the first steps is done. An account that has ordered has been told a price. */
export type FirstSteps = Readonly<Record<FirstStep, boolean>>;
