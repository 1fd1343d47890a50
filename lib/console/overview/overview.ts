import { isCourierStale } from "@/lib/couriers/freshness";
import { HOUR_MS } from "@/lib/duration";
import { type DueInput, dueAt } from "@/lib/orders/due-at";
import type { FailureCode, OrderStatus, ReturnState } from "@/lib/orders/order";
import { type Kopecks, kopecks } from "@/lib/pricing/money";

/** An open order, or one whose goods are being returned or whose recipient has reported a problem. */
export interface IssueSource extends DueInput {
  readonly id: bigint;
  readonly code: string;
  readonly externalOrderId: string;
  readonly status: OrderStatus;
  /** Start of the search, or when the order last had a planned courier. */
  readonly searchedSince: Date;
  readonly isPlanned: boolean;
  readonly courierName: string | null;
  readonly heardAt: Date | null;
  readonly question: OpenQuestion | null;
  readonly returnState: ReturnState | null;
  readonly failedAt: Date | null;
  /** Whether an operator must confirm it before a courier is assigned. */
  readonly isHeld: boolean;
  readonly problemAt: Date | null;
  readonly problemText: string | null;
  readonly refusals: number;
  /** The last dropoff, or the one with a question or a problem. */
  readonly street: string;
  readonly building: string;
  readonly recipient: string | null;
}

export interface FailingEndpointSummary {
  readonly id: string;
  readonly host: string;
  readonly since: Date;
  readonly isOff: boolean;
}

export interface OpenQuestion {
  readonly dropoff: number;
  readonly reason: FailureCode;
  readonly answerUntil: Date;
}

export type Issue = "question" | "problem" | "held" | "returning" | "late" | "no_courier" | "courier_silent";

export function findIssues(order: IssueSource, now: Date, notFoundAfterSeconds: number): Issue[] {
  const passed = (since: Date) => now.getTime() - since.getTime();
  const troubles: Issue[] = [];
  if (order.question !== null) troubles.push("question");
  if (order.problemAt !== null) troubles.push("problem");
  if (order.isHeld) troubles.push("held");
  if (isReturning(order)) troubles.push("returning");
  // An ended order, also one being returned, is no longer late or without a courier.
  if (order.status === "delivered" || order.status === "cancelled") return troubles;
  if (order.returnState === "on_the_way") return troubles;
  if (passed(dueAt(order)) > 0) troubles.push("late");
  if (order.courierName === null) {
    // It gets no courier while it is held.
    if (!order.isHeld && !order.isPlanned && passed(order.searchedSince) >= notFoundAfterSeconds * 1000)
      troubles.push("no_courier");
  } else if (isCourierStale(order.heardAt, now.getTime())) {
    troubles.push("courier_silent");
  }
  return troubles;
}

const isReturning = ({ returnState }: IssueSource): boolean =>
  returnState === "pending" || returnState === "on_the_way";

/** Questions by their deadlines, then problems, then held orders, then returns, then the rest, each oldest first. */
export function compareUrgency(a: IssueSource, b: IssueSource): number {
  const rank = (order: IssueSource) =>
    [order.question !== null, order.problemAt !== null, order.isHeld, isReturning(order), true].indexOf(true);
  const since = (order: IssueSource) => order.question?.answerUntil ?? order.problemAt ?? order.createdAt;
  return rank(a) - rank(b) || since(a).getTime() - since(b).getTime();
}

export interface HourlyStats {
  readonly placed: number;
  readonly delivered: number;
  readonly onTime: number;
  readonly overdue: number;
  readonly charged: number;
  readonly spent: Kopecks;
}

export const EMPTY_HOUR = sumStats([]);

export function hoursUntil(now: Date, dayFrom: Date): Date[] {
  const count = Math.floor((now.getTime() - dayFrom.getTime()) / HOUR_MS) + 1;
  return Array.from({ length: count }, (_, index) => new Date(dayFrom.getTime() + index * HOUR_MS));
}

export function sumStats(hours: readonly HourlyStats[]): HourlyStats {
  const total = (read: (hour: HourlyStats) => number) => hours.reduce((sum, hour) => sum + read(hour), 0);
  return {
    placed: total(({ placed }) => placed),
    delivered: total(({ delivered }) => delivered),
    onTime: total(({ onTime }) => onTime),
    overdue: total(({ overdue }) => overdue),
    charged: total(({ charged }) => charged),
    spent: kopecks(total(({ spent }) => spent)),
  };
}

/** Counts the orders known to be on time or late; an overdue order counts before its delivery. */
export function countDecided({ delivered, overdue }: Pick<HourlyStats, "delivered" | "overdue">): number {
  return delivered + overdue;
}

/** From 0 to 1; null without decided orders. */
export function onTimeShare(numbers: Pick<HourlyStats, "delivered" | "overdue" | "onTime">): number | null {
  const decided = countDecided(numbers);
  return decided === 0 ? null : numbers.onTime / decided;
}

export const FIRST_STEPS = ["key", "quote", "order", "webhook"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Completed first steps. An account with an order has also completed the quote. */
export type FirstSteps = Readonly<Record<FirstStep, boolean>>;
