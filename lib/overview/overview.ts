import { STALE_AFTER_MS } from "@/lib/board/board";
import { dueAt, type Promised } from "@/lib/orders/due-at";
import type { FailureCode, OrderStatus, ReturnState } from "@/lib/orders/order";
import { type Kopecks, kopecks } from "@/lib/pricing/money";

/**
 * An order that has not ended, or whose goods still come back, or whose recipient has told of a problem, with all that
 * may be wrong with it.
 */
export interface IssueSource extends Promised {
  readonly id: bigint;
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
  /** When a recipient first told of a problem that is still open; null when none has. */
  readonly problemAt: Date | null;
  /** In the recipient's words. */
  readonly problemText: string | null;
  /** How many couriers have declined it since the search began. */
  readonly refusals: number;
  /** Where it goes in the end, or where something is the matter, and who waits there. */
  readonly street: string;
  readonly building: string;
  readonly recipient: string | null;
}

/** An endpoint that gets no events, since it fails or was turned off for failing. */
export interface FailingEndpoint {
  readonly id: string;
  readonly host: string;
  readonly since: Date;
  readonly isOff: boolean;
}

/** A dropoff that could not be handed over, about which somebody has to say what becomes of its goods. */
export interface OpenQuestion {
  /** Counted from 1. */
  readonly dropoff: number;
  readonly reason: FailureCode;
  readonly answerUntil: Date;
}

export type Issue = "question" | "problem" | "returning" | "late" | "no_courier" | "courier_silent";

/**
 * The problems of an open order that need attention, worst first.
 *
 * @param notFoundAfterSeconds how long a search may take before it needs attention
 */
export function troublesOf(order: IssueSource, now: Date, notFoundAfterSeconds: number): Issue[] {
  const passed = (since: Date) => now.getTime() - since.getTime();
  const troubles: Issue[] = [];
  if (order.question !== null) troubles.push("question");
  if (order.problemAt !== null) troubles.push("problem");
  if (isReturning(order)) troubles.push("returning");
  // What has ended, or comes back, is no longer late, and has its courier.
  if (order.status === "delivered" || order.status === "cancelled") return troubles;
  if (order.returnState === "on_the_way") return troubles;
  if (passed(dueAt(order)) > 0) troubles.push("late");
  if (order.courierName === null) {
    if (passed(order.searchedSince) >= notFoundAfterSeconds * 1000) troubles.push("no_courier");
  } else if (order.heardAt === null || passed(order.heardAt) >= STALE_AFTER_MS) {
    troubles.push("courier_silent");
  }
  return troubles;
}

const isReturning = ({ returnState }: IssueSource): boolean =>
  returnState === "pending" || returnState === "on_the_way";

/**
 * Orders by what needs attention first: open questions by their deadlines, then recipients' problems, then goods that
 * have to come back, then the rest, each oldest first.
 */
export function byUrgency(a: IssueSource, b: IssueSource): number {
  const rank = (order: IssueSource) =>
    order.question !== null ? 0 : order.problemAt !== null ? 1 : isReturning(order) ? 2 : 3;
  const since = (order: IssueSource) => order.question?.answerUntil ?? order.problemAt ?? order.createdAt;
  return rank(a) - rank(b) || since(a).getTime() - since(b).getTime();
}

/** What has come of the orders that were placed within an hour. */
export interface HourNumbers {
  readonly placed: number;
  readonly delivered: number;
  /** Among the delivered ones. */
  readonly onTime: number;
  /** Among the open ones: those that can no longer be on time. */
  readonly overdue: number;
  /** Those that were not cancelled. */
  readonly charged: number;
  /** What is owed for all of them. */
  readonly spent: Kopecks;
}

/** An hour in which nothing was ordered. */
export const EMPTY_HOUR: HourNumbers = {
  placed: 0,
  delivered: 0,
  onTime: 0,
  overdue: 0,
  charged: 0,
  spent: kopecks(0),
};

/** The hours of a day until now, each from its first instant. */
export function hoursUntil(now: Date, dayFrom: Date): Date[] {
  const count = Math.floor((now.getTime() - dayFrom.getTime()) / HOUR_MS) + 1;
  return Array.from({ length: count }, (_, index) => new Date(dayFrom.getTime() + index * HOUR_MS));
}

const HOUR_MS = 60 * 60_000;

/** The numbers of several hours together. */
export function sumOf(hours: readonly HourNumbers[]): HourNumbers {
  const total = (read: (hour: HourNumbers) => number) => hours.reduce((sum, hour) => sum + read(hour), 0);
  return {
    placed: total(({ placed }) => placed),
    delivered: total(({ delivered }) => delivered),
    onTime: total(({ onTime }) => onTime),
    overdue: total(({ overdue }) => overdue),
    charged: total(({ charged }) => charged),
    spent: kopecks(total(({ spent }) => spent)),
  };
}

/** How many orders were on time or late; an overdue one counts before it is delivered. */
export function decidedOf({ delivered, overdue }: Pick<HourNumbers, "delivered" | "overdue">): number {
  return delivered + overdue;
}

/** The share of those that was on time, 0 to 1; null when there were none. */
export function onTimeShare(numbers: Pick<HourNumbers, "delivered" | "overdue" | "onTime">): number | null {
  const decided = decidedOf(numbers);
  return decided === 0 ? null : numbers.onTime / decided;
}

/** A new account's first steps, in the order they are suggested. */
export const FIRST_STEPS = ["key", "quote", "order", "webhook"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Which first steps are done. An account that has ordered has seen a price. */
export type FirstSteps = Readonly<Record<FirstStep, boolean>>;
